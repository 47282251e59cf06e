import type { Declared } from '../../model/event/declarations.ts';
import type { Sink } from './sink.ts';

/** What one request declares, for other runs than that of its pair. */
export interface Redeclare {
  /** Puts it in force in the run of an earlier pair, where a call of this one is told. */
  into(run: string): void;
  /** Says that the conversation came from the request of an earlier run; only the first word counts. */
  after(run: string | undefined): void;
  isAny(): boolean;
}

/** Every request declares its own tools: a call that is told in the run of an earlier pair takes them along. */
export function hearDeclared(outer: Sink): { readonly sink: Sink; readonly redeclare: Redeclare } {
  const declared: Declared[] = [];
  let isTold = false;
  const sink: Sink = {
    ...outer,
    emit(event) {
      if (event.kind === 'declared') declared.push(event);
      outer.emit(event);
    },
  };
  return {
    sink,
    redeclare: {
      into(run) {
        for (const event of declared) outer.emit({ ...event, run, isCopy: true });
      },
      after(run) {
        if (isTold || run === undefined || run === outer.run || declared.length === 0) return;
        isTold = true;
        outer.emit({ kind: 'continued', record: outer.record, run: outer.run, from: run });
      },
      isAny: () => declared.length > 0,
    },
  };
}
