import type { Delta, GateAnswer } from '../model/delta.ts';
import type { Proposed } from '../model/event/calls.ts';
import type { Context } from './context.ts';
import type { Found, Judged } from './judge.ts';
import { nearestName } from './names.ts';
import type { Run } from './run.ts';

const failed = (delta: Delta, notes: readonly Delta[]): GateAnswer => ({ verdict: 'fail', deltas: [delta], notes });

function inventedTool(event: Proposed, known: readonly string[]): Delta {
  const nearest = nearestName(event.tool, known);
  return {
    kind: 'invented-tool',
    path: '',
    recorded: event.tool,
    detail:
      known.length === 0
        ? 'no tool is declared here'
        : `declared here: ${known.slice(0, 8).join(', ')}${known.length > 8 ? ` and ${known.length < 200 ? '' : 'at least '}${known.length - 8} more` : ''}`,
    ...(nearest === undefined ? {} : { repair: nearest, hint: `nearest declared name: ${nearest}` }),
  };
}

/** A few names, and how many more there are: a hostile list must not be repeated in every finding. */
const someOf = (names: readonly string[]): string =>
  names.length <= 8 ? names.join(' and ') : `${names.slice(0, 8).join(', ')} and ${names.length - 8} more`;

/** Tool identity first, then the arguments, against the tool's own declaration. */
export function judgeProposal(context: Context, run: Run, event: Proposed): { readonly found: Found; readonly judged: Judged } {
  const found = context.judge.find(run.id, { server: event.server, tool: event.tool, step: event.step, wrapper: event.wrapper });
  const bare = (): Judged => context.judge.bare(event.payload, event.record);
  const answered = (answer: GateAnswer): { readonly found: Found; readonly judged: Judged } => ({ found, judged: { ...bare(), answer } });
  switch (found.kind) {
    case 'declared': {
      const at = { record: event.record, posture: { run: run.id, isClosedObjects: run.isClosedObjects } };
      const judged = context.judge.input(found.tool, event.payload, at);
      const offered = event.offered ?? (event.step === undefined ? undefined : context.judge.step(run.id, event.step)?.tools);
      if (offered === undefined || event.isHistory === true || offered.includes(event.tool) || offered.includes(found.tool.name))
        return { found, judged };
      const delta: Delta = { kind: 'tool-not-offered', path: '', recorded: event.tool, declared: offered };
      const deltas = judged.answer.verdict === 'fail' ? [delta, ...judged.answer.deltas] : [delta];
      return { found, judged: { ...judged, answer: { verdict: 'fail', deltas, notes: judged.answer.notes } } };
    }
    case 'undeclared': {
      if (event.isProviderRun === true) return answered({ verdict: 'no-contract', notes: [] });
      if (event.isHistory === true)
        return answered({
          verdict: 'unchecked',
          reason: 'no-declaration',
          detail: 'a call of an earlier turn, whose tool is not declared in this request',
          notes: [],
        });
      const read = bare();
      const more = read.answer.verdict === 'fail' ? read.answer.deltas : [];
      const answer = failed(inventedTool(event, found.known), read.answer.notes);
      return {
        found,
        judged: { ...read, answer: answer.verdict === 'fail' ? { ...answer, deltas: [...answer.deltas, ...more] } : answer },
      };
    }
    case 'open': {
      const read = bare();
      // what could not be read keeps that reason; a declaration would not have helped
      if (event.isProviderRun === true || read.answer.verdict === 'fail' || read.answer.verdict === 'unchecked')
        return { found, judged: read };
      return answered({
        verdict: 'unchecked',
        reason: 'no-declaration',
        detail: `no declaration of ${event.tool} is in force here`,
        notes: read.answer.notes,
      });
    }
    case 'twofold':
      return answered({
        verdict: 'unchecked',
        reason: 'no-declaration',
        detail: `${event.tool} is declared twice, and not alike: which of the two is in force is not known`,
        notes: [],
      });
    case 'ambiguous':
      return answered({
        verdict: 'unchecked',
        reason: 'no-declaration',
        detail: `${event.tool} is declared by ${someOf(found.servers)}, and the call names no server`,
        notes: [],
      });
  }
}
