// Writes a native ledger of CALLS calls in runs of CALLS_A_RUN, interleaved OPEN_RUNS at a time.
// The values vary, the bytes do not: the same arguments give the same file.
import { closeSync, openSync, writeSync } from 'node:fs';

const refund = {
  name: 'process_refund',
  description: 'Refund part or all of an order to the customer.',
  inputSchema: {
    type: 'object',
    properties: {
      customer_id: { type: 'string', pattern: '^C-[0-9]+$' },
      amount: { type: 'number', exclusiveMinimum: 0 },
      reason: { type: 'string', maxLength: 200 },
    },
    required: ['customer_id', 'amount', 'reason'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { refund_id: { type: 'string' }, status: { type: 'string', enum: ['accepted', 'pending'] } },
    required: ['refund_id', 'status'],
    additionalProperties: false,
  },
};

/** @param {string} path @param {{calls: number, callsPerRun?: number, openRuns?: number}} options @returns {number} bytes written */
export function writeLedger(path, { calls, callsPerRun = 20, openRuns = 8 }) {
  const file = openSync(path, 'w');
  let buffer = [];
  let bytes = 0;
  const flush = () => {
    bytes += writeSync(file, buffer.join(''));
    buffer = [];
  };
  const line = (event) => {
    buffer.push(`${JSON.stringify(event)}\n`);
    if (buffer.length >= 5000) flush();
  };
  const seqs = new Map();
  const event = (type, run, fields) => {
    const seq = seqs.get(run) ?? 0;
    seqs.set(run, seq + 1);
    line({ v: 1, seq, ts: '2026-11-30T09:00:00Z', type, run, ...fields });
  };
  const runs = Math.ceil(calls / callsPerRun);
  let made = 0;
  for (let first = 0; first < runs; first += openRuns) {
    const group = Array.from({ length: Math.min(openRuns, runs - first) }, (_, index) => `run-${first + index}`);
    for (const run of group) {
      event('run.opened', run, {
        workflow: { name: 'bench', version: '1' },
        global_config: { strict_mode: false, max_iterations: 1 },
        records: ['gates', 'executions'],
      });
      event('tool.declared', run, { server: 'billing', tool: refund });
    }
    for (let index = 0; index < callsPerRun; index++)
      for (const run of group) {
        if (made >= calls) break;
        const call = `c${index}`;
        const args = { customer_id: `C-${made}`, amount: (made % 5000) + 0.25, reason: 'damaged on arrival' };
        event('call.proposed', run, { call, server: 'billing', tool: 'process_refund', arguments: args });
        event('gate.checked', run, { call, gate: 'input', verdict: 'pass', delta: [] });
        event('call.executed', run, { call, server: 'billing', tool: 'process_refund', arguments: args });
        event('call.returned', run, {
          call,
          outcome: 'ok',
          structured_content: { refund_id: `R-${made}`, status: made % 2 ? 'accepted' : 'pending' },
        });
        made++;
      }
    for (const run of group) {
      event('run.closed', run, { outcome: 'completed' });
      seqs.delete(run);
    }
  }
  flush();
  closeSync(file);
  return bytes;
}
