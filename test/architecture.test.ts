import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** A room, the rooms it may import, and the packages, each with the only files that may import it (`*`: all of the room). */
interface Row {
  readonly rooms: readonly string[];
  readonly packages?: Readonly<Record<string, readonly string[]>>;
}
const anyFile = ['*'];
const middle = ['model', 'text', 'json', 'digest', 'records', 'readers', 'declare', 'gates', 'delta', 'replay', 'rules'];

/** The import law (ARCHITECTURE.md). To widen it, write the reason there first. */
const law: Readonly<Record<string, Row>> = {
  model: { rooms: [] },
  text: { rooms: ['model'] },
  json: { rooms: ['model'] },
  digest: { rooms: ['model', 'json'], packages: { 'node:crypto': anyFile } },
  io: {
    rooms: [],
    packages: {
      'node:child_process': ['child.ts'],
      'node:events': ['child.ts'],
      'node:fs/promises': ['member.ts', 'node.ts'],
      'node:path': ['member.ts', 'node.ts'],
      'node:stream': ['child.ts', 'unpack.ts'],
      'node:zlib': ['unpack.ts'],
    },
  },
  records: { rooms: ['model', 'text', 'json', 'digest'], packages: { 'node:buffer': anyFile } },
  readers: { rooms: ['model', 'text', 'json'] },
  declare: { rooms: ['model', 'json', 'digest'], packages: { yaml: anyFile } },
  gates: {
    rooms: ['model', 'json'],
    packages: {
      ajv: ['compile/*'],
      '@hyperjump/json-schema-formats': ['formats/*'],
      'node:vm': ['patterns/*'],
    },
  },
  delta: { rooms: ['model', 'json'] },
  replay: { rooms: ['model', 'text', 'json', 'delta', 'digest'] },
  rules: { rooms: ['model', 'text', 'json'] },
  'audit.ts': { rooms: middle },
  'diff.ts': { rooms: [...middle, 'audit.ts'] },
  'lint.ts': { rooms: [...middle, 'audit.ts'] },
  reports: { rooms: ['model', 'text', 'json'], packages: { chalk: ['kit/paint.ts'], 'cli-table3': ['kit/paint.ts'] } },
  commands: {
    rooms: ['io', 'model', 'text', 'json', 'digest', 'readers', 'rules', 'reports', 'declare', 'audit.ts', 'diff.ts', 'lint.ts'],
    packages: { commander: anyFile },
  },
  'main.ts': { rooms: ['io', 'commands', 'text'], packages: { commander: anyFile } },
  'index.ts': { rooms: ['model', 'audit.ts', 'diff.ts', 'lint.ts', 'gates'] },
};

interface Source {
  /** Path below src/, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

function filesBelow(folder: string, ending: string): readonly Source[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(join(root, folder), path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

const sources = filesBelow('src', '.ts');

/** A room is a folder of src/; a file that stands beside the rooms is a room of its own, with the folder of its name (audit.ts, audit/). */
function roomOf(path: string): string {
  const [first = ''] = path.split('/');
  return path.includes('/') && Object.hasOwn(law, `${first}.ts`) ? `${first}.ts` : first;
}

/** Every import form: static, type-only, re-export, dynamic, require, import type, triple slash. */
function importsOf({ text }: Source): readonly string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

function targetOf(source: Source, specifier: string): string {
  return posix.normalize(posix.join(posix.dirname(source.path), specifier));
}

function isAllowedIn(path: string, files: readonly string[]): boolean {
  const inRoom = path.split('/').slice(1).join('/');
  return files.some((file) => file === '*' || file === inRoom || (file.endsWith('/*') && inRoom.startsWith(file.slice(0, -1))));
}

/** What is wrong with one import, or undefined. */
function breach(source: Source, specifier: string): string | undefined {
  const room = roomOf(source.path);
  const row = law[room];
  if (row === undefined) return `src/${source.path}: the room "${room}" has no row in the import law`;
  if (!specifier.startsWith('.')) {
    const files = row.packages?.[specifier];
    if (files !== undefined && isAllowedIn(source.path, files)) return undefined;
    return `src/${source.path} imports "${specifier}": not in the row of ${room}`;
  }
  const target = targetOf(source, specifier);
  if (!specifier.endsWith('.ts')) return `src/${source.path} imports "${specifier}": relative imports end in .ts`;
  if (target.startsWith('..')) return `src/${source.path} imports "${specifier}": outside src/`;
  const other = roomOf(target);
  if (other === room || row.rooms.includes(other)) return undefined;
  return `src/${source.path} imports "${specifier}": ${room} may not import ${other}`;
}

describe('the import law', () => {
  test('is about something', () => expect(sources.length).toBeGreaterThan(50));

  test('a room imports only what its row names', () => {
    const breaches = sources.flatMap((source) => importsOf(source).map((specifier) => breach(source, specifier)));
    expect(breaches.filter((one) => one !== undefined)).toEqual([]);
  });

  test('every row names rooms that exist, and packages that are used', () => {
    const rooms = new Set(sources.map(({ path }) => roomOf(path)));
    expect(Object.keys(law).filter((room) => !rooms.has(room))).toEqual([]);
    const unused = Object.entries(law).flatMap(([room, { packages = {} }]) =>
      Object.keys(packages).filter((name) => !sources.some((source) => roomOf(source.path) === room && importsOf(source).includes(name))),
    );
    expect(unused).toEqual([]);
  });

  test('catches every form of import, and names the fault', () => {
    const forms = [
      "import { a } from '../io/io.ts';",
      "import type { A } from '../io/io.ts';",
      "export { a } from '../io/io.ts';",
      "export * from '../io/io.ts';",
      "import '../io/io.ts';",
      "const a = await import('../io/io.ts');",
      "type A = import('../io/io.ts').A;",
      "const a = require('../io/io.ts');",
    ];
    for (const text of forms) {
      const source = { path: 'gates/x.ts', text };
      expect(importsOf(source).map((specifier) => breach(source, specifier))).toEqual([
        'src/gates/x.ts imports "../io/io.ts": gates may not import io',
      ]);
    }
  });

  test('packages are imported only where their row says so', () => {
    const source = (path: string, name: string) => breach({ path, text: '' }, name);
    expect(source('gates/walk/x.ts', 'ajv')).toBe('src/gates/walk/x.ts imports "ajv": not in the row of gates');
    expect(source('gates/compile/x.ts', 'ajv')).toBeUndefined();
    expect(source('rules/x.ts', 'node:fs')).toBe('src/rules/x.ts imports "node:fs": not in the row of rules');
    expect(source('attic/x.ts', 'node:fs')).toBe('src/attic/x.ts: the room "attic" has no row in the import law');
    expect(source('io/node.ts', '../../test/x.ts')).toBe('src/io/node.ts imports "../../test/x.ts": outside src/');
  });

  test('built-in modules carry the node: prefix', () => {
    const bare = sources.flatMap((source) =>
      importsOf(source)
        .filter((name) => builtinModules.includes(name))
        .map((name) => `src/${source.path}: ${name}`),
    );
    expect(bare).toEqual([]);
  });
});

/** Files reached from main.ts when nothing but static imports is followed: what every start pays for. */
function loadedAtStart(): { readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> } {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = ['main.ts', 'io/node.ts'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const source = byPath.get(path);
    if (source === undefined || files.has(path)) continue;
    files.add(path);
    for (const specifier of staticImportsOf(source)) {
      if (specifier.startsWith('.')) waiting.push(targetOf(source, specifier));
      else packages.add(specifier);
    }
  }
  return { files, packages };
}

function staticImportsOf(source: Source): readonly string[] {
  const tree = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest);
  return tree.statements.flatMap((statement) => {
    if (ts.isImportDeclaration(statement) && statement.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword)
      return textOf(statement.moduleSpecifier);
    if (ts.isExportDeclaration(statement) && !statement.isTypeOnly && statement.moduleSpecifier !== undefined)
      return textOf(statement.moduleSpecifier);
    return [];
  });
}

function textOf(node: ts.Expression): readonly string[] {
  return ts.isStringLiteral(node) ? [node.text] : [];
}

test('a start loads the parser of the command line and nothing of the audit', () => {
  const { files, packages } = loadedAtStart();
  expect([...packages].filter((name) => !name.startsWith('node:'))).toEqual(['commander']);
  expect([...files].filter((path) => !['io', 'main.ts', 'commands', 'text', 'model'].includes(roomOf(path)))).toEqual([]);
});

interface Offence {
  readonly name: string;
  /** Undefined when the node is innocent, else what to do instead. */
  readonly of: (node: ts.Node, source: Source) => string | undefined;
}

const isPlacedOutside = (path: string): boolean => path === 'io/node.ts';

/** House style that a compiler does not hold. */
const offences: readonly Offence[] = [
  { name: 'any', of: (node) => (node.kind === ts.SyntaxKind.AnyKeyword ? 'no `any`: say what it is, or unknown' : undefined) },
  { name: '!', of: (node) => (ts.isNonNullExpression(node) ? 'no `!`: handle undefined' : undefined) },
  {
    name: 'as',
    of: (node) => {
      if (!ts.isAsExpression(node) && !ts.isTypeAssertionExpression(node)) return undefined;
      return ts.isConstTypeReference(node.type) ? undefined : 'no `as` except `as const`: narrow by a test';
    },
  },
  {
    name: 'localeCompare',
    of: (node) =>
      ts.isIdentifier(node) && /^(localeCompare|toLocale\w+|Intl)$/.test(node.text) ? 'no locale: compare by code unit' : undefined,
  },
  {
    name: 'process',
    of: (node, { path }) =>
      ts.isIdentifier(node) && node.text === 'process' && !isPlacedOutside(path) ? '`process` only in bin/ and io/node.ts' : undefined,
  },
  {
    name: 'clock and chance',
    of: (node) =>
      ts.isPropertyAccessExpression(node) && /^(Date\.now|Math\.random|performance\.now)$/.test(node.getText())
        ? 'no clock, no chance: same input, same bytes'
        : undefined,
  },
  {
    name: 'console',
    // One file silences a package that prints what it refuses.
    of: (node, { path }) =>
      ts.isIdentifier(node) && node.text === 'console' && path !== 'gates/formats/library.ts' ? 'write through the door (io)' : undefined,
  },
  { name: 'enum', of: (node) => (ts.isEnumDeclaration(node) ? 'no enums: a union of literals' : undefined) },
  { name: 'default export', of: (node) => (ts.isExportAssignment(node) ? 'named exports only' : undefined) },
];

function offencesIn(source: Source): readonly string[] {
  const tree = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    for (const { of } of offences) {
      const advice = of(node, source);
      if (advice === undefined) continue;
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
      found.push(`src/${source.path}:${line + 1}: ${advice}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

describe('the house style', () => {
  test('holds in every file', () => expect(sources.flatMap(offencesIn)).toEqual([]));

  test('no test asks a clock: how fast it is, bench/ measures', () => {
    const timed = filesBelow('test', '.ts').filter(({ text }) => /\bperformance\.|\bhrtime\b/.test(text));
    expect(timed.map(({ path }) => path).filter((path) => path !== 'architecture.test.ts')).toEqual([]);
  });

  test.each([
    ['const a: any = 1;', 'no `any`: say what it is, or unknown'],
    ['a!.b;', 'no `!`: handle undefined'],
    ['a as string;', 'no `as` except `as const`: narrow by a test'],
    ['<string>a;', 'no `as` except `as const`: narrow by a test'],
    ['a.localeCompare(b);', 'no locale: compare by code unit'],
    ['process.exit(1);', '`process` only in bin/ and io/node.ts'],
    ['Date.now();', 'no clock, no chance: same input, same bytes'],
    ['console.log(1);', 'write through the door (io)'],
    ['enum A { b }', 'no enums: a union of literals'],
    ['export default 1;', 'named exports only'],
  ])('%s is an offence', (text, advice) => {
    expect(offencesIn({ path: 'gates/x.ts', text })).toEqual([`src/gates/x.ts:1: ${advice}`]);
  });

  test('`as const` is none', () => expect(offencesIn({ path: 'gates/x.ts', text: 'const a = [1] as const;' })).toEqual([]));
});
