import type { GivenWorkflow } from '../declare/declared.ts';
import { openInForce } from '../declare/in-force.ts';
import { declarationDifferences, stepDifferences } from '../delta/declarations.ts';
import type { Gates } from '../gates/gates.ts';
import type { StepDeclaration, ToolDeclaration } from '../model/declaration.ts';
import type { Declared, StepDeclared } from '../model/event/declarations.ts';
import type { Observation } from '../model/observation.ts';
import type { AnswerContract, Judge } from '../replay/judge.ts';
import type { Against } from './against.ts';
import { type DeclaredAt, openContracts } from './contracts.ts';
import { observeDeclarations } from './declarations.ts';
import { openFinder } from './finder.ts';
import { judgePayload, judgeResult } from './judge-payload.ts';
import { readPayload } from './read.ts';

export interface JudgeSettings {
  readonly given: GivenWorkflow | undefined;
  readonly gates: { readonly open: Gates; readonly closed: Gates };
  /** Whether this part of the audit owns a run: what is declared is followed for all, observed for its own. */
  readonly ownsRun: (run: string) => boolean;
  /** Whether the source lists its tools once and for all, rather than offering some in every request. */
  isListing(): boolean;
  observe(observation: Observation): void;
  /** A declaration that is not shipped yet, where one is given. */
  readonly against?: Against | undefined;
}

export interface InputJudge extends Judge {
  /** Rows of the report's `declarations`, with the dialects of the schemas that were used. */
  summaries(): readonly SummaryRow[];
  /** Whether a tool is declared in ways that nothing in the input ties together. */
  isUntold(): boolean;
}
export interface SummaryRow {
  readonly source: string | undefined;
  readonly sha256: string;
  readonly server: string | null;
  readonly tools: number;
  readonly steps: number;
  readonly scope: 'closed' | 'open';
  readonly dialects: readonly string[];
}

/** Where a declaration stands, and whose it is: of no run, where it is registered for all. */
const declaredAt = ({ record, run, isForAllRuns }: Declared | StepDeclared): DeclaredAt => ({
  record,
  run: isForAllRuns === true ? '' : run,
});

/** Declarations in force and the gates, as the replay machine asks them. */
export function openJudge(settings: JudgeSettings): InputJudge {
  const inForce = openInForce(settings.given, declarationDifferences, stepDifferences);
  const records = new WeakMap<ToolDeclaration | StepDeclaration, DeclaredAt>();
  const contracts = openContracts({ ...settings, recordOf: (tool) => records.get(tool) });
  const find = openFinder(inForce);

  const placed = (contract: AnswerContract): AnswerContract =>
    contract.declaration === undefined ? contract : { ...contract, ...records.get(contract.declaration) };

  /** The registry keeps one object per version of a tool; the record that first declared it is where its remarks stand. */
  const rememberRecords = (event: Declared): void => {
    for (const tool of event.tools) {
      const kept = inForce.lookUp(event.run, { server: event.server ?? tool.server, tool: tool.name });
      if (kept.kind === 'declared' && kept.source === 'record' && !records.has(kept.tool)) records.set(kept.tool, declaredAt(event));
    }
  };

  return {
    declare(event) {
      find.change();
      const observations = inForce.apply(event);
      if (event.kind === 'declared') rememberRecords(event);
      if (event.kind === 'step-declared') records.set(event.declaration, declaredAt(event));
      if (observations.length === 0 || !settings.ownsRun(event.run)) return;
      const told = { given: settings.given, isListing: settings.isListing() };
      for (const observation of observeDeclarations(event, observations, told)) settings.observe(observation);
    },
    find: find.find,
    step: (run, step) => inForce.step(run, step),
    terms: (run, step) => inForce.terms(run, step),
    openRun: (run) => inForce.openRun(run),
    closeRun(run) {
      inForce.closeRun(run);
      find.forget(run);
    },
    input(tool, payload, at) {
      const contract = contracts.ofTool(tool, 'input', at.posture);
      return judgePayload(contract, readPayload(payload, at.record));
    },
    result(tool, event, posture) {
      return judgeResult(contracts.ofTool(tool, 'output', posture), tool, event);
    },
    answer(contract, payload, at) {
      const found = contract.schema === undefined ? undefined : contracts.ofAnswer(placed(contract), at.posture);
      return judgePayload(found, readPayload(payload, at.record));
    },
    ...(settings.against !== undefined && { weigh: settings.against.weigh }),
    bare: (payload, record) => judgePayload(undefined, readPayload(payload, record)),
    isUntold: () => inForce.isUntold(),
    summaries: () => inForce.summaries().map(({ declared, ...row }) => ({ ...row, dialects: contracts.dialectsOf(declared) })),
  };
}
