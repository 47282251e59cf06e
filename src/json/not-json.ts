export type NotJsonReason =
  | 'empty'
  | 'truncated'
  | 'fenced'
  | 'trailing-data'
  | 'trailing-comma'
  | 'single-quotes'
  | 'python-literal'
  | 'nan'
  | 'control-character'
  | 'invalid-escape'
  | 'unquoted-key'
  | 'comment'
  | 'byte-order-mark'
  | 'not-json';

/** Why a text is not one JSON value (RFC 8259). */
export interface NotJson {
  readonly reason: NotJsonReason;
  /** UTF-16 index where reading stopped. */
  readonly index: number;
  /** For a person: what stands there. */
  readonly detail: string;
  /** What a lenient system would have made of it. Named, never applied. */
  readonly repair?: string;
}
