import type { JsonValue } from '../model/json.ts';
import { openApprovals } from './ai-sdk/approvals.ts';
import { isSdkLike, isSdkRecord } from './ai-sdk/marks.ts';
import { conversation, type FileState, isPiece, readRecord } from './ai-sdk/read.ts';
import { openStream } from './ai-sdk/stream.ts';
import { openHistory } from './kit/history.ts';
import { openPairRuns } from './kit/pair-run.ts';
import { emitAtLeastOne } from './kit/sink.ts';
import type { Reader, Recognition } from './reader.ts';

/**
 * Vercel's AI SDK: model messages and UI messages, alone or in a conversation, the parts of its streams, and what `generateText`
 * returns. Tools are declared only where the record has a `tools` member.
 */
export const aiSdk: Reader = {
  id: 'ai-sdk',
  title: 'AI SDK messages and streams',
  carries: ['declarations', 'error-flag', 'structured-results', 'ids', 'order'],
  owns: 'file',
  recognize,
  open(emit) {
    const state: FileState = { history: openHistory(), stream: openStream(), refused: new Set(), approvals: openApprovals() };
    const runOf = openPairRuns();
    return {
      push(record) {
        const run = isPiece(record.value) ? conversation : runOf(record);
        emitAtLeastOne({ record, run, emit }, (sink) => readRecord(sink, state));
      },
      end: () => state.history.show({ earlier: state.stream.end(), fresh: [] }, conversation),
    };
  },
};

/** Most messages and parts look like those of others: one that does not decides for those around it. */
function recognize(first: readonly JsonValue[]): Recognition {
  const sure = first.filter(isSdkRecord).length;
  const alike = first.filter((value) => isSdkRecord(value) || isSdkLike(value)).length;
  if (sure > 0 && alike * 2 > first.length) return { isRecognized: true };
  const likeness = first.length === 0 ? 0 : alike / (2 * first.length + 1);
  return { isRecognized: false, likeness, missing: 'its messages have no parts of type "tool-call" or "tool-result"' };
}
