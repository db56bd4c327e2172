import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRepositoryRoot } from '#platform/env/repository-root';

export interface OlderWorker {
  commit: string;
  /** The program, to be forked. */
  starter: string;
  /** The folders of its migrations and functions; an early version has no functions of its own. */
  source: { folder: string; functions?: string };
  remove(): void;
}

/**
 * The worker as it was at a commit; without one, at the commit before the last change of the database.
 * @throws Error where there is no history
 */
export function buildOlderWorker(given?: string): OlderWorker {
  const root = findRepositoryRoot();
  const run = (program: string, parameters: string[], cwd: string) => {
    const done = spawnSync(program, parameters, { cwd, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
    if (done.status !== 0)
      throw new Error(`${program} ${parameters.join(' ')} failed: ${done.stderr || done.error?.message}`);
    return done.stdout.trim();
  };
  const commit = run(
    'git',
    [
      'rev-parse',
      '--short=10',
      given ??
        `${run('git', ['log', '-1', '--format=%H', '--', 'backend/prisma/migrations', 'backend/prisma/functions'], root)}^`,
    ],
    root,
  );
  const folder = mkdtempSync(join(tmpdir(), 'skein-older-'));
  const archive = join(folder, 'source.tar');
  run('git', ['archive', '-o', archive, commit], root);
  run('tar', ['-xf', archive, '-C', folder], root);
  rmSync(archive);
  // The packages of today, its own folders: what is not ours changes nothing between two versions that run side by side.
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@skein'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@skein' && name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(modules, '@skein', name));
  // A package whose version differs from that of the others has its own below its workspace.
  for (const name of ['backend', ...readdirSync(join(folder, 'packages')).map((each) => join('packages', each))]) {
    const own = join(root, name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, name, 'node_modules'));
  }
  run(process.execPath, ['scripts/prisma.mjs', 'generate'], folder);
  const starter = join(folder, 'backend', 'worker.cjs');
  const prisma = join(folder, 'backend', 'prisma');
  const functions = join(prisma, 'functions');
  run(
    process.execPath,
    [join('packages', 'build', 'src', 'bundle-process.mjs'), 'backend/faults/worker-process.ts', starter],
    folder,
  );
  return {
    commit,
    starter,
    source: { folder: join(prisma, 'migrations'), functions: existsSync(functions) ? functions : undefined },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
