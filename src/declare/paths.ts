/** The folder part of a path, with its closing slash; empty for a bare name. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The last part of a path. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A path that a file names, as seen from where the program stands. */
export function joinPath(folder: string, path: string): string {
  if (path.startsWith('/')) return path;
  return `${folder}${path.replace(/^(?:\.\/)+/, '')}`;
}

/** Nothing is ever fetched: a path with a scheme is refused. `C:` is a drive. */
export function isAddress(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(path);
}

/** What a schema file is named after, and which of the two schemas it says it is. */
export interface SchemaName {
  readonly name: string;
  readonly part: 'input' | 'output' | 'either';
}

/** `refund.json`, `refund.schema.json`, `refund.input.json`, `refund.output.schema.yaml`. */
export function readSchemaName(path: string): SchemaName {
  const stem = nameOf(path)
    .replace(/\.(?:json|ya?ml)$/i, '')
    .replace(/\.schema$/i, '');
  const match = /^(.+)\.(input|output)$/i.exec(stem);
  if (match?.[1] === undefined) return { name: stem, part: 'either' };
  return { name: match[1], part: match[2]?.toLowerCase() === 'input' ? 'input' : 'output' };
}
