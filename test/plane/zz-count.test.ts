import { test } from 'vitest';
import { linesOf } from './event.ts';
import { auditText } from './judge.ts';
import { makeLedger } from './plane.ts';
import { storiesOf } from './story.ts';
test('count', { timeout: 600000 }, async () => {
  const diff = new Map<string, string[]>();
  for (let seed = 0; seed < Number(process.env.N ?? 300); seed++) {
    const l = makeLedger(seed);
    let r; try { r = await auditText(`${linesOf(l.events, l.spelling).join('\n')}\n`, l.given); } catch { continue; }
    const n = (t: string, f: (e: (typeof l.events)[number]) => boolean = () => true) => l.events.filter((e) => e.type === t && f(e)).length;
    const stories = storiesOf(l.events);
    const calls = stories.filter((s) => s.call !== undefined);
    const want = {
      proposed: n('call.proposed'), executed: n('call.executed'),
      returned: calls.filter((s) => s.returned.some((i) => l.events[i]?.outcome !== 'pending')).length,
      committed: n('output.committed', (e) => e.call !== undefined), committedAll: n('output.committed'), unexplained: 0,
    };
    const got = r.calls;
    const rec: Record<string, unknown> = { ...got, committedAll: got.committed };
    for (const [k, v] of Object.entries(want)) if (rec[k] !== v) { const d = diff.get(k) ?? []; d.push(`${seed}: plane ${v} got ${rec[k]}`); diff.set(k, d); }
    // chains
    const bad = stories.filter((s) => [...s.inputGates, ...s.outputGates, ...s.failed].some((i) => Array.isArray(l.events[i]?.delta) && (l.events[i]?.delta as unknown[]).length > 0));
    const key = (s: (typeof stories)[number]) => { const e = l.events[s.opened]; return JSON.stringify([s.run, e?.step ?? null, e?.instance ?? null]); };
    const groups = new Set(bad.map(key));
    const told = l.events.every((e) => e.type !== 'run.opened' || e.records === undefined || (e.records as string[]).includes('gates') || (e.records as string[]).includes('failures')) && l.events.some((e) => e.type === 'gate.checked' || e.type === 'attempt.failed');
    if (told) {
      const total = r.chains?.total ?? 0;
      if (total !== groups.size) { const d = diff.get('chains') ?? []; d.push(`${seed}: plane ${groups.size} got ${total}`); diff.set('chains', d); }
      const ended = new Set(l.events.filter((e) => e.type === 'run.closed' && ['failed', 'aborted', 'compensated'].includes(String(e.outcome))).map((e) => e.run));
      const lastOf = new Map<string, string>(); for (const s of bad) lastOf.set(s.run, key(s));
      const exhausted = [...lastOf].filter(([run]) => ended.has(run)).length;
      if ((r.chains?.ends.exhausted ?? 0) !== exhausted) { const d = diff.get('exhausted') ?? []; d.push(`${seed}: plane ${exhausted} got ${JSON.stringify(r.chains?.ends)}`); diff.set('exhausted', d); }
      for (const k of ['accepted', 'open', 'unknown'] as const) if ((r.chains?.ends[k] ?? 0) > 0) { const d = diff.get(k) ?? []; d.push(`${seed}: ${JSON.stringify(r.chains?.ends)}`); diff.set(k, d); }
      const failing = r.summary.deviations; if (failing.refused !== failing.total) { const d = diff.get('refused') ?? []; d.push(`${seed}: ${JSON.stringify(failing)}`); diff.set('refused', d); }
    }
  }
  for (const [k, d] of diff) console.log(k, d.length, d.slice(0, 6).join(' | '));
});
