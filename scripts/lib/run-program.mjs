// Runs a program of the tests, shows or keeps what it says, and ends it when it has been silent for too long.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import { root } from './install.mjs';

/**
 * What says nothing for so long (ms) hangs. Programs that run tests tell every test that begins or ends (tell-progress.cjs,
 * e2e/support/tell-progress.ts), so that no total says how long the whole may take.
 */
const longestSilence = 10 * 60_000;

/**
 * @param {string} program
 * @param {string[]} parameters
 * @param {{ env?: object, cwd?: string, shows?: boolean }} options `shows`: output goes to the screen as it comes, else in one piece at the end
 * @returns {Promise<{ code: number, hung?: string }>} `hung`: what ran when it was ended for its silence
 */
export function runProgram(program, parameters, { env = process.env, cwd = root, shows = true } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const said = [];
    let running = [];
    let hung;
    const silence = setTimeout(() => {
      hung = `said nothing for ${longestSilence / 60_000} minutes while it ran ${running.join(', ') || parameters[0]}`;
      console.error(`Ended, because it ${hung}.`);
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
    }, longestSilence);
    child.on('message', (message) => {
      silence.refresh();
      if (Array.isArray(message?.running)) running = message.running;
    });
    for (const [stream, screen] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      stream.on('data', (text) => {
        silence.refresh();
        if (shows) screen.write(text);
        else said.push(text);
      });
    child.on('error', reject);
    // Not `exit` alone: what a program said last may come after it. What it started and left behind may hold its output for ever.
    child.on('exit', () =>
      setTimeout(() => [child.stdout, child.stderr].forEach((stream) => stream.destroy()), 5_000).unref(),
    );
    child.on('close', (code, signal) => {
      clearTimeout(silence);
      process.stdout.write(Buffer.concat(said));
      if (signal === 'SIGINT') process.exit(130);
      resolve({ code: code ?? 1, ...(hung ? { hung } : {}) });
    });
  });
}

/** Core seconds of every program that this one started and that has ended, with all that they started; undefined outside Linux. */
export function coreSeconds() {
  if (!existsSync('/proc/self/stat')) return undefined;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  // cutime and cstime, in hundredths of a second (proc(5), fields 16 and 17).
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
