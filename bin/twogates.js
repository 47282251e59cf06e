#!/usr/bin/env node
import { openIo } from '../dist/io/node.js';
import { main } from '../dist/main.js';

// Never process.exit: what was written to a pipe would be cut off.
process.exitCode = await main(process.argv.slice(2), openIo(process));
