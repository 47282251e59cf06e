#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

// Nearly all that an audit makes is garbage a moment later. Left alone, the heap doubles before it looks.
setFlagsFromString('--heap-growing-percent=30');

// Never process.exit: what was written to a pipe would be cut off.
try {
  const [{ openIo }, { main }] = await Promise.all([import('../dist/io/node.js'), import('../dist/main.js')]);
  process.exitCode = await main(process.argv.slice(2), openIo(process));
} catch (error) {
  // main itself never throws: this installation is not whole
  process.stderr.write(
    `twogates: cannot start: ${error instanceof Error ? error.message : String(error)} (reinstall it, or run npm run build)\n`,
  );
  process.exitCode = 70;
}
