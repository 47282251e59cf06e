/** Whether all counts of a file lie as far from their lines as the first one: then a writer may have counted the file, not the runs. */
export function openLineCount(): { see(distance: number): void; readonly isPossible: () => boolean } {
  let first: number | undefined;
  let isPossible = true;
  return {
    see(distance) {
      first ??= distance;
      if (distance !== first) isPossible = false;
    },
    isPossible: () => isPossible,
  };
}
