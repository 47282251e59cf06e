import type { Carry } from '../model/carry.ts';
import type { Severity } from '../model/finding.ts';
import type { RulePage } from '../model/look.ts';
import type { Observation, ObservationKind } from '../model/observation.ts';

type Overlapping<Member extends Observation, Kind extends ObservationKind> = Member extends unknown
  ? Member['kind'] & Kind extends never
    ? never
    : Member
  : never;

/** The observations that can be of one or several kinds. */
export type Of<Kind extends ObservationKind> = Overlapping<Observation, Kind>;

/** Says a line of the same run: "line 12", or with its file where that is another one. */
export type LineWords = (line: number) => string;

export interface RuleDefinition<Kind extends ObservationKind> extends RulePage {
  /** The source must carry all of these, or the rule is not asked there and the report lists it. */
  readonly needs: readonly Carry[];
  /** What stands in the record wherever the rule speaks: asked of the source, and not of what a run says that it records. */
  readonly shows?: readonly Carry[];
  /** Asked only where a workflow file declares effects. */
  readonly needsEffects?: true;
  /** How the closing line counts it: one, many. */
  readonly noun: readonly [one: string, many: string];
  /** What the replay machine or a gate must have observed. */
  readonly observes: readonly Kind[];
  /** Narrows what is observed further; a rule without it speaks of all of its kinds. */
  applies?(observation: Of<Kind>): boolean;
  /** Where the weight depends on the case; otherwise `severity`. */
  weigh?(observation: Of<Kind>): Severity;
  /** One line that stands alone: lower case, no full stop, and no recorded value of an argument or result. */
  message(observation: Of<Kind>, line: LineWords): string;
}

/** A rule as the registry holds it: `speak` answers undefined where the rule has nothing to say. */
export interface Rule extends RulePage {
  readonly needs: readonly Carry[];
  readonly shows?: readonly Carry[];
  readonly needsEffects?: true;
  readonly noun: readonly [one: string, many: string];
  readonly observes: readonly ObservationKind[];
  speak(observation: Observation, line: LineWords): Spoken | undefined;
}

/** What a rule says of an observation. */
export interface Spoken {
  readonly severity: Severity;
  readonly message: string;
}

/** Hides the observation's own type, so that rules of all kinds stand in one list without casts. */
export function defineRule<Kind extends ObservationKind>(definition: RuleDefinition<Kind>): Rule {
  const observes: readonly string[] = definition.observes;
  const isObserved = (observation: Observation): observation is Of<Kind> => observes.includes(observation.kind);
  return {
    ...definition,
    speak(observation, line) {
      if (!isObserved(observation)) return undefined;
      if (definition.applies !== undefined && !definition.applies(observation)) return undefined;
      return { severity: definition.weigh?.(observation) ?? definition.severity, message: definition.message(observation, line) };
    },
  };
}
