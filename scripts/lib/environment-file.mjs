// Reads the file of variables that production and the operator's commands are set up by. What stands in the environment wins.
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { Refusal, root } from './install.mjs';

/**
 * Loads .env of this folder, or the file that SKEIN_ENV_FILE names.
 * @param from the folder in which the command was given
 * @returns the file, or undefined when there is none
 * @throws Refusal when it is named and missing, or others can read it: passwords stand in it
 */
export function loadEnvironmentFile(from = process.env.INIT_CWD ?? process.cwd(), folder = root) {
  const named = process.env.SKEIN_ENV_FILE;
  const file = named ? resolve(from, named) : join(folder, '.env');
  if (!existsSync(file)) {
    if (named) throw new Refusal(`SKEIN_ENV_FILE names ${file}, which is not there.`);
    return undefined;
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o007) !== 0)
    throw new Refusal(
      `Everybody on this machine can read ${file}, and passwords stand in it: run "chmod 600 ${file}".`,
    );
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new Refusal(`${file} cannot be read (${error.message}).`);
  }
  return file;
}
