import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files below a folder with a wanted name, in the order of their paths. */
export function filesBelow(folder: string, isWanted: (name: string) => boolean): readonly string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return filesBelow(path, isWanted);
      return isWanted(name) ? [path] : [];
    });
}
