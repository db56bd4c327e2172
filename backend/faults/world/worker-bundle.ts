import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRepositoryRoot } from '#platform/env/repository-root';

/** The worker as one file, and a starter that spares it compiling what an earlier worker has compiled. */
export interface WorkerBundle {
  /** What to fork. */
  starter: string;
  /** A parameter of one worker: when it ends by itself, it leaves its compiled code to those that come after it. */
  keepCodeFlag: string;
}

let made: WorkerBundle | undefined;

const keepCodeFlag = '--keep-code';

/**
 * Runs the bundle with the code that was kept, if there is any: a process that lives for seconds would spend half of its life compiling.
 */
const starterText = (
  program: string,
) => `const fs = require('node:fs'), vm = require('node:vm'), path = require('node:path');
const file = ${JSON.stringify(program)}, kept = file + '.code';
let cachedData;
try { cachedData = fs.readFileSync(kept); } catch { cachedData = undefined; }
const script = new vm.Script('(function (exports, require, module, __filename, __dirname) {' + fs.readFileSync(file, 'utf8') + '\\n})', { filename: file, cachedData });
if (process.argv.includes('${keepCodeFlag}')) process.once('exit', () => { fs.writeFileSync(kept + process.pid, script.createCachedData()); fs.renameSync(kept + process.pid, kept); });
const module_ = { exports: {} };
script.runInThisContext()(module_.exports, require, module_, file, path.dirname(file));
`;

/** What processes that are gone have left behind: a test runner does not always tell its end. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const owner = /^worker-(\d+)-/.exec(name)?.[1];
    if (owner && !existsSync(`/proc/${owner}`)) rmSync(join(folder, name), { force: true });
  }
}

/** Made once in the life of this process, and removed with it. */
export function bundleWorker(): WorkerBundle {
  if (made) return made;
  const repositoryRoot = findRepositoryRoot();
  const folder = join(repositoryRoot, 'backend', 'node_modules', '.cache', 'faults');
  mkdirSync(folder, { recursive: true });
  if (existsSync('/proc/self')) removeOld(folder);
  const program = join(folder, `worker-${process.pid}-${Date.now()}.cjs`);
  const starter = program.replace(/\.cjs$/, '.start.cjs');
  // esbuild is an ES module's business, and so runs in a process of its own.
  const built = spawnSync(
    process.execPath,
    [
      join(repositoryRoot, 'packages', 'build', 'src', 'bundle-process.mjs'),
      'backend/faults/worker-process.ts',
      program,
      '--whole',
    ],
    { cwd: repositoryRoot, encoding: 'utf8' },
  );
  if (built.status !== 0) throw new Error(`The worker could not be built: ${built.stderr}`);
  writeFileSync(starter, starterText(program));
  process.once('exit', () => {
    for (const file of [program, `${program}.map`, `${program}.code`, starter]) rmSync(file, { force: true });
  });
  made = { starter, keepCodeFlag };
  return made;
}
