import type { SourceRecord } from '../model/record.ts';
import { emptyTally } from '../replay/tally.ts';
import type { Rule } from '../rules/rule.ts';
import { openOutcome } from './outcome.ts';
import type { Share } from './own-runs.ts';
import type { Part, PartInput } from './part.ts';

/** The part of an input whose very bytes an earlier one holds: it was read, and is counted there. */
export function withoutCopy(
  part: Part,
  told: {
    readonly settings: { readonly rules: readonly Rule[]; readonly listed: number };
    readonly share: Share;
    readonly index: number;
    readonly files: Map<string, string>;
  },
): Part {
  const [input] = part.inputs;
  if (input === undefined || input.bytes === 0) return part;
  const from = told.files.get(input.sha256);
  if (from === undefined) {
    told.files.set(input.sha256, input.file);
    return part;
  }
  const outcome = openOutcome(told.settings, { file: input.file, index: told.index, pieces: [] }, () => ({
    isStrict: false,
    records: undefined,
  }));
  if (told.share.index === 0)
    outcome.observe({
      kind: 'copied-input',
      site: { record: startOf(told.index), pointer: '', part: 'value' },
      subject: { run: '' },
      from,
    });
  return { inputs: [emptied(input)], ...outcome.part(), ...(part.against !== undefined && { against: [] }) };
}

const startOf = (input: number): SourceRecord => ({
  ...{ input, line: 1, column: 1, offset: 0, text: '', value: null, defects: [], isDeep: false },
});

const emptied = (input: PartInput): PartInput => ({
  ...input,
  seen: [],
  workflows: [],
  unread: new Map(),
  unreadFirst: new Map(),
  torn: undefined,
  declarations: [],
  tally: emptyTally(),
  payloads: { named: 0, read: 0, missing: 0, unusable: 0 },
  firstStrict: undefined,
  firstRun: undefined,
});
