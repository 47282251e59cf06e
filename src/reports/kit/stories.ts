import type { Finding } from '../../model/finding.ts';

type StoryKind = 'call' | 'answer' | 'run' | 'declaration' | 'file';

/** The findings about one value or one thing, in report order: what the terminal shows as a block. */
export interface Story {
  readonly kind: StoryKind;
  /** The file whose block it stands in. */
  readonly file: string;
  /** Names the block: the first finding, which every other one shares its subject with. */
  readonly subject: Finding;
  readonly findings: readonly Finding[];
}

function storyKindOf(finding: Finding): StoryKind {
  if (finding.call !== undefined) return 'call';
  if (finding.code.startsWith('declaration/')) return 'declaration';
  if (finding.gate === 'input' || finding.tool !== undefined) return 'call';
  if (finding.gate === 'output' || finding.step !== undefined) return 'answer';
  return finding.run === undefined ? 'file' : 'run';
}

/** Two findings with the same key are about the same thing. Calls and answers without an id are told apart by their line. */
function storyKeyOf(finding: Finding, kind: StoryKind): string {
  const { at, run, step, instance, attempt, call, server, tool } = finding;
  const line = finding.cause?.line ?? at.line;
  // what follows stands with its cause, whichever file of the ledger records it
  const file = finding.cause?.file ?? at.file;
  switch (kind) {
    case 'call':
      return JSON.stringify([kind, file, run, call === undefined ? [server, tool, step, attempt, line] : call]);
    case 'answer':
      return JSON.stringify([kind, file, run, step, instance, attempt, step === undefined ? line : undefined]);
    case 'declaration':
      return JSON.stringify([kind, file, server, tool, step]);
    case 'run':
      return JSON.stringify([kind, file, run]);
    case 'file':
      return JSON.stringify([kind, file]);
  }
}

/** Groups findings by what they are about; blocks stand where their first finding stands, files in order of appearance. */
export function groupStories(findings: readonly Finding[]): Story[] {
  const groups = new Map<string, { kind: StoryKind; subject: Finding; findings: Finding[] }>();
  for (const finding of findings) {
    const kind = storyKindOf(finding);
    const key = storyKeyOf(finding, kind);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { kind, subject: finding, findings: [finding] });
    else group.findings.push(finding);
  }
  return [...groups.values()].map((group) => ({ ...group, file: group.subject.at.file }));
}

/** The same stories by file, files in order of first appearance. */
export function storiesByFile(stories: readonly Story[]): Story[][] {
  const files = new Map<string, Story[]>();
  for (const story of stories) {
    const list = files.get(story.file);
    if (list === undefined) files.set(story.file, [story]);
    else list.push(story);
  }
  return [...files.values()];
}
