'use strict';
// What `npm test` counts of a program that leaves others behind.
const { spawnSync } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const { join } = require('node:path');
const { tmpdir } = require('node:os');
const { pathToFileURL } = require('node:url');

const followCores = pathToFileURL(join(__dirname, 'lib', 'follow-cores.mjs')).href;
let folder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-follow-cores-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Works, tells its own core seconds in a file, and goes on until it is ended. */
const worker = `
  const { renameSync, writeFileSync } = require('node:fs');
  const used = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  while (used() < 0.5);
  writeFileSync('told.new', JSON.stringify({ pid: process.pid, used: used() }));
  renameSync('told.new', 'told');
  setInterval(() => {}, 1_000);
`;
/** Starts the worker and ends before it, when it is told to. */
const leaver = `
  require('node:child_process').spawn(process.execPath, ['-e', process.argv[1]], { detached: true, stdio: 'ignore' }).unref();
  process.stdin.resume();
`;
const follower = `
  import { spawn } from 'node:child_process';
  import { once } from 'node:events';
  import { existsSync, readFileSync } from 'node:fs';
  import { followCores } from ${JSON.stringify(followCores)};
  const [leaver, worker] = process.argv.slice(1);
  const child = spawn(process.execPath, ['-e', leaver, worker], { stdio: ['pipe', 'ignore', 'inherit'] });
  const followed = followCores(child.pid);
  while (!existsSync('told')) await new Promise((next) => setTimeout(next, 10));
  followed.look();
  child.stdin.end();
  await once(child, 'exit');
  const told = JSON.parse(readFileSync('told', 'utf8'));
  const cores = followed.end();
  process.kill(told.pid);
  console.log(JSON.stringify({ used: told.used, cores }));
`;

it('counts what a program started and did not wait for', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', follower, leaver, worker],
    { encoding: 'utf8', cwd: folder },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { used, cores } = JSON.parse(stdout);
  // Linux counts in hundredths; elsewhere nobody tells.
  expect(cores ?? Infinity).toBeGreaterThan(used - 0.1);
});
