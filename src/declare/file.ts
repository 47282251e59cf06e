import { isJsonObject, type JsonValue } from '../model/json.ts';
import type { DeclarationRemark, GivenDeclarations } from './declared.ts';
import type { GivenDocument } from './document.ts';
import { isLock, readLock } from './lock.ts';
import { refuseUnknown } from './refused.ts';
import { declareByName, isSchemaShaped } from './schema-file.ts';
import { describe } from './shape.ts';
import { findTools } from './tool-lists.ts';

export interface FileExpectation {
  /** Whether a bare schema, which also names a step, is as welcome as tools. */
  readonly kinds: 'tools' | 'anything';
  /** The server whose tools these are, where the file does not say. */
  readonly server: string | undefined;
}

/** Reads what one file declares, whatever its notation. Throws Refused when it declares nothing. */
export function declareFile(document: GivenDocument, { kinds, server }: FileExpectation): GivenDeclarations {
  if (isLock(document.value)) return readLock(document);
  const found = findTools(document.value, { pointer: '', server });
  const base = { source: document.source, sha256: document.sha256, scope: 'open' } as const;
  if (found !== undefined) {
    const remarks = [...collisions(found.tools), ...found.unread.map((pointer): DeclarationRemark => ({ kind: 'unread-entry', pointer }))];
    return { ...base, tools: found.tools, steps: [], remarks };
  }
  if (!isSchemaShaped(document.value)) {
    return refuseUnknown(
      document.source,
      `declares nothing that is known here: found ${outline(document.value)}; expected ${expected(kinds)}`,
    );
  }
  const named = declareByName(document.source, document.value);
  return { ...base, tools: named.tools.map((tool) => ({ ...tool, server })), steps: kinds === 'tools' ? [] : named.steps };
}

/** Two tools of one server under one name: which one a call means cannot be told. */
function collisions(tools: GivenDeclarations['tools']): readonly DeclarationRemark[] {
  const seen = new Set<string>();
  return tools.flatMap((tool): DeclarationRemark[] => {
    const key = JSON.stringify([tool.server ?? null, tool.name]);
    if (seen.has(key))
      return [{ kind: 'name-collision', pointer: tool.inputPointer.replace(/\/[^/]*$/, ''), name: tool.name, server: tool.server }];
    seen.add(key);
    return [];
  });
}

function outline(value: JsonValue): string {
  if (!isJsonObject(value)) return describe(value);
  const names = Object.keys(value);
  if (names.length === 0) return 'an empty object';
  const shown = names
    .slice(0, 5)
    .map((name) => JSON.stringify(name.slice(0, 40)))
    .join(', ');
  return `an object with ${shown}${names.length > 5 ? ` and ${names.length - 5} more keys` : ''}`;
}

function expected(kinds: FileExpectation['kinds']): string {
  const tools = 'a tools/list result, a tool list of any provider, one tool, or a JSON Schema named after its tool';
  return kinds === 'tools' ? tools : `a workflow file, ${tools} or step`;
}
