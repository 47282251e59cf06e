import type { Random } from '../../properties/differential/random.ts';
import type { Fault, Planted } from '../fault.ts';

const encoder = new TextEncoder();
const bytesOf = (lines: readonly string[]): Uint8Array => encoder.encode(`${lines.join('\n')}\n`);

type Damage = NonNullable<Planted['damage']>;

/** Damage to the text of an otherwise healthy ledger, at some line behind the first. */
function damaged(code: string, name: string, severity: 'broken' | 'note', damage: (random: Random, at: number) => Damage): Fault {
  return {
    code,
    name,
    plant({ events }, random) {
      const at = 1 + random.below(events.length - 1);
      return { events, at: [], severity, damage: damage(random, at) };
    },
  };
}

const prose = damaged('ledger/unreadable-line', 'prose between records', 'broken', (_, at) => (lines) => ({
  bytes: bytesOf(lines.toSpliced(at, 0, 'WARN the disk is nearly full')),
  at: [at + 1],
}));
const cutCopy = damaged('ledger/torn-line', 'the start of a record on a line of its own', 'broken', (random, at) => (lines) => {
  const line = lines[at] ?? '';
  const part = line.slice(0, 20 + random.below(line.length - 25));
  return { bytes: bytesOf(lines.toSpliced(at, 0, part)), at: [at + 1] };
});
const sharing = damaged('ledger/spliced-line', 'two records share a line', 'note', (_, at) => (lines) => ({
  bytes: bytesOf(lines.toSpliced(at - 1, 2, `${lines[at - 1] ?? ''}${lines[at] ?? ''}`)),
  at: [at],
}));
const fragment = damaged('ledger/spliced-line', 'a fragment before a record', 'broken', (random, at) => (lines) => {
  const line = lines[at] ?? '';
  const cut = line.slice(0, 10 + random.below(30));
  // cut behind a colon, what follows would be its value, and both together one record that stops short
  const part = cut.endsWith(':') ? cut.slice(0, -1) : cut;
  return { bytes: bytesOf(lines.with(at, `${part}${line}`)), at: [at + 1] };
});
const tornEnd = damaged('ledger/torn-line', 'the record stops short', 'note', (random) => (lines) => {
  const line = lines.at(-2) ?? '';
  const part = line.slice(0, 20 + random.below(line.length - 25));
  return { bytes: encoder.encode(`${lines.join('\n')}\n${part}`), at: [lines.length + 1] };
});
const notUtf8 = damaged('ledger/invalid-utf8', 'bytes of another encoding', 'broken', (_, at) => (lines) => {
  const before = encoder.encode(
    lines
      .slice(0, at)
      .map((line) => `${line}\n`)
      .join(''),
  );
  const after = encoder.encode(
    lines
      .slice(at)
      .map((line) => `${line}\n`)
      .join(''),
  );
  const wrong = Uint8Array.from([...encoder.encode('{"v":1,"type":"x-note","text":"caf'), 0xe9, ...encoder.encode('"}\n')]);
  return { bytes: Uint8Array.from([...before, ...wrong, ...after]), at: [at + 1] };
});
const mark = damaged('ledger/byte-order-mark', 'a mark before the first record', 'note', () => (lines) => ({
  bytes: encoder.encode(`\u{feff}${lines.join('\n')}\n`),
  at: [1],
}));

export const lineFaults: readonly Fault[] = [prose, cutCopy, sharing, fragment, tornEnd, notUtf8, mark];
