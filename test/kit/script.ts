/**
 * A command script (txtar style): `# prose`, `copy FOLDER`, `$ [NAME=value] twogates …` and `exit N` lines, each command
 * followed by its sections. `-- stdout --` and `-- stderr --` are compared whole (an absent stderr must be empty, an absent
 * stdout is not asked), `-- stdout has --` line by line, `-- stdin --` is handed in; any other section is a file.
 */
export interface Script {
  readonly copies: readonly string[];
  readonly files: ReadonlyMap<string, string>;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly line: string;
  readonly exit: number;
  readonly stdin: string;
  readonly wanted: { readonly stdout?: string; readonly stderr?: string; readonly stdoutHas: readonly string[] };
}

interface Section {
  readonly name: string;
  readonly text: string;
}

/** Sections under `-- name --` lines; the first, nameless one is what stands before them. */
function sectionsOf(text: string): readonly Section[] {
  const pieces = text.split(/^-- (.+) --\n/m);
  const sections: Section[] = [{ name: '', text: pieces[0] ?? '' }];
  for (let index = 1; index < pieces.length; index += 2) sections.push({ name: pieces[index] ?? '', text: pieces[index + 1] ?? '' });
  return sections;
}

const streams: ReadonlySet<string> = new Set(['stdout', 'stderr', 'stdout has', 'stdin']);

/** A blank line with a `# comment` or a `$ command` behind it ends a stream section. */
function splitAtCommand(text: string): readonly [string, string] {
  const at = text.search(/^\n[#$] /m);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

export function parseScript(text: string): Script {
  const copies: string[] = [];
  const files = new Map<string, string>();
  const steps: Step[] = [];
  const readLines = (lines: string): void => {
    for (const line of lines.split('\n')) {
      const last = steps.at(-1);
      const code = /^exit (\d+)$/.exec(line)?.[1];
      if (line.startsWith('$ ')) steps.push({ line: line.slice(2), exit: 0, stdin: '', wanted: { stdoutHas: [] } });
      else if (code !== undefined && last !== undefined) steps[steps.length - 1] = { ...last, exit: Number(code) };
      else if (line.startsWith('copy ')) copies.push(line.slice(5));
    }
  };
  for (const section of sectionsOf(text)) {
    if (section.name !== '' && !streams.has(section.name)) {
      files.set(section.name, section.text);
      continue;
    }
    const [body, commands] = section.name === '' ? ['', section.text] : splitAtCommand(section.text);
    const last = steps.at(-1);
    if (section.name !== '' && last === undefined) throw new Error(`the section ${section.name} belongs to no command`);
    if (section.name !== '' && last !== undefined) steps[steps.length - 1] = withStream(last, { name: section.name, text: body });
    readLines(commands);
  }
  return { copies, files, steps };
}

function withStream(step: Step, { name, text }: Section): Step {
  switch (name) {
    case 'stdin':
      return { ...step, stdin: text };
    case 'stdout':
      return { ...step, wanted: { ...step.wanted, stdout: text } };
    case 'stderr':
      return { ...step, wanted: { ...step.wanted, stderr: text } };
    default:
      return { ...step, wanted: { ...step.wanted, stdoutHas: text.split('\n').filter((line) => line !== '') } };
  }
}
