import type { Declared } from '../../model/event.ts';
import type { Sink } from './sink.ts';

/** Every request declares its own tools: a call that is told in the run of an earlier pair takes them along. */
export function hearDeclared(outer: Sink): { readonly sink: Sink; readonly redeclare: (run: string) => void } {
  const declared: Declared[] = [];
  const sink: Sink = {
    ...outer,
    emit(event) {
      if (event.kind === 'declared') declared.push(event);
      outer.emit(event);
    },
  };
  return {
    sink,
    redeclare(run) {
      for (const event of declared) outer.emit({ ...event, run });
    },
  };
}
