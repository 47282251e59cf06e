import type { Answered, Committed, Released } from './event/answers.ts';
import type { Amended, Authorized, Decided, Executed, GateChecked, Proposed, Returned } from './event/calls.ts';
import type { Continued, DeclarationsChanged, Declared, StepDeclared, Withdrawn } from './event/declarations.ts';
import type { AttemptFailed, Compensation, CritiqueEngaged, RecoveryAuthorized } from './event/failures.ts';
import type { Planned, ProviderCalled } from './event/providers.ts';
import type { Noted, Persisted, RunClosed, RunOpened, TurnBegun, Unread, Unrelated } from './event/runs.ts';

export type LedgerEvent =
  | RunOpened
  | RunClosed
  | Declared
  | Continued
  | Withdrawn
  | DeclarationsChanged
  | StepDeclared
  | Proposed
  | Amended
  | GateChecked
  | Authorized
  | Executed
  | Returned
  | Answered
  | Committed
  | Released
  | Persisted
  | AttemptFailed
  | CritiqueEngaged
  | Compensation
  | TurnBegun
  | Planned
  | ProviderCalled
  | RecoveryAuthorized
  | Decided
  | Noted
  | Unrelated
  | Unread;
