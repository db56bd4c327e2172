// What has to be there before anything runs: the generated database client and the build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Refusal, root } from './install.mjs';

const generated = join(root, 'backend', 'generated');
const stampFile = join(generated, '.schema-hash');

/**
 * Generates the database client when the schema or the generator changed.
 * @returns true when it was generated now
 * @throws Refusal
 */
export function generateIfNeeded() {
  const hash = createHash('sha256');
  const folder = join(root, 'backend', 'prisma', 'schema');
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  hash.update(readFileSync(join(root, 'node_modules', 'prisma', 'package.json')));
  const wanted = hash.digest('hex');
  if (
    existsSync(join(generated, 'prisma', 'client.ts')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === wanted
  )
    return false;
  run('scripts/prisma.mjs', ['generate'], 'Generating the database client');
  mkdirSync(generated, { recursive: true });
  writeFileSync(stampFile, wanted);
  return true;
}

/** How a build begins what it left as it is on purpose. */
export const noteMark = 'Note: ';

/**
 * Builds what changed; scripts/build.mjs knows what that is. Two builds at once would remove each other's files, so the second
 * one waits for the first.
 * @returns what was built and is not deployed on purpose, and why: sentences
 * @throws Refusal
 */
export async function build() {
  const unlock = await lockBuild();
  try {
    const said = run('scripts/build.mjs', [], 'The build');
    return said
      .split('\n')
      .filter((line) => line.startsWith(noteMark))
      .map((line) => line.slice(noteMark.length));
  } finally {
    unlock();
  }
}

const lockFile = join(root, 'node_modules', '.cache', 'skein-build.lock');

async function lockBuild() {
  mkdirSync(dirname(lockFile), { recursive: true });
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      return () => rmSync(lockFile, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!isAlive(Number(readIfThere(lockFile)))) rmSync(lockFile, { force: true });
      await new Promise((next) => setTimeout(next, 200));
    }
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function run(script, parameters, what) {
  const result = spawnSync(process.execPath, [join(root, script), ...parameters], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status === 0) return result.stdout;
  if (result.signal) throw new Refusal('Stopped.');
  const output = `${result.stdout ?? ''}\n${result.stderr ?? ''}`;
  if (/ENOSPC/.test(output))
    throw new Refusal(`The disk that holds ${root} is full: free at least 1 GB and start again.`);
  if (/EACCES|EPERM|EROFS/.test(output))
    throw new Refusal(`Your user may not write to ${root}: start Skein from a folder you own.`);
  throw new Refusal(`${what} failed:\n${output.trim().split('\n').slice(-30).join('\n')}`);
}
