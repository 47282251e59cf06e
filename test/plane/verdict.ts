import type { Finding } from '../../src/model/finding.ts';
import { isSame, memberOf, type PlaneEvent } from './event.ts';
import type { Fault, Planted } from './fault.ts';
import { payloadOf } from './payload.ts';
import { isRecorded, storiesOf } from './story.ts';

/** What an audit made of a planted fault. */
export interface Verdict {
  /** Whether the code stands where it was planted. */
  readonly isFound: boolean;
  /** Codes that stand there for another reason than the one planted. */
  readonly strangers: readonly Finding[];
  /** Every code that stands in connection with the planted one, and every stranger. */
  readonly codes: readonly string[];
}

/** Findings that a ledger within the law may hold (ledger.md §1 and §4): deviations that were stopped, and remarks. */
function isLawful({ code, severity, disposition }: Finding): boolean {
  if (code.startsWith('structure/')) return severity === 'note' || disposition === 'refused';
  if (code === 'ledger/repeated-call' || code === 'drift/recorded-amendment' || code === 'policy/denied') return severity === 'note';
  // announced: ledger.md §8 has it compared, findings.md makes it a note
  if (code === 'drift/declaration-changed') return severity === 'note';
  return code.startsWith('declaration/') && severity === 'note';
}

/** The finding that was planted, everything tied to it by causes, and what is left over. */
export function judge(fault: Fault, planted: Planted, lines: readonly number[], findings: readonly Finding[]): Verdict {
  const found = findings.filter((finding) => isPlanted(fault, planted, lines, finding));
  const incident = connected(findings, found);
  const strangers = findings.filter((finding) => !incident.has(finding) && !isLawful(finding));
  const codes = new Set([...strangers, ...incident].map(({ code }) => code));
  return { isFound: found.length > 0, strangers, codes: [...codes] };
}

function isPlanted(fault: Fault, { severity, repair }: Planted, lines: readonly number[], finding: Finding): boolean {
  const isRightKind = repair === undefined || finding.repair === repair || finding.kind === repair;
  const isRightSeverity = severity === undefined || finding.severity === severity;
  return finding.code === fault.code && lines.includes(finding.at.line) && isRightKind && isRightSeverity;
}

/** Findings tied to the given ones by causes, in either direction and over any number of steps. */
function connected(findings: readonly Finding[], from: readonly Finding[]): ReadonlySet<Finding> {
  const ties = findings.flatMap((finding) => findings.filter((other) => isCause(finding, other)).map((other) => [finding, other] as const));
  const incident = new Set(from);
  for (let size = -1; size < incident.size; ) {
    size = incident.size;
    for (const [a, b] of ties) {
      if (incident.has(a)) incident.add(b);
      if (incident.has(b)) incident.add(a);
    }
  }
  return incident;
}

function isCause(finding: Finding, other: Finding): boolean {
  const { cause, code, at } = finding;
  // differences of one value are one incident, whichever of them the others name
  const isStructure = code.startsWith('structure/') && other.code.startsWith('structure/');
  if (isStructure && at.line === other.at.line && finding.gate === other.gate) return true;
  return (
    cause !== undefined &&
    cause.code === other.code &&
    cause.line === other.at.line &&
    (cause.path === undefined || cause.path === other.path)
  );
}

/** Where the findings of a valid ledger go beyond the law. */
export const beyondLaw = (findings: readonly Finding[]): readonly Finding[] => findings.filter((finding) => !isLawful(finding));

/** Notes that are not due: of an amendment that nobody made, of repeats where fewer than two attempts of a step were refused. */
export function undue(events: readonly PlaneEvent[], findings: readonly Finding[]): readonly string[] {
  const refused = storiesOf(events).filter(({ inputGates, outputGates, failed, returned }) => {
    const isFailed = [...inputGates, ...outputGates].some((index) => events[index]?.verdict === 'fail') || failed.length > 0;
    return isFailed || returned.some((index) => events[index]?.outcome === 'refused');
  });
  const isDue = ({ code, at, run, step, instance }: Finding): boolean => {
    if (code === 'drift/recorded-amendment') return events[at.line - 1]?.type === 'call.amended';
    const own = refused.map(({ opened }) => events[opened]).filter((event) => event?.run === run && event?.step === step);
    return own.filter((event) => event?.instance === undefined || String(event.instance) === instance).length > 1;
  };
  const notes = findings.filter(({ code }) => code === 'drift/recorded-amendment' || code === 'ledger/repeated-call');
  const told = notes.filter(({ code }) => code === 'drift/recorded-amendment').length;
  const made = storiesOf(events).flatMap(({ opened, amended }) =>
    amended.filter((index, at) => isOther(events[index], events[amended[at - 1] ?? opened])),
  ).length;
  if (told !== made) return [`${made} amendments, of which ${told} are told`];
  const denied = findings.filter(({ code }) => code === 'policy/denied');
  const denials = events.filter(({ type, decision }) => type === 'policy.decided' && decision === 'deny');
  if (denied.some(({ at }) => !denials.includes(events[at.line - 1] ?? { type: '' })) || denied.length < Math.min(1, denials.length))
    return [`${denials.length} denials, and ${denied.length} are told`];
  return notes.filter((note) => !isDue(note)).map(({ at, code }) => `line ${at.line}: ${code} is not due`);
}

const isOther = (after: PlaneEvent | undefined, before: PlaneEvent | undefined): boolean =>
  !isSame(payloadOf(after, 'arguments'), payloadOf(before, 'arguments'));

/** What the plane itself says was refused, value by value: the delta of the gate that failed it, else of the failure. */
export function refusedIn(events: readonly PlaneEvent[]): readonly string[] {
  return storiesOf(events).flatMap(({ run, opened, inputGates, outputGates, returned, failed }) => {
    if (isUntold(events, run)) return [];
    const says = [...inputGates, ...outputGates, ...failed].flatMap((index) => {
      const { delta, gate } = events[index] ?? { type: '' };
      return Array.isArray(delta) && delta.length > 0 ? [{ delta, isResult: gate === 'output' && returned.length > 0 }] : [];
    });
    const [first] = says;
    const line = 1 + ((first?.isResult === true ? returned.at(-1) : undefined) ?? opened);
    return (first?.delta ?? []).map((entry) => `${line} structure/${memberOf(entry, 'kind')} ${memberOf(entry, 'path')}`);
  });
}

/** A run that records neither gates nor failures: its deviations are told by the answers of the host alone. */
const isUntold = (events: readonly PlaneEvent[], run: string | undefined): boolean =>
  !isRecorded(events, String(run), 'gates') && !isRecorded(events, String(run), 'failures');

/** The same of what an audit found, but for runs that say nothing of it. */
export const deviationsIn = (events: readonly PlaneEvent[], findings: readonly Finding[]): readonly string[] =>
  findings
    .filter(({ code, severity, run }) => code.startsWith('structure/') && severity === 'failure' && !isUntold(events, run))
    .map(({ at, code, path }) => `${at.line} ${code} ${path ?? ''}`);
