import { ExactNumber, type JsonValue } from '../model/json.ts';
import type { Contract, SchemaSource } from './gates.ts';

/** Beyond this many contracts, or characters of schema text, the oldest is forgotten and made again when it returns. */
const mostContracts = 4096;
const mostCharacters = 64_000_000;

/** An object could be forged to print like an exact number, so where one may be, text is marked as text. */
function markedText(schema: JsonValue): string {
  return JSON.stringify(schema, (_, value: unknown) => {
    if (value instanceof ExactNumber) return `n${value.text}`;
    return typeof value === 'string' ? `s${value}` : value;
  });
}

/** Undefined for a schema too deep to be printed. */
function contentOf(schema: JsonValue): string | undefined {
  try {
    const text = JSON.stringify(schema);
    return text.includes('{"text":"') ? `marked ${markedText(schema)}` : text;
  } catch {
    return undefined;
  }
}

function circumstances({ dialect, notation }: SchemaSource): string {
  return `${dialect?.name ?? ''} ${notation ?? ''} ${dialect?.because ?? ''}\n`;
}

interface Known {
  readonly circumstances: string;
  readonly contract: Contract;
}

export interface ContractCache {
  find(schema: JsonValue, source: SchemaSource, make: () => Contract): Contract;
}

/**
 * Contracts by content: two schemas that share an `$id` are two, one schema declared a hundred thousand times is one.
 * The same object is found again without being printed.
 */
export function createContractCache(): ContractCache {
  const byObject = new WeakMap<object, Known>();
  const byContent = new Map<string, Contract>();
  let characters = 0;

  function remember(key: string, contract: Contract): void {
    byContent.set(key, contract);
    characters += key.length;
    for (const oldest of byContent.keys()) {
      if (byContent.size <= mostContracts && characters <= mostCharacters) return;
      byContent.delete(oldest);
      characters -= oldest.length;
    }
  }

  function findByContent(schema: JsonValue, around: string, make: () => Contract): Contract {
    const content = contentOf(schema);
    if (content === undefined) return make();
    const key = around + content;
    const known = byContent.get(key);
    if (known !== undefined) return known;
    const contract = make();
    remember(key, contract);
    return contract;
  }

  return {
    find(schema, source, make) {
      const around = circumstances(source);
      if (typeof schema !== 'object' || schema === null) return findByContent(schema, around, make);
      const known = byObject.get(schema);
      if (known?.circumstances === around) return known.contract;
      const contract = findByContent(schema, around, make);
      byObject.set(schema, { circumstances: around, contract });
      return contract;
    },
  };
}
