import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findRepositoryRoot } from '../env/repository-root';

/**
 * Bundles a program of the backend the way its main program is, for tests that start real processes and threads.
 * @param entry its source, from the repository's root
 * @param outfile inside the repository, because packages are found from where it lies
 */
export function bundleProgram(entry: string, outfile: string): string {
  const root = findRepositoryRoot();
  mkdirSync(dirname(outfile), { recursive: true });
  // esbuild is an ES module's business, and so runs in a process of its own.
  const made = spawnSync(
    process.execPath,
    [join(root, 'packages', 'build', 'src', 'bundle-process.mjs'), entry, outfile],
    { cwd: root, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`${entry} could not be built: ${made.stderr}`);
  return outfile;
}

/** A folder for bundles of one test file; it may be removed afterwards. */
export const bundleFolder = (name: string): string =>
  join(findRepositoryRoot(), 'backend', 'node_modules', '.cache', 'tests', `${name}-${process.pid}`);
