import { isJsonObject, type JsonValue, memberOf } from '../../model/json.ts';
import { logPlaces } from './logs.ts';
import { spanPlaces } from './spans.ts';

/** True for a record that holds spans, or logs in the form of OTLP, of whatever service. */
export function isTraceRecord(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const places = spanPlaces(value);
  if (places?.some((place) => isSpanLike(place.value)) === true) return true;
  return (logPlaces(value) ?? []).some((place) => isJsonObject(place.value));
}

/** The document of another signal, or an empty one. */
export function isTraceLike(value: JsonValue): boolean {
  return ['resourceSpans', 'resourceLogs', 'resourceMetrics', 'batches', 'spans'].some((name) => memberOf(value, name) !== undefined);
}

/** A span has attributes, and an id of its own. */
function isSpanLike(span: JsonValue): boolean {
  const hasAttributes = ['attributes', 'tags', 'metadata'].some((name) => memberOf(span, name) !== undefined);
  return hasAttributes && ['spanId', 'spanID', 'span_id', 'context', 'id'].some((name) => memberOf(span, name) !== undefined);
}
