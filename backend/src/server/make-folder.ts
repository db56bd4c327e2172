import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, one after the other. Deliberate: Node's own recursive way never returns where a
 * folder exists and takes no new one (as in /proc), so that the product would hang without a word.
 * @throws the system's error of the first folder that cannot be made
 */
export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return void mkdirSync(path, { recursive: true });
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
