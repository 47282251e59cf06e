import { recognizeBy } from './kit/share.ts';
import { isTraceLike, isTraceRecord } from './otel/marks.ts';
import { openSession } from './otel/session.ts';
import type { Reader } from './reader.ts';

/**
 * OpenTelemetry traces with the GenAI conventions, or with those of OpenInference, Traceloop, the AI SDK and Google's ADK: OTLP, Tempo and
 * Jaeger documents, and spans with a map of attributes. A trace is a run; what was not captured is not said to be absent.
 */
export const otel: Reader = {
  id: 'otel',
  title: 'OpenTelemetry GenAI traces',
  carries: ['declarations', 'executions', 'error-flag', 'ids', 'order', 'time'],
  owns: 'file',
  recognize: (first) =>
    recognizeBy(first, { isSure: isTraceRecord, isAlike: isTraceLike, missing: 'its records have no spans with attributes' }),
  open: openSession,
};
