import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { addKey, retireFormer, rotationState, sealWithNewest } from '#platform/crypto/key-file';
import { loadMasterKey } from '#platform/crypto/master-key';
import { countUnderOtherKeys, resealColumn } from '#platform/crypto/reseal.store';
import { createVault } from '#platform/crypto/vault';
import { createDatabase } from '#platform/db/database';
import type { PlatformEnvironment } from '#platform/env/env';
import { reachDatabase } from './reach-database';
import { sealedColumns } from './sealed-columns';

export const rotateUsage = `npm run operator -- rotate-key          replaces the master key by a new one, while Skein runs; after an interruption it continues where it was
npm run operator -- rotate-key add | seal | remove
                                        the same in three steps, for several machines: copy the key file to all of them after each`;

const STEPS = ['add', 'seal', 'remove'] as const;
type Step = (typeof STEPS)[number];

/** Real ms after which every process on this machine has read a key file that was replaced (master-key.ts looks once a second). */
const READ_EVERYWHERE = 2_000;

/** @throws Error in one sentence */
export async function runRotation(
  environment: PlatformEnvironment,
  given: string[],
  say: (text: string) => void,
): Promise<void> {
  const file = environment.masterKeyFile;
  if (!file) throw new Error('SKEIN_MASTER_KEY_FILE is not set: the key of a sandbox is not replaced.');
  const [word] = given;
  if (word !== undefined && !(STEPS as readonly string[]).includes(word)) throw new Error(rotateUsage);
  const steps = word === undefined ? remainingSteps(file) : [word as Step];
  for (const step of steps) {
    if (step === 'add') say(`Key ${addKey(file)} is in ${file}: it opens, and does not seal yet.${copyHint(word)}`);
    else if (step === 'seal') await seal(environment, file, say, word);
    else await remove(environment, file, say);
  }
}

const copyHint = (word: string | undefined) =>
  word === undefined ? '' : ' Copy the file to every machine before the next step.';

/** What a rotation that was interrupted has left to do; all of it when none is under way. */
function remainingSteps(file: string): Step[] {
  const { step } = rotationState(file);
  return STEPS.slice({ AT_REST: 0, ADDED: 1, SEALING: 1 }[step]);
}

async function seal(
  environment: PlatformEnvironment,
  file: string,
  say: (text: string) => void,
  word: string | undefined,
): Promise<void> {
  if (rotationState(file).step !== 'SEALING') {
    say(`Key ${sealWithNewest(file)} seals from now on.${copyHint(word)}`);
    await wait(READ_EVERYWHERE);
  }
  await withPool(environment, async (pool) => {
    const master = loadMasterKey({ file, create: false });
    const vault = createVault(master);
    let moved = 0;
    const unopened: string[] = [];
    for (const column of sealedColumns) {
      const result = await resealColumn(pool, { sealed: column, vault, keyId: master.currentId }, () => {
        moved += 1;
        if (moved % 1000 === 0) say(`${moved} records so far.`);
      });
      unopened.push(...result.unopened);
    }
    say(`${moved} records were moved to key ${master.currentId}.`);
    for (const name of unopened) say(`${name} does not open under any key of the file.`);
  });
}

async function remove(environment: PlatformEnvironment, file: string, say: (text: string) => void): Promise<void> {
  await withPool(environment, async (pool) => {
    const { currentId } = loadMasterKey({ file, create: false });
    let left = 0;
    for (const column of sealedColumns) left += await countUnderOtherKeys(pool, column, currentId);
    if (left > 0)
      throw new Error(
        `${left} records are still sealed under a former key, so none was taken out: run "rotate-key seal" again, and when the file is on every machine, "rotate-key remove".`,
      );
    const retired = retireFormer(file);
    say(
      retired
        ? `The former keys are out of ${file}. They are in ${retired}: move that file to where the keys of your old backups are kept, and delete it here.`
        : 'There is no former key to take out.',
    );
  });
}

async function withPool(environment: PlatformEnvironment, work: (pool: Pool) => Promise<void>): Promise<void> {
  const server = await reachDatabase(environment);
  const database = createDatabase({ url: server.url, poolSize: 2 });
  try {
    await work(database.pools.system);
  } finally {
    await database.close();
    await server.close();
  }
}
