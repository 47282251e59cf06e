import type { DeclarationChange, DeclarationRemark, NameFault, StepStrictness } from './observation/declarations.ts';
import type {
  CapabilityDowngraded,
  CapabilityUnproven,
  ExposureWidened,
  OversizedRelease,
  ProbeHandedOn,
  RecoveryBeyondLimit,
  ReleasedEarly,
  UnauthorizedRecovery,
} from './observation/delivery.ts';
import type {
  ChainBroken,
  CopiedHistory,
  CopiedInput,
  CopiedLines,
  CopiedRun,
  FileFault,
  RunStillOpen,
  SequenceBroken,
  TimeOrder,
} from './observation/files.ts';
import type {
  DespiteDeviation,
  Deviation,
  OtherContract,
  RejectedThoughValid,
  Remark,
  Ungated,
  VerdictMismatch,
} from './observation/gates.ts';
import type {
  DeniedButExecuted,
  DeniedCall,
  MissingResult,
  OrphanEvent,
  OrphanExecution,
  PairFault,
  RepeatedCall,
  RepeatedCommit,
  RepeatedExecution,
} from './observation/pairs.ts';
import type {
  CallObjectFault,
  ContentLeaked,
  MisshapenMember,
  PayloadMismatch,
  PromisedPayloadMissing,
  RecordDefect,
} from './observation/payloads.ts';
import type {
  EffectRepeated,
  IterationsExceeded,
  ProtocolFault,
  Uncompensated,
  UnrecordedFailure,
  WrongFailure,
  WrongRoute,
} from './observation/protocol.ts';
import type { Amendment, ContradictedStatus, StageDifference } from './observation/stages.ts';

export type Observation =
  | Deviation
  | Remark
  | DespiteDeviation
  | Ungated
  | StageDifference
  | Amendment
  | VerdictMismatch
  | PairFault
  | MissingResult
  | RejectedThoughValid
  | RepeatedCall
  | OrphanEvent
  | OrphanExecution
  | RepeatedCommit
  | RepeatedExecution
  | ContradictedStatus
  | DeniedCall
  | DeniedButExecuted
  | ChainBroken
  | TimeOrder
  | CopiedHistory
  | CopiedLines
  | CopiedRun
  | CopiedInput
  | SequenceBroken
  | RunStillOpen
  | DeclarationChange
  | DeclarationRemark
  | NameFault
  | StepStrictness
  | UnrecordedFailure
  | ProtocolFault
  | WrongFailure
  | WrongRoute
  | IterationsExceeded
  | Uncompensated
  | EffectRepeated
  | OtherContract
  | ReleasedEarly
  | UnauthorizedRecovery
  | RecoveryBeyondLimit
  | ExposureWidened
  | CapabilityUnproven
  | CapabilityDowngraded
  | ProbeHandedOn
  | OversizedRelease
  | RecordDefect
  | PayloadMismatch
  | MisshapenMember
  | CallObjectFault
  | PromisedPayloadMissing
  | ContentLeaked
  | FileFault;

export type ObservationKind = Observation['kind'];
