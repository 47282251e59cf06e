import { canonicalize } from '../../json/canonical.ts';
import type { Proposed, Returned } from '../../model/event/calls.ts';
import type { JsonValue } from '../../model/json.ts';
import { hashText } from '../../text/hash.ts';

/**
 * What was already told, so that lines a resumed or forked session copied are counted once. Per call and per
 * result one number: a call id that comes back with another content is another call, and is told again.
 */
export class Told {
  readonly #calls = new Map<string, number>();
  readonly #results = new Map<string, number>();
  /** The tools of calls whose result has not come. */
  readonly #tools = new Map<string, string>();

  /** Calls of which a denial was told. */
  readonly #denied = new Set<string>();

  /** True when the call was told and no denial of it was; otherwise, or from here on, it is denied. */
  isFirstDenial(call: string): boolean {
    if (!this.#calls.has(call) || this.#denied.has(call)) return false;
    this.#denied.add(call);
    return true;
  }

  /** True when this very call was told before; otherwise it is now. */
  isRepeatedCall(event: Proposed, messageId: string | undefined): boolean {
    if (event.call === undefined) return false;
    const input = event.payload.form === 'value' ? canonicalize(event.payload.value) : '';
    const print = hashText(`${messageId ?? ''}\n${event.tool}\n${input}`);
    if (this.#calls.get(event.call) === print) return true;
    this.#calls.set(event.call, print);
    this.#tools.set(event.call, event.tool);
    // The id stands for a new call from here on, so an equal answer is not a copy.
    this.#results.delete(event.call);
    return false;
  }

  /** The tool that a result answers; asked once. */
  takeTool(call: string | undefined): string | undefined {
    if (call === undefined) return undefined;
    const tool = this.#tools.get(call);
    this.#tools.delete(call);
    return tool;
  }

  isRepeatedResult(event: Returned, content: JsonValue | undefined): boolean {
    if (event.call === undefined) return false;
    const print = hashText(`${event.outcome}\n${textFor(content)}`);
    if (this.#results.get(event.call) === print) return true;
    this.#results.set(event.call, print);
    return false;
  }
}

/** Most contents are one text, which needs no canonical form; its mark keeps it apart from every JSON value. */
function textFor(content: JsonValue | undefined): string {
  if (content === undefined) return '';
  return typeof content === 'string' ? `text ${content}` : canonicalize(content);
}
