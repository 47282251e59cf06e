/**
 * Exact sums of decimals of usual size. A hostile `1e1000000000` beside `1` would need a billion digits: what is to be added
 * must be an {@link isAddableDecimal} first.
 */
const addable = /^-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,2})?$/;

/** A decimal number of at most 40 digits on either side of the point, and an exponent of at most two digits. */
export const isAddableDecimal = (text: string): boolean => addable.test(text);

/** A whole number of units of 10^-scale. */
interface Scaled {
  readonly units: bigint;
  readonly scale: number;
}

function scaledOf(text: string): Scaled {
  const mark = text.search(/[eE]/);
  const mantissa = mark < 0 ? text : text.slice(0, mark);
  const exponent = mark < 0 ? 0 : Number(text.slice(mark + 1));
  const dot = mantissa.indexOf('.');
  const units = BigInt(dot < 0 ? mantissa : mantissa.slice(0, dot) + mantissa.slice(dot + 1));
  const scale = (dot < 0 ? 0 : mantissa.length - dot - 1) - exponent;
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

/** Plain notation, without zeros that say nothing: `0.30` is `0.3`. */
function textOf({ units, scale }: Scaled): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const cut = digits.length - scale;
  const fraction = digits.slice(cut).replace(/0+$/, '');
  return `${sign}${digits.slice(0, cut)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The exact sum of two addable decimals, or of sums of them: the same text in whatever order they are added. */
export function addDecimals(a: string, b: string): string {
  const [one, other] = [scaledOf(a), scaledOf(b)];
  const scale = Math.max(one.scale, other.scale);
  const raised = ({ units, scale: own }: Scaled): bigint => units * 10n ** BigInt(scale - own);
  return textOf({ units: raised(one) + raised(other), scale });
}
