/** A `switch` that ends here has forgotten a kind: the compiler says which. Reaching it at run time is a bug of ours, never of the data. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`);
}
