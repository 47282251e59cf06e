import type { RuleCatalogue } from '../model/look.ts';
import { declarationAuthorizationLike } from './declaration-authorization-like.ts';
import { declarationConfusableName } from './declaration-confusable-name.ts';
import { declarationExternalRef } from './declaration-external-ref.ts';
import { declarationForeignKeyword } from './declaration-foreign-keyword.ts';
import { declarationForeignPattern } from './declaration-foreign-pattern.ts';
import { declarationInvalidSchema } from './declaration-invalid-schema.ts';
import { declarationNameCollision } from './declaration-name-collision.ts';
import { declarationOpenObject } from './declaration-open-object.ts';
import { declarationRefLoop } from './declaration-ref-loop.ts';
import { declarationStepStrictness } from './declaration-step-strictness.ts';
import { declarationUncheckedFormat } from './declaration-unchecked-format.ts';
import { declarationUnknownKeyword } from './declaration-unknown-keyword.ts';
import { declarationUnresolvedRef } from './declaration-unresolved-ref.ts';
import { declarationUnsafePattern } from './declaration-unsafe-pattern.ts';
import { declarationUnsupportedDialect } from './declaration-unsupported-dialect.ts';
import { declarationUntypedField } from './declaration-untyped-field.ts';
import { driftCapabilityDowngraded } from './drift-capability-downgraded.ts';
import { driftCapabilityUnproven } from './drift-capability-unproven.ts';
import { driftCommittedDespiteDeviation } from './drift-committed-despite-deviation.ts';
import { driftContractChanged } from './drift-contract-changed.ts';
import { driftDeclarationChanged } from './drift-declaration-changed.ts';
import { driftDeclarationMismatch } from './drift-declaration-mismatch.ts';
import { driftEffectRepeated } from './drift-effect-repeated.ts';
import { driftExecutedDespiteDeviation } from './drift-executed-despite-deviation.ts';
import { driftExposureWidened } from './drift-exposure-widened.ts';
import { driftFailureWithoutDelta } from './drift-failure-without-delta.ts';
import { driftIterationsExceeded } from './drift-iterations-exceeded.ts';
import { driftOversizedRelease } from './drift-oversized-release.ts';
import { driftProbeHandedOn } from './drift-probe-handed-on.ts';
import { driftRecordedAmendment } from './drift-recorded-amendment.ts';
import { driftRecoveryBeyondLimit } from './drift-recovery-beyond-limit.ts';
import { driftRejectedThoughValid } from './drift-rejected-though-valid.ts';
import { driftReleasedEarly } from './drift-released-early.ts';
import { driftSilentRepair } from './drift-silent-repair.ts';
import { driftStrictnessChanged } from './drift-strictness-changed.ts';
import { driftUnauthorizedRecovery } from './drift-unauthorized-recovery.ts';
import { driftUncompensated } from './drift-uncompensated.ts';
import { driftUngatedCommit } from './drift-ungated-commit.ts';
import { driftUngatedExecution } from './drift-ungated-execution.ts';
import { driftUnrecordedFailure } from './drift-unrecorded-failure.ts';
import { driftVerdictMismatch } from './drift-verdict-mismatch.ts';
import { driftWrongClass } from './drift-wrong-class.ts';
import { driftWrongRoute } from './drift-wrong-route.ts';
import { ledgerAmbiguousPairing } from './ledger-ambiguous-pairing.ts';
import { ledgerByteOrderMark } from './ledger-byte-order-mark.ts';
import { ledgerChainBroken } from './ledger-chain-broken.ts';
import { ledgerContentLeaked } from './ledger-content-leaked.ts';
import { ledgerContradictedStatus } from './ledger-contradicted-status.ts';
import { ledgerDuplicateCall } from './ledger-duplicate-call.ts';
import { ledgerDuplicateEvent } from './ledger-duplicate-event.ts';
import { ledgerDuplicateResult } from './ledger-duplicate-result.ts';
import { ledgerIdReused } from './ledger-id-reused.ts';
import { ledgerInvalidUtf8 } from './ledger-invalid-utf8.ts';
import { ledgerMissingResult } from './ledger-missing-result.ts';
import { ledgerOrphanEvent } from './ledger-orphan-event.ts';
import { ledgerOrphanExecution } from './ledger-orphan-execution.ts';
import { ledgerOrphanResult } from './ledger-orphan-result.ts';
import { ledgerPayloadMismatch } from './ledger-payload-mismatch.ts';
import { ledgerPromisedPayloadMissing } from './ledger-promised-payload-missing.ts';
import { ledgerProtocolShape } from './ledger-protocol-shape.ts';
import { ledgerRepeatedCall } from './ledger-repeated-call.ts';
import { ledgerRepeatedCommit } from './ledger-repeated-commit.ts';
import { ledgerRepeatedExecution } from './ledger-repeated-execution.ts';
import { ledgerRewrittenCall } from './ledger-rewritten-call.ts';
import { ledgerRunOpen } from './ledger-run-open.ts';
import { ledgerSequenceBroken } from './ledger-sequence-broken.ts';
import { ledgerSplicedLine } from './ledger-spliced-line.ts';
import { ledgerTimeOrder } from './ledger-time-order.ts';
import { ledgerTornLine } from './ledger-torn-line.ts';
import { ledgerUnreadableLine } from './ledger-unreadable-line.ts';
import { policyDenied } from './policy-denied.ts';
import { policyDeniedButExecuted } from './policy-denied-but-executed.ts';
import type { Rule } from './rule.ts';
import { structureDuplicateItem } from './structure-duplicate-item.ts';
import { structureDuplicateKey } from './structure-duplicate-key.ts';
import { structureExtraField } from './structure-extra-field.ts';
import { structureForbidden } from './structure-forbidden.ts';
import { structureInventedTool } from './structure-invented-tool.ts';
import { structureLoneSurrogate } from './structure-lone-surrogate.ts';
import { structureManyVariants } from './structure-many-variants.ts';
import { structureMissingField } from './structure-missing-field.ts';
import { structureMissingOutput } from './structure-missing-output.ts';
import { structureNoVariant } from './structure-no-variant.ts';
import { structureNotJson } from './structure-not-json.ts';
import { structureNumberForm } from './structure-number-form.ts';
import { structureOutOfRange } from './structure-out-of-range.ts';
import { structureRefusedByHost } from './structure-refused-by-host.ts';
import { structureRoundedNumber } from './structure-rounded-number.ts';
import { structureSuspiciousValue } from './structure-suspicious-value.ts';
import { structureTextDisagrees } from './structure-text-disagrees.ts';
import { structureToolNotOffered } from './structure-tool-not-offered.ts';
import { structureUndeclaredField } from './structure-undeclared-field.ts';
import { structureWrongFormat } from './structure-wrong-format.ts';
import { structureWrongLength } from './structure-wrong-length.ts';
import { structureWrongPattern } from './structure-wrong-pattern.ts';
import { structureWrongType } from './structure-wrong-type.ts';
import { structureWrongValue } from './structure-wrong-value.ts';

/** Every rule, in the order of findings.md: what a value gets wrong, what went through, what the record lacks, what the declaration lacks. */
export const rules: readonly Rule[] = [
  structureInventedTool,
  structureToolNotOffered,
  structureNotJson,
  structureMissingField,
  structureExtraField,
  structureWrongType,
  structureWrongValue,
  structureOutOfRange,
  structureWrongLength,
  structureWrongPattern,
  structureWrongFormat,
  structureDuplicateItem,
  structureNoVariant,
  structureManyVariants,
  structureForbidden,
  structureMissingOutput,
  structureDuplicateKey,
  structureLoneSurrogate,
  structureRoundedNumber,
  structureUndeclaredField,
  structureSuspiciousValue,
  structureTextDisagrees,
  structureNumberForm,
  structureRefusedByHost,
  policyDenied,
  policyDeniedButExecuted,
  driftExecutedDespiteDeviation,
  driftCommittedDespiteDeviation,
  driftUngatedExecution,
  driftUngatedCommit,
  driftSilentRepair,
  driftRecordedAmendment,
  driftVerdictMismatch,
  driftDeclarationChanged,
  driftDeclarationMismatch,
  driftUnrecordedFailure,
  driftFailureWithoutDelta,
  driftWrongClass,
  driftWrongRoute,
  driftIterationsExceeded,
  driftStrictnessChanged,
  driftUncompensated,
  driftEffectRepeated,
  driftContractChanged,
  driftUnauthorizedRecovery,
  driftRecoveryBeyondLimit,
  driftExposureWidened,
  driftReleasedEarly,
  driftOversizedRelease,
  driftCapabilityUnproven,
  driftCapabilityDowngraded,
  driftProbeHandedOn,
  driftRejectedThoughValid,
  ledgerUnreadableLine,
  ledgerInvalidUtf8,
  ledgerPayloadMismatch,
  ledgerSplicedLine,
  ledgerTornLine,
  ledgerByteOrderMark,
  ledgerSequenceBroken,
  ledgerOrphanEvent,
  ledgerOrphanExecution,
  ledgerOrphanResult,
  ledgerMissingResult,
  ledgerDuplicateCall,
  ledgerDuplicateResult,
  ledgerContradictedStatus,
  ledgerDuplicateEvent,
  ledgerAmbiguousPairing,
  ledgerContentLeaked,
  ledgerPromisedPayloadMissing,
  ledgerProtocolShape,
  ledgerIdReused,
  ledgerRepeatedCall,
  ledgerRewrittenCall,
  ledgerRepeatedExecution,
  ledgerRepeatedCommit,
  ledgerChainBroken,
  ledgerTimeOrder,
  ledgerRunOpen,
  declarationInvalidSchema,
  declarationUnresolvedRef,
  declarationExternalRef,
  declarationRefLoop,
  declarationUnsupportedDialect,
  declarationForeignPattern,
  declarationUnsafePattern,
  declarationNameCollision,
  declarationOpenObject,
  declarationUntypedField,
  declarationUncheckedFormat,
  declarationUnknownKeyword,
  declarationForeignKeyword,
  declarationConfusableName,
  declarationAuthorizationLike,
  declarationStepStrictness,
];

/** The rules by code, for reports and `explain`. */
export const catalogue: RuleCatalogue = new Map(rules.map((rule) => [rule.code, rule]));
