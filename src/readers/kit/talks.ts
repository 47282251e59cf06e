import type { Spoken } from './spoken-messages.ts';

/** A conversation whose calls have no ids of their own, as far as its requests have shown it. */
export interface Talk {
  /** Whether this is the request of another conversation, though its words are the same. */
  contradicts(spoken: Spoken): boolean;
  has(system: number): boolean;
  /** Whether all of the request stands in it, and more. */
  goesOnFrom(spoken: Spoken): boolean;
  join(spoken: Spoken): void;
}

/**
 * Two conversations may be alike word for word but for their system instruction; and one that grows may be given another instruction with
 * each request. What goes on from the words that were seen is the same one, whatever its instruction. What says the same again, or only the
 * beginning of it, under another instruction, is another one: unless nothing was answered the one time or the other (a further try), or it
 * is answered with what the known one has there (an earlier request, recorded later). The tools tell nothing: to ask once more without them
 * is how a last answer is brought into its form.
 */
function openTalk(first: Spoken): Talk {
  const systems = new Set<number>();
  let sums: readonly number[] = [0];
  let isAnswered = false;
  const talk: Talk = {
    has: (system) => systems.has(system),
    contradicts(spoken) {
      const count = spoken.count();
      if (systems.has(spoken.system()) || count >= sums.length || sums[count] !== spoken.sums()[count]) return false;
      const answer = spoken.answered();
      if (answer === undefined) return false;
      return count === sums.length - 1 ? isAnswered : sums[count + 1] !== answer;
    },
    goesOnFrom: (spoken) => spoken.count() < sums.length - 1 && sums[spoken.count()] === spoken.sums()[spoken.count()],
    join(spoken) {
      systems.add(spoken.system());
      if (spoken.count() < sums.length - 1) return;
      isAnswered = (isAnswered && spoken.count() === sums.length - 1) || spoken.answered() !== undefined;
      sums = spoken.sums();
    },
  };
  talk.join(first);
  return talk;
}

/** A key that no id tells from the same one of another conversation. */
export interface SharedKey {
  readonly key: string;
  /** The message that its call stands in; undefined: after the last. */
  readonly index: number | undefined;
  readonly isFresh: boolean;
}

/** The conversations of a file by the keys of their calls. */
export interface Talks {
  /** Tells the calls of one request, and of its response, apart from those of others that have the same key. */
  hear(spoken: Spoken): (shared: SharedKey) => string;
  /** The conversation of a key that was told apart. */
  of(key: string): Talk | undefined;
}

/** The conversations that share a key. */
interface Sharing {
  /** By what stands right before the call: how its keys begin. The first has the key itself, as has a call of which nothing more is known. */
  readonly beginnings: Map<string, string>;
  latest: string;
}

/** So many instructions over the same words are compared with a request; further ones are told apart by what they are. */
const limit = 64;

export function openTalks(): Talks {
  const sharing = new Map<string, Sharing>();
  const talks = new Map<string, Talk>();

  /** Counted ids come in every conversation. What was cut off at the beginning says nothing: then it is the latest. */
  const beginningOf = (key: string, before: string): string => {
    const known = sharing.get(key);
    if (known === undefined) {
      sharing.set(key, { beginnings: new Map([[before, key]]), latest: key });
      return key;
    }
    const { beginnings } = known;
    const found = beginnings.get(before) ?? (before === '' ? known.latest : beginnings.get(''));
    known.latest = found ?? `${key}~${beginnings.size}`;
    if (found === undefined) beginnings.set(before, known.latest);
    return known.latest;
  };

  const find = (beginning: string, spoken: Spoken): string => {
    let fitting: string | undefined;
    for (let variant = 0; variant < limit; variant++) {
      const name = variant === 0 ? beginning : `${beginning}:${variant}`;
      const talk = talks.get(name);
      if (talk === undefined) return fitting ?? name;
      if (talk.has(spoken.system())) return name;
      if (!talk.contradicts(spoken)) fitting ??= name;
    }
    return fitting ?? `${beginning}:of ${spoken.system()}`;
  };

  return {
    hear(spoken) {
      const heard = new Set<Talk>();
      return ({ key, index, isFresh }) => {
        const name = find(beginningOf(key, spoken.before(index)), spoken);
        const known = talks.get(name);
        // a response alone may be that of another conversation: the instruction it was given says nothing of this one
        if (isFresh && known?.has(spoken.system()) === false) return name;
        const [own] = heard;
        const talk = known ?? own ?? openTalk(spoken);
        talks.set(name, talk);
        if (!heard.has(talk)) talk.join(spoken);
        heard.add(talk);
        return name;
      };
    },
    of: (key) => talks.get(key),
  };
}
