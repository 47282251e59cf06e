import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commands } from '../src/commands/index.ts';
import { exitCodes } from '../src/commands/kit/exit-codes.ts';
import { carryMeanings, formatRows } from '../src/commands/kit/format-list.ts';
import type { RulePage } from '../src/model/look.ts';
import { nativeTypes } from '../src/readers/native/types.ts';
import { catalogue } from '../src/rules/index.ts';
import { runLine } from './kit/run-line.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isUpdate = process.env.UPDATE === '1';
const generated = '<!-- generated from the source by test/docs.test.ts: UPDATE=1 npx vitest run test/docs.test.ts -->';

/** Compares a generated page with the one in the tree. A missing page is written, except in CI, where it fails. */
function holdPage(path: string, text: string): void {
  const file = join(root, path);
  const isMissing = !existsSync(file);
  if (isUpdate || (isMissing && !process.env.CI)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  expect(isMissing, `${path} is missing (UPDATE=1 npx vitest run test/docs.test.ts writes it)`).toBe(false);
  expect(readFileSync(file, 'utf8'), `${path} (UPDATE=1 npx vitest run test/docs.test.ts rewrites it)`).toBe(text);
}

const pages = [...catalogue.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
const pageName = (code: string): string => `${code.replace('/', '-')}.md`;

function rulePage({ code, severity, title, why, fix }: RulePage): string {
  return `${generated}\n\n# ${code}\n\nSeverity: **${severity}**\n\n${title}\n\n## Why it matters\n\n${why}\n\n## What to do\n\n${fix}\n`;
}

function ruleIndex(): string {
  const rows = pages.map(({ code, severity, title }) => `| [${code}](${pageName(code)}) | ${severity} | ${title.replaceAll('|', '\\|')} |`);
  return `${generated}\n\n# Findings\n\n| code | severity | fires when |\n|---|---|---|\n${rows.join('\n')}\n`;
}

describe('docs/rules', () => {
  test('there are rules', () => expect(pages.length).toBeGreaterThan(20));
  test('the list', () => holdPage('docs/rules/README.md', ruleIndex()));
  test.each(pages)('$code', (page) => holdPage(`docs/rules/${pageName(page.code)}`, rulePage(page)));

  test('no page outlives its rule', () => {
    const wanted = new Set(['README.md', ...pages.map(({ code }) => pageName(code))]);
    expect(readdirSync(join(root, 'docs/rules')).filter((name) => !wanted.has(name))).toEqual([]);
  });
});

async function helpOf(line: string): Promise<string> {
  const { stdout, exit } = await runLine(line, { cwd: root });
  expect(exit).toBe(0);
  return `\`\`\`text\n${stdout}\`\`\`\n`;
}

const conventions = `## Good to know

* Without \`--strict\`, \`--no-strict\` or \`--fail-on\` each run is judged by its own posture: \`strict_mode: true\` fails on every deviation, otherwise only breaches and broken evidence fail. The three flags exclude each other. \`lint\` has no run to ask and fails on every schema that cannot be applied.
* \`-\` reads standard input. Gzip is unpacked, with all its members; zstd, xz and zip are refused by name.
* An input of \`replay\`, \`validate\` or \`declare\` that is a folder stands for every recording below it: files ending in \`.jsonl\`, \`.ndjson\` or \`.json\`, also with \`.gz\`. A pattern that the shell left alone is expanded (\`*\`, \`?\` and \`**\`; a name that begins with a dot only where the pattern says the dot). Links that lead out of the folder are refused, linked folders inside it are read where they really stand. Inputs are read in the order of their code units, each once.
* \`--output FILE\` writes the report to FILE without colours and prints its closing line to standard output. It never overwrites an input.
* Recorded values are shown by default, in the terminal report and in JSON alike; \`--values type\` and \`--values hash\` keep them out of a log. A short digest of a guessable value can be guessed.
* \`--schemas DIR\` reads every \`*.json\` under DIR by its \`$id\`; \`--schemas BASE_URI=DIR\` names the same files by BASE_URI and their relative path. Symbolic links that lead out of DIR are refused, linked directories inside it are read where they really stand, and nothing is ever fetched over a network.
* \`--payloads DIR\` is for content-free ledgers. A run is content-free when it records payloads and all of them as digests alone (\`arguments_sha256\`, \`call_sha256\`, \`value_sha256\`, …). The files in DIR are named by the SHA-256 of their bytes, 64 lower-case hexadecimal digits; one is read only where a record names it, up to 32 MiB, and no link is followed. Its bytes are held against its name, and a call object against its event; then it is judged like a recorded value. Without DIR values are unchecked as \`content-withheld\`, and a digest that stands beside its value is held against that.
* \`declare -- COMMAND\` is the only command that runs anything, and it runs what you typed: a program on this machine, with your rights, your environment and no shell. It is sent \`initialize\` and \`tools/list\` (MCP 2025-11-25), never a call, and it is ended after 30 seconds at most. A lock file holds each tool object with the SHA-256 of its RFC 8785 form; \`--declare LOCK\` checks the digests and compares the lock with what a recording declares (drift/declaration-mismatch).
* Colours: \`--no-color\` first, then \`FORCE_COLOR\`, then \`NO_COLOR\`, then whether standard output is a terminal.
* A closed pipe (\`| head\`) ends the output quietly; the exit code still tells the verdict. An interrupted run ends with 130.
* When several exit codes apply: 2, then 1, then 3. A report is written on 0, 1 and 3 alike.
`;

test('docs/cli.md', async () => {
  const sections = [`${generated}\n\n# The command line\n\n${await helpOf('twogates --help')}`];
  for (const { name } of commands) sections.push(`## twogates ${name}\n\n${await helpOf(`twogates ${name} --help`)}`);
  const codes = exitCodes.map(({ code, meaning }) => `| ${code} | ${meaning} |`).join('\n');
  sections.push(`## Exit codes\n\n| code | meaning |\n|---|---|\n${codes}\n`, conventions);
  holdPage('docs/cli.md', sections.join('\n'));
});

const formatsIntroduction = `# Recordings

A recording is recognised by its content, never by its name; \`--from ID\` forces a format. A file that no format knows ends with exit code 3 and the nearest one.

## Containers

The format says what a record means; the container is how records are written to a file, and every format comes in any of them:

* JSON lines, one record a line. Blank lines and lines that begin with \`//\` are passed over and not counted as records.
* A stream of server-sent events, as \`curl -N\` writes it to a file: the \`data\` of each event is a record, and \`[DONE]\` is the end of a stream. Several streams may follow one another, each with the JSON of its request before it and with the head of its response (\`curl -i\`). Only the first lines tell: in a file that begins otherwise, such a line is damage.
* One JSON document, one array whose elements are the records, or pretty-printed values one after the other.
* Several records on one line, a record that stops short at the end of a file that is still being written, a byte order mark: read as far as they can surely be read, and said as a finding with the line.
* Any of these packed with gzip, of one or many members. zstd, xz and zip are refused by name, with the command that unpacks them: a decoder that stops early without an error would audit less than it says.

The text is UTF-8. Numbers beyond a double, keys that stand twice and half characters are seen as they are written.

## What "not recorded" means

A format that has no field for something cannot show that it happened, nor that it did not. The report keeps the two apart: a stage that no input can carry is "not recorded", never 0, and a finding that needs it is not asked and is listed under "not asked". A native ledger says for every run what it records (\`records\` of \`run.opened\`); for every other format the list below is what it can carry at most.

A call that passed through a wrapper tool is judged as the call that was meant only by a rule of the workflow file (\`names.wrappers\`): then the inner calls stand in place of the outer one, with ids such as \`call_7/0\`. Nothing is unwrapped by likeness, and where a rule does not fit to the letter the outer call is judged as it stands.
`;

const pairs = `## Pairs

A request and its response may be kept in many ways, and each provider's pairs come in any of them: \`{"request", "response"}\`, \`{"input", "output"}\`, \`{"body", "response"}\`, the two bodies of an HTTP exchange (\`{"status_code", "body"}\`, also the text of a stream in \`body_raw\`), the response beside the members of the request, one of the two alone, a line of a batch or of its results, the log of Bedrock's model invocations, the log of LiteLLM, what Helicone keeps. What failed, in a batch or by itself, holds no call. A response that the file does not hold may have made a call whose result a later one brings: that is told, and not taken for a result that nobody asked for.

A message has parts. One of a kind that is not known is told by that kind; where it looks like a call, a strict audit is inconclusive.
`;

const streamsIntroduction = `## Streams

A response that came in pieces is read once it is whole, whether its pieces are a list inside of a record or each of them is a record: a line of JSON, or the data of a server-sent event. A call has its place at the piece that names it, a text at its first piece.

The request in the record right before a stream is the request of that stream: its tools and its form of an answer judge what was streamed. Where two requests stand one after the other, it is not known which of them is answered; a stream then has a request only if both ask for the same. A request that says \`"stream": false\` has no stream. A stream that stops before its end is read as far as it goes, and the report says so: what was not finished is neither judged nor passed. What a stream says of itself twice and not alike is told as well, since nothing says which is true.
`;

const histories = `## Histories

A request repeats the conversation so far, and each call of it counts once, with its result, in whatever order the records stand. An id made at random says that two calls of one tool with the same arguments are one. Ids that are absent or counted (\`call_1\`) come in every conversation: there the words before the call must be the same, and where only the system instruction differs, a request that goes on from another one is of the same conversation, and one that says the same again is of another. A response that makes a call which a history showed before is no second call; what it was offered and what was declared then is judged where the response stands. A conversation of a provider that is split over two files is counted in each of them; only native ledgers go on from file to file.
`;

const savedItems = `## Saved items

Items of the Responses API that were saved without their requests, one a record, as one array or as the API lists them, are one conversation. Nothing in them says which tools were declared: \`--declare\` does, and without it their calls are unchecked. A list of the API begins with its newest item unless another order was asked for; which it is shows where an output stands before its call. The call of a result may lie on another page, or with the response that the list belongs to: then the result is told as one whose call is not recorded here.
`;

test('docs/formats.md', () => {
  const rows = formatRows().map(
    ({ id, title, can, cannot }) => `| \`${id}\` | ${title} | ${can.join(', ')} | ${cannot.join(', ') || '–'} |`,
  );
  const words = Object.entries(carryMeanings).map(([word, meaning]) => `| ${word} | ${meaning} |`);
  const table = `## Formats\n\n| id | recording | can carry | not recorded |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  const streams = formatRows().flatMap((row) => (row.streams === null ? [] : [`| \`${row.id}\` | ${row.streams} |`]));
  const pieces = `${streamsIntroduction}\n| id | pieces |\n|---|---|\n${streams.join('\n')}\n`;
  holdPage(
    'docs/formats.md',
    `${generated}\n\n${formatsIntroduction}\n${table}\n| word | says |\n|---|---|\n${words.join('\n')}\n\n${pairs}\n${pieces}\n${histories}\n${savedItems}`,
  );
});

interface Example {
  readonly place: string;
  readonly command: string;
  readonly output: string;
}

/**
 * Blocks fenced as \`console\`: each \`$ [npx] twogates …\` with the output printed below it. A line of \`…\` alone stands for
 * any lines; other commands in a block are not run.
 */
function examplesIn(path: string): readonly Example[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/^```console\n(.*?)^```$/gms)].flatMap((block, index) =>
    (block[1] ?? '')
      .split(/^(?=\$ )/m)
      .filter((part) => /^\$ (npx )?twogates /.test(part))
      .map((part) => {
        const [first = '', ...rest] = part.split('\n');
        return { place: `${path}, block ${index + 1}`, command: first.slice(2), output: rest.join('\n') };
      }),
  );
}

function matches(shown: string, printed: string): boolean {
  const pieces = shown.split(/^…\n/m).map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join('(?:.*\\n)*?')}$`).test(printed);
}

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'].filter((path) => existsSync(join(root, path))),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];
const examples = documents.flatMap(examplesIn);

test('CONTRIBUTING shows a reader as it is', () => {
  const reader = readFileSync(join(root, 'src/readers/mistral.ts'), 'utf8');
  expect(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')).toContain(`\`\`\`ts\n${reader}\`\`\``);
});

describe('what the documents show, the program prints', () => {
  test('the matcher knows the difference', () => {
    expect(matches('a\n…\nd\n', 'a\nb\nc\nd\n')).toBe(true);
    expect(matches('a\n…\nd\n', 'a\nb\nc\n')).toBe(false);
    expect(matches('a\n', 'a\nb\n')).toBe(false);
  });

  test.each(examples)('$place: $command', async ({ command, output }) => {
    const { stdout, stderr } = await runLine(command, { cwd: root });
    const printed = stdout + stderr;
    if (!matches(output, printed)) expect(printed).toBe(output);
  });
});

test('docs/ledger.md speaks of every event type of the ledger', () => {
  const page = readFileSync(join(root, 'docs/ledger.md'), 'utf8');
  expect(nativeTypes.filter((type) => !page.includes(`\`${type}\``))).toEqual([]);
});

test('every relative link in the documents leads somewhere', () => {
  const broken = documents.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map((match) => join(dirname(path), match[1] ?? ''))
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${path} → ${relative(root, join(root, target))}`),
  );
  expect(broken).toEqual([]);
});
