import type { Finding } from '../../model/finding.ts';

/** A repair that names a type instead of a value. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['string', 'it a string'],
  ['text', 'it a text'],
  ['number', 'it a number'],
  ['integer', 'it an integer'],
  ['boolean', 'it a boolean'],
  ['array', 'it an array'],
  ['object', 'it an object'],
  ['absent', 'it absent'],
  ['value', 'another value of it'],
]);

/** The accommodation nobody made, in words. */
function repairInWords({ code, repair }: Finding): string[] {
  if (repair === undefined) return [];
  if (code === 'structure/invented-tool' || code === 'structure/tool-not-offered') return [`a lenient system would have called ${repair}`];
  const sides = repair.split(/ (?:→|->) /);
  if (sides.length === 1) return [`a lenient system would ${repair}`];
  const made = sides.at(-1) ?? repair;
  return [`a lenient system would have made ${typeNames.get(made) ?? made}`];
}

/** What stands under a difference: why a text is no JSON, details, how often, look-alikes and the repair that was not made. */
export function remarksOf(finding: Finding): string[] {
  const { message, kind, detail, hint, count, stages } = finding;
  return [
    ...(kind !== undefined && stages === undefined ? [`reason: ${kind}`] : []),
    ...(detail === undefined || message.includes(detail) ? [] : [detail]),
    ...(count !== undefined && count > 1 ? [`the same in ${count} items`] : []),
    ...(hint === undefined ? [] : [hint]),
    ...repairInWords(finding),
  ];
}
