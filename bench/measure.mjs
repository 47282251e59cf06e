// Runs a command and says how long it took (wall, milliseconds) and its peak resident memory (MB).
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @param {readonly string[]} argv arguments for node @returns {Promise<{milliseconds: number, megabytes: number, status: number | null, out: string}>} */
function measure(argv) {
  return new Promise((resolve) => {
    const start = process.hrtime.bigint();
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
    let megabytes = 0;
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
    const look = () => {
      try {
        const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
        if (peak) megabytes = Math.max(megabytes, Number(peak[1]) / 1024);
      } catch {} // the process has ended, or the system has no /proc: no figure is better than a wrong one
    };
    const timer = setInterval(look, 20);
    child.on('close', (status) => {
      clearInterval(timer);
      resolve({ milliseconds: Number(process.hrtime.bigint() - start) / 1e6, megabytes, status, out });
    });
  });
}

/** Alternates the commands, so that a busy machine slows both alike, and gives the median of each. */
export async function medians(commands, rounds) {
  const taken = commands.map(() => []);
  for (let round = 0; round < rounds; round++) for (const [index, argv] of commands.entries()) taken[index].push(await measure(argv));
  return taken.map((runs) => {
    const sorted = [...runs].sort((a, b) => a.milliseconds - b.milliseconds);
    const middle = sorted[Math.floor(sorted.length / 2)];
    return { milliseconds: middle.milliseconds, megabytes: Math.max(...runs.map((run) => run.megabytes)), status: middle.status };
  });
}

/** Runs in a child that reports its own processor time (user and system, milliseconds) and its peak memory (MB) when it ends. */
function processorTime(argv) {
  const report = 'process.on("exit", () => require("fs").writeSync(3, JSON.stringify(process.resourceUsage())))';
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        '--import',
        `data:text/javascript,import { createRequire } from "node:module"; const require = createRequire("file:///"); ${report}`,
        ...argv,
      ],
      {
        stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      },
    );
    let out = '';
    child.stdio[3].setEncoding('utf8').on('data', (text) => {
      out += text;
    });
    child.on('close', (status) => {
      if (out === '') {
        reject(new Error(`no report from ${argv.join(' ')} (exit ${status})`));
        return;
      }
      const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(out);
      resolve({ milliseconds: (userCPUTime + systemCPUTime) / 1000, megabytes: maxRSS / 1024, status });
    });
  });
}

/** The median processor time of each command; the commands take turns. */
export async function processorTimes(commands, rounds) {
  const taken = commands.map(() => []);
  for (let round = 0; round < rounds; round++) for (const [index, argv] of commands.entries()) taken[index].push(await processorTime(argv));
  return taken.map((runs) => {
    const sorted = [...runs].sort((a, b) => a.milliseconds - b.milliseconds);
    return { ...sorted[Math.floor(sorted.length / 2)], megabytes: Math.max(...runs.map((run) => run.megabytes)) };
  });
}
