// Runs a program of the tests, shows or keeps what it says, and ends it when it has been silent for too long.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

import { followCores } from './follow-cores.mjs';
import { root } from './install.mjs';

/**
 * What says nothing for so long (ms) hangs. Programs that run tests tell every test that begins or ends (tell-progress.cjs,
 * e2e/support/tell-progress.ts), so that no total says how long the whole may take.
 */
const usualSilence = 10 * 60_000;

/**
 * @param {string} program
 * @param {string[]} parameters
 * @param {object} [options]
 * @param {object} [options.env]
 * @param {string} [options.cwd]
 * @param {boolean} [options.shows] output goes to the screen as it comes, else in one piece at the end
 * @param {string} [options.label] what each line of the output begins with, where another program says something at the same time
 * @param {number} [options.niceness] how far it stands back behind what else runs; 19 is farthest
 * @param {number} [options.longestSilence] (ms) of a program that tells of no progress while it works
 * @param {boolean} [options.leaves] it starts programs that nobody waits for: their core seconds are looked up while they run
 * @returns {Promise<{ code: number, hung?: string, cores?: number }>} `hung`: what ran when it was ended for its silence; `cores`: the
 *   core seconds that it took, with all that it started
 */
export function runProgram(program, parameters, options = {}) {
  const {
    env = process.env,
    cwd = root,
    shows = true,
    label = '',
    niceness = 0,
    leaves = false,
    longestSilence = usualSilence,
  } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    if (niceness > 0) standBack(child.pid, niceness);
    const said = [];
    let running = [];
    let hung;
    let cores;
    const followed = leaves ? followCores(child.pid) : undefined;
    const silence = setTimeout(() => {
      hung = `said nothing for ${longestSilence / 60_000} minutes while it ran ${running.join(', ') || parameters[0]}`;
      console.error(`Ended, because it ${hung}.`);
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
    }, longestSilence);
    const heard = () => silence.refresh();
    child.on('message', (message) => {
      heard();
      if (Array.isArray(message?.running)) running = message.running;
    });
    const writers = [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ].map(([stream, screen]) => {
      const writer = shows ? writeLines(screen, label) : { write: (text) => said.push(text), end() {} };
      stream.setEncoding('utf8').on('data', (text) => {
        heard();
        writer.write(text);
      });
      return writer;
    });
    child.on('error', reject);
    // Not `exit` alone: what a program said last may come after it. What it started and left behind may hold its output for ever.
    child.on('exit', () => {
      cores = coresOfEnded();
      const seen = followed?.end() ?? 0;
      if (seen > cores) {
        notWaitedFor += seen - cores;
        cores = seen;
      }
      setTimeout(() => [child.stdout, child.stderr].forEach((stream) => stream.destroy()), 5_000).unref();
    });
    child.on('close', (code, signal) => {
      clearTimeout(silence);
      for (const writer of writers) writer.end();
      process.stdout.write(said.join(''));
      if (signal === 'SIGINT') process.exit(130);
      resolve({ code: code ?? 1, ...(hung ? { hung } : {}), ...(cores === undefined ? {} : { cores }) });
    });
  });
}

/** Writes as it comes; with a label in whole lines, so that those of two programs do not run into each other. */
function writeLines(screen, label) {
  if (!label) return { write: (text) => screen.write(text), end() {} };
  let begun = '';
  const write = (text) => {
    const lines = `${begun}${text}`.split('\n');
    begun = lines.pop();
    if (lines.length > 0) screen.write(lines.map((line) => `${label}${line}\n`).join(''));
  };
  return { write, end: () => begun && write('\n') };
}

/** What it starts from now on inherits it. Where the system refuses, it runs as everything else. */
function standBack(pid, niceness) {
  try {
    setPriority(pid, Math.min(getPriority() + niceness, 19));
  } catch {
    // It has ended, or there are no priorities.
  }
}

/** Core seconds of programs that nobody waited for. */
let notWaitedFor = 0;

/** Core seconds of every program that this one started and that has ended, with all that they started; undefined outside Linux. */
export function coreSeconds() {
  const waitedFor = coresWaitedFor();
  return waitedFor === undefined ? undefined : waitedFor + notWaitedFor;
}

/** Linux adds what a program took, with all that it waited for itself, to whoever waits for it. */
function coresWaitedFor() {
  if (!existsSync('/proc/self/stat')) return undefined;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  // cutime and cstime, in hundredths of a second (proc(5), fields 16 and 17).
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

let told = 0;

/** What was added since the last call. Called when a program has ended, it is that program's share, whatever else still runs. */
function coresOfEnded() {
  const now = coresWaitedFor();
  if (now === undefined) return undefined;
  const added = now - told;
  told = now;
  return added;
}
