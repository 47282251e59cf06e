import type { Subject } from '../model/observation/base.ts';
import type { Observation } from '../model/observation.ts';
import { compareText } from '../model/order.ts';
import type { ToldChain, UncheckedNote } from '../replay/context.ts';
import type { Rule } from '../rules/rule.ts';
import { openAccommodations } from './accommodations.ts';
import { openCollector, type RunFacts } from './collector.ts';
import { keepFirst } from './first.ts';
import type { Part, PartChain, PartUnchecked } from './part.ts';
import type { Piece } from './pieces.ts';
import { placeOfSite } from './place.ts';

/** Unchecked answers listed one by one; their counts are exact beyond it. */
export const uncheckedLimit = 10_000;

export const compareUnchecked = (a: PartUnchecked, b: PartUnchecked): number =>
  a.input - b.input ||
  a.note.at.offset - b.note.at.offset ||
  compareText(a.note.gate, b.note.gate) ||
  compareText(a.note.call ?? '', b.note.call ?? '');

/** Attempt chains listed one by one; their counts are exact beyond it. */
export const chainLimit = 1_000;

export const compareChains = (a: PartChain, b: PartChain): number =>
  a.input - b.input ||
  a.row.at.offset - b.row.at.offset ||
  compareText(a.row.step ?? '', b.row.step ?? '') ||
  compareText(a.row.tool ?? '', b.row.tool ?? '');

export interface Outcome {
  observe(observation: Observation): void;
  unchecked(note: UncheckedNote): void;
  chain(told: ToldChain): void;
  part(): Pick<Part, 'findings' | 'counts' | 'cutRuns' | 'unchecked' | 'accommodations' | 'chains'>;
}

/** What one input leaves behind: findings, unchecked answers, accommodations. */
export function openOutcome(
  settings: { readonly rules: readonly Rule[]; readonly listed: number },
  source: { readonly file: string; readonly index: number; readonly pieces: readonly Piece[] },
  factsOf: (run: string) => RunFacts,
): Outcome {
  const collector = openCollector({
    rules: settings.rules,
    file: source.file,
    input: source.index,
    pieces: source.pieces,
    limit: settings.listed,
  });
  const accommodations = openAccommodations(source);
  const unchecked = keepFirst<PartUnchecked>(uncheckedLimit, compareUnchecked);
  const chains = keepFirst<PartChain>(chainLimit, compareChains);
  const names = ({ run, call, server, tool, step }: Subject) => ({ run, call, server, tool, step });
  return {
    observe(observation) {
      collector.observe(observation, factsOf(observation.subject.run));
      accommodations.add(observation);
    },
    unchecked(note) {
      const { gate, reason, detail } = note;
      unchecked.add({
        input: source.index,
        note: { at: placeOfSite(note.site, source.file), ...names(note.subject), gate, reason, detail },
      });
    },
    chain({ place, row }) {
      chains.add({ input: source.index, row: { at: { file: source.file, ...place, pointer: '' }, ...row } });
    },
    part: () => ({
      ...collector.findings(),
      unchecked: unchecked.values(),
      accommodations: accommodations.rows(),
      chains: chains.values(),
    }),
  };
}
