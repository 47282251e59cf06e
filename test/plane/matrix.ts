import type { Fault } from './fault.ts';
import type { Verdict } from './verdict.ts';

interface Row {
  planted: number;
  /** The code stands at its place, with nothing besides that is no consequence. */
  right: number;
  readonly found: Map<string, number>;
}

/** Planted × found: how often each code stood in the audit of each planted one, what every lawful ledger holds left out. */
export class Matrix {
  readonly #rows: Map<string, Row>;

  /** The rows stand in the order of the faults. */
  constructor(faults: readonly Fault[]) {
    this.#rows = new Map(faults.map(({ code }) => [code, { planted: 0, right: 0, found: new Map() }]));
  }

  add({ code }: Fault, { isFound, strangers, codes }: Verdict): void {
    const row = this.#rows.get(code) ?? { planted: 0, right: 0, found: new Map() };
    this.#rows.set(code, row);
    row.planted += 1;
    if (isFound && strangers.length === 0) row.right += 1;
    for (const one of codes) row.found.set(one, (row.found.get(one) ?? 0) + 1);
  }

  get total(): number {
    return [...this.#rows.values()].reduce((sum, { planted }) => sum + planted, 0);
  }

  toString(): string {
    const columns = [...new Set([...this.#rows.keys(), ...[...this.#rows.values()].flatMap(({ found }) => [...found.keys()].sort())])];
    const width = Math.max(...columns.map((code) => code.length));
    const cell = (value: number | string): string => String(value).padStart(5);
    const number = (code: string): string => String(columns.indexOf(code) + 1).padStart(2);
    const head = `${'planted'.padEnd(width + 3)}${cell('made')}${cell('right')} │${columns.map((code) => cell(number(code))).join('')}`;
    const rows = [...this.#rows].map(([code, { planted, right, found }]) => {
      const cells = columns.map((one) => cell(found.get(one) ?? '·'));
      return `${number(code)} ${code.padEnd(width)}${cell(planted)}${cell(right)} │${cells.join('')}`;
    });
    const others = columns.filter((code) => !this.#rows.has(code)).map((code) => `${number(code)} ${code} (found only)`);
    return [head, ...rows, ...others].join('\n');
  }
}
