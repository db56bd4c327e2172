// Installs by the lockfile when what is installed does not belong to it. Uses Node only, because nothing else is there yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A reason to stop, in one sentence for the person at the screen. */
export class Refusal extends Error {}

/** @throws Refusal */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Refusal(
    `Skein needs Node 20.19 or newer, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org.`,
  );
}

/** @throws Refusal where the tests would fill the disk halfway: packages, the build and databases take some 4 GB together */
export function checkDisk() {
  const { bavail, bsize } = statfsSync(root);
  const [free, needed] = [bavail * bsize, isInstalled() ? 3e9 : 4e9];
  if (free >= needed) return;
  throw new Refusal(
    `The disk that holds ${root} has ${Math.round(free / 1e6)} MB left: free at least ${needed / 1e6} MB and start again.`,
  );
}

const stampFile = join(root, 'node_modules', '.skein-lock');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** True when node_modules was made from this package-lock.json, by us or by `npm ci` before us. */
function isInstalled() {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()) return true;
  // Somebody ran npm manually: npm's own record of what is installed tells whether it is the lockfile's.
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  const missing = Object.entries(wanted).some(
    ([path, entry]) =>
      path !== '' &&
      path.startsWith('node_modules/') &&
      !entry.optional &&
      !entry.link &&
      !entry.peer &&
      installed[path]?.version !== entry.version,
  );
  if (!missing) stamp();
  return !missing;
}

function stamp() {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, lockHash());
}

/**
 * `npm ci` if needed, with its output only when it fails.
 * @returns true when something was installed
 * @throws Refusal
 */
export function installIfNeeded() {
  if (isInstalled()) return false;
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'development' },
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (result.error)
    throw new Refusal(`npm could not be run (${result.error.message}): it comes with Node, put it on your PATH.`);
  if (result.signal) throw new Refusal('Stopped.');
  if (result.status !== 0) throw explainInstallFailure(`${result.stdout}\n${result.stderr}`);
  stamp();
  return true;
}

function explainInstallFailure(output) {
  if (/ENOSPC/.test(output))
    return new Refusal(`The disk that holds ${root} is full: free at least 2 GB and start again.`);
  if (/EACCES|EPERM|EROFS/.test(output))
    return new Refusal(`Your user may not write to ${root}: clone Skein into a folder you own.`);
  if (/ENOTFOUND|ETIMEDOUT|ECONNREFUSED|ECONNRESET|EAI_AGAIN/.test(output)) {
    return new Refusal(
      'The packages could not be downloaded: check the network or the registry in your npm settings, and start again.',
    );
  }
  if (/can only install packages when your package\.json and package-lock\.json/.test(output)) {
    const first = /(?:Missing|Invalid): .*/.exec(output)?.[0];
    return new Refusal(
      `package-lock.json does not belong to the package.json files${first ? ` (${first})` : ''}: run "npm install" and commit the lockfile.`,
    );
  }
  return new Refusal(`Installing the packages failed:\n${output.trim().split('\n').slice(0, 15).join('\n')}`);
}
