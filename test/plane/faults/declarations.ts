import { digestOf, isRecord, type Json, type JsonRecord, type PlaneEvent } from '../event.ts';
import { type Fault, inserted, pickOne, replaced } from '../fault.ts';
import { storiesOf } from '../story.ts';

/** The same tool with one more field that every caller must give: breaking. */
function breaking(tool: JsonRecord): JsonRecord {
  const schema = isRecord(tool.inputSchema) ? tool.inputSchema : {};
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required: readonly Json[] = Array.isArray(schema.required) ? schema.required : [];
  return {
    ...tool,
    inputSchema: { ...schema, properties: { ...properties, ticket: { type: 'string' } }, required: [...required, 'ticket'] },
  };
}

/** The tool a call used is declared otherwise in the middle of its run, with or without a withdrawal before; nothing calls it again. */
function changedInRun(name: string, isAnnounced: boolean): Fault {
  return {
    code: 'drift/declaration-changed',
    name,
    plant({ events, given }, random) {
      if (given !== undefined) return undefined;
      const uses = storiesOf(events).filter(({ call, opened, run }) => call !== undefined && isLastUse(events, opened, run));
      const story = pickOne(random, uses);
      const proposed = story === undefined ? undefined : events[story.opened];
      const declared = events.slice(0, story?.opened).findLast(({ type, server, tool, run }) => {
        const isOwn = run === undefined || run === story?.run;
        return type === 'tool.declared' && isOwn && server === proposed?.server && isRecord(tool) && tool.name === proposed?.tool;
      });
      if (story === undefined || declared === undefined || !isRecord(declared.tool)) return undefined;
      const closed = events.findIndex(({ type, run }, index) => index > story.opened && type === 'run.closed' && run === story.run);
      const own = { ...declared, run: story.run, id: undefined, seq: undefined, sha256: undefined };
      const withdrawn = isAnnounced ? [{ ...own, type: 'tool.withdrawn', tool: declared.tool.name }] : [];
      const again = [...withdrawn, { ...own, tool: breaking(declared.tool) }];
      if (closed < 0) return undefined;
      return { events: inserted(events, closed, ...again), at: [closed + withdrawn.length], severity: isAnnounced ? 'note' : 'failure' };
    },
  };
}

/** No call of the run names the tool again; the run does not go on after its next end. */
function isLastUse(events: readonly PlaneEvent[], opened: number, run: string): boolean {
  const own = events[opened];
  const later = events.slice(opened + 1).filter((event) => event.run === run);
  return later.every(
    ({ type, tool, server }) => type !== 'run.opened' && !(type === 'call.proposed' && tool === own?.tool && server === own?.server),
  );
}

/** The copy the user gives says something else than the record. */
const otherGiven: Fault = {
  code: 'drift/declaration-mismatch',
  name: 'the given copy differs',
  plant({ events, given }, random) {
    const at = pickOne(
      random,
      events.flatMap(({ type }, index) => (type === 'tool.declared' ? [index] : [])),
    );
    const event = at === undefined ? undefined : events[at];
    const path = `${String(event?.server)}.tools.json`;
    const file = given?.get(path);
    if (given === undefined || at === undefined || event === undefined || !isRecord(file) || !Array.isArray(file.tools)) return undefined;
    const { name } = isRecord(event.tool) ? event.tool : {};
    const tools = file.tools.map((tool) => (isRecord(tool) && tool.name === name ? breaking(tool) : tool));
    const every = events.flatMap(({ type, server, tool }, index) => {
      return type === 'tool.declared' && server === event.server && isRecord(tool) && tool.name === name ? [index] : [];
    });
    return { events, at: every, given: new Map([...given, [path, { tools }]]) };
  },
};

/** The flag is declared once, in the run's own configuration. */
const ownStrictness: Fault = {
  code: 'declaration/step-strictness',
  name: 'a step has its own mode',
  plant({ events }, random) {
    const at = pickOne(
      random,
      events.flatMap(({ type }, index) => (type === 'step.declared' ? [index] : [])),
    );
    const event = at === undefined ? undefined : events[at];
    return at === undefined || event === undefined
      ? undefined
      : { events: replaced(events, at, { ...event, strict_mode: random.chance(0.5) }), at: [at] };
  },
};

/** A tool or a step says another digest of itself than it has. */
function otherDigest(type: 'tool.declared' | 'step.declared', name: string): Fault {
  return {
    code: 'ledger/payload-mismatch',
    name,
    plant({ events }, random) {
      const at = pickOne(
        random,
        events.flatMap((event, index) => (event.type === type ? [index] : [])),
      );
      const event = at === undefined ? undefined : events[at];
      const own = type === 'tool.declared' ? event?.tool : event?.output_schema;
      if (at === undefined || event === undefined || own === undefined) return undefined;
      const sha256 = digestOf({ other: own });
      return { events: replaced(events, at, { ...event, sha256 }), at: [at], severity: 'broken' };
    },
  };
}

export const declarationFaults: readonly Fault[] = [
  otherDigest('tool.declared', 'a tool of another digest'),
  otherDigest('step.declared', 'a step of another digest'),
  changedInRun('a used tool is declared otherwise', false),
  changedInRun('a used tool is withdrawn and declared otherwise', true),
  otherGiven,
  ownStrictness,
];
