import { existsSync, readFileSync } from 'node:fs';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { completeState } from './complete-state';
import { registryFor } from './deployments';
import { noDeployments, type Deployments } from './deployment-records';
import { DeploymentRefused } from './refusal';
import { newlyServed, releaseRefusal } from './release-rules';
import { readJson, readShell } from './shell-facts';

const compress = promisify(brotliCompress);

const fileOf = (root: string) => path.join(root, 'deployments.json');

/** What is deployed below a folder; undefined when nothing ever was. */
export async function readDeployments(root: string): Promise<Deployments | undefined> {
  const stored = await readJson<Deployments>(fileOf(root));
  return stored && completeState(stored);
}

/** The same, read again only when the file has changed: for servers, which are asked at every start of a page. */
export function createDeploymentsReader(root: string): () => Promise<Deployments | undefined> {
  let kept: { stamp: string; state: Deployments } | undefined;
  return async () => {
    try {
      const facts = await stat(fileOf(root));
      const stamp = `${facts.mtimeMs} ${facts.size} ${facts.ino}`;
      if (kept?.stamp !== stamp)
        kept = { stamp, state: completeState(JSON.parse(await readFile(fileOf(root), 'utf8')) as Deployments) };
      return kept.state;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
}

async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  const next = `${file}.${process.pid}`;
  await writeFile(next, content);
  await rename(next, file);
}

/** Milliseconds that a change waits for another one to end; a change takes a few of them. */
const lockLimit = 20_000;

/** Whether whoever holds the lock is gone. Only processes of this machine can be asked; others are taken to live. */
function isAbandoned(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (!(pid > 0)) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function holdLock<Result>(root: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${fileOf(root)}.lock`;
  const end = Date.now() + lockLimit;
  for (;;) {
    try {
      const handle = await open(lock, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (existsSync(lock) && isAbandoned(lock)) await rm(lock, { force: true });
      else if (Date.now() > end)
        throw new Error(
          `Somebody else deploys into ${root} and does not come to an end. If nobody does, remove ${lock}.`,
        );
      else await wait(50);
    }
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** @throws DeploymentRefused CONFLICT when somebody would get a version that cannot run */
async function requireSound(root: string, before: Deployments, after: Deployments): Promise<void> {
  const served = newlyServed(before, after);
  if (served.length === 0) return;
  const shell = await readShell(path.join(root, 'shell'));
  if (!shell)
    throw new DeploymentRefused(
      'CONFLICT',
      `There is no shell in ${root}: deploy it first with npm run build -- shell.`,
    );
  for (const [name, version] of served) {
    const refusal = releaseRefusal({ root, shell, state: after }, name, version);
    if (refusal) throw new DeploymentRefused('CONFLICT', `${refusal} Nothing was changed.`);
  }
}

/**
 * Changes what is deployed, one change at a time, and writes `remotes.json`, the set of those who are not logged in. Both files are
 * put in their place by renaming, so that who reads meanwhile sees the old set or the new one.
 * @param change makes the next state of the present one, or rejects
 * @throws DeploymentRefused CONFLICT when somebody would get a version that cannot run; then nothing has changed
 */
export function changeDeployments(
  root: string,
  change: (state: Deployments) => Deployments | Promise<Deployments>,
): Promise<Deployments> {
  return holdLock(root, async () => {
    const before = (await readDeployments(root)) ?? noDeployments();
    const state = await change(before);
    if (state === before) return before;
    await requireSound(root, before, state);
    await writeWhole(fileOf(root), JSON.stringify(state, null, 1));
    const text = JSON.stringify(registryFor(state, null));
    // The smaller twin first: for a moment some may read the earlier list, which is still true.
    await writeWhole(path.join(root, 'remotes.json.br'), await compress(text));
    await writeWhole(path.join(root, 'remotes.json'), text);
    return state;
  });
}
