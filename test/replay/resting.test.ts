import { describe, expect, it } from 'vitest';
import { LateMap } from '../../src/replay/late-map.ts';
import { type OpenRuns, openRuns } from '../../src/replay/resting.ts';
import { openRun, type Run } from '../../src/replay/run.ts';

const place = { line: 3, column: 1, offset: 90 };

function openTwo(): { readonly runs: OpenRuns; readonly first: Run; readonly second: Run } {
  const runs = openRuns(openRun);
  const [first, second] = [openRun('r1', place), openRun('r2', place)];
  runs.set(first);
  runs.set(second);
  return { runs, first, second };
}

describe('a run with nothing open', () => {
  it('rests when the record goes on to another, and wakes as it was', () => {
    const { runs, first, second } = openTwo();
    first.closedCalls.add(7);
    first.shown.set(5, 'fail');
    first.unnamed = 2;
    runs.turnTo(first);
    expect(runs.get('r1')).toBe(first);
    runs.turnTo(second);
    const woken = runs.get('r1');
    expect(woken).not.toBe(first);
    expect(woken).toEqual(first);
    expect(runs.get('r1')).toBe(woken);
  });

  it('keeps its place in the order of runs, and is gone when it is deleted', () => {
    const { runs, first, second } = openTwo();
    runs.turnTo(first);
    runs.turnTo(second);
    expect([runs.ids(), runs.has('r1')]).toEqual([['r1', 'r2'], true]);
    runs.get('r1');
    expect(runs.ids()).toEqual(['r1', 'r2']);
    runs.delete('r1');
    runs.turnTo(first);
    expect([runs.ids(), runs.get('r1')]).toEqual([['r2'], undefined]);
  });
});

/** Changes one member of a run, or one member of a member; false where nothing can be told of it. */
function change(holder: object, name: string): boolean {
  const value: unknown = Reflect.get(holder, name);
  if (value instanceof WeakSet) return false;
  if (value instanceof Map || value instanceof LateMap) value.set('x', {});
  else if (value instanceof Set) value.add('x');
  else if (Array.isArray(value)) value.push('x');
  else Reflect.set(holder, name, value !== true);
  return true;
}

const own: ReadonlySet<string> = new Set(['id', 'closedCalls', 'shown', 'unnamed', 'firstPlace']);
const isHolder = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]' && !(value instanceof Map) && !(value instanceof Set);
function pathsOf([name, value]: readonly [string, unknown]): readonly { readonly name: string; readonly inner?: string }[] {
  return isHolder(value) ? Object.keys(value).map((inner) => ({ name, inner })) : [{ name }];
}
const run = openRun('r1', place);
const paths = [...Object.entries(run), ['effects', run.effects] as const, ['delivery', run.delivery] as const].flatMap(pathsOf);

describe('a run of which anything else is known', () => {
  it.each(paths.filter(({ name }) => !own.has(name)))('does not rest: $name $inner', ({ name, inner }) => {
    const { runs, first, second } = openTwo();
    const holder: unknown = inner === undefined ? first : Reflect.get(first, name);
    const isTold = isHolder(holder) && change(holder, inner ?? name);
    runs.turnTo(first);
    runs.turnTo(second);
    expect(runs.get('r1') === first).toBe(isTold);
  });
});
