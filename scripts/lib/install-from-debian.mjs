// What tests need beside npm's packages: Debian's, where this is a Debian and we may install.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Installs packages with apt-get, as root or by sudo without a password.
 * @returns the last line of what apt-get had to say; undefined where it cannot be used
 */
export function installFromDebian(...packages) {
  const isRoot = process.getuid?.() === 0;
  if (!has('apt-get') || !(isRoot || canSudo())) return undefined;
  const apt = (...parameters) => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...parameters];
    return spawnSync(isRoot ? command[0] : 'sudo', isRoot ? command.slice(1) : ['-n', ...command], {
      encoding: 'utf8',
    });
  };
  apt('update');
  const result = apt('install', '-y', '--no-install-recommends', ...packages);
  return (result.stderr ?? '').trim().split('\n').at(-1) ?? '';
}

const has = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));
const canSudo = () => has('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0;

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
