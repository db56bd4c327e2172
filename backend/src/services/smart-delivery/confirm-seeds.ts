import { noteInTrail } from '#platform/audit/audit.store';
import { equalsInConstantTime } from '#platform/crypto/random-token';
import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import type { ConnectionRules } from '#platform/mail/mail-server';
import { ImapFailure } from '#platform/mail/open-imap';
import { findCode } from './find-code';
import type { OwnSeedPorts } from './own-seed-ports';
import { proveSeed, refuseProof, takeWaiting, type WaitingSeed } from './seed-codes.store';
import { logInAsReader, serverOfSeed } from './seed-login';
import { refuseProvedUse } from './seed-uses';
import { noteSeedCheck } from './seeds.store';

export interface ConfirmDeps {
  db: Database;
  vault: Pick<Vault, 'seal' | 'open'>;
  rules: ConnectionRules;
  /** The clock of the world. */
  realNow: () => number;
  ownSeeds: OwnSeedPorts;
}

/** Logins at once. */
const parallel = 8;
/** Real milliseconds after which a look holds up no other seed; it ends by itself when its server is silent for too long. */
const patience = 60_000;

/** Bound to owner and address: no other workspace can confirm a seed with it. */
export const hashSeedCode = (
  { hashCode }: Pick<OwnSeedPorts, 'hashCode'>,
  { owner_workspace_id: owner, email }: { owner_workspace_id: number; email: string },
  code: string,
): string => hashCode(`placement-seed ${owner} ${email} ${code}`);

/** Logs in to a seed that waits for its code, looks for it, and keeps what came of that. @throws ImapFailure */
export async function lookForCode(deps: ConfirmDeps, seed: WaitingSeed): Promise<void> {
  const isCode = (code: string) => equalsInConstantTime(hashSeedCode(deps.ownSeeds, seed, code), seed.code_hash);
  const note = (problem: string | null) =>
    deps.db.systemSql((sql) => noteSeedCheck(sql, seed.id, problem, new Date(deps.realNow())));
  const isFound = await logInAsReader(serverOfSeed(deps, seed), deps.rules, (client) => findCode(client, isCode)).catch(
    async (error: unknown) => {
      if (error instanceof ImapFailure) await note(error.response);
      throw error;
    },
  );
  await note(null);
  if (isFound) await confirm(deps, seed, new Date(deps.realNow()));
}

/** Now that the workspace is known to own the address, it can learn that the mailbox is used otherwise. */
async function confirm({ db, ownSeeds }: ConfirmDeps, seed: WaitingSeed, at: Date): Promise<void> {
  const { owner_workspace_id: workspaceId, email, id } = seed;
  await db.systemSql(async (sql) => {
    try {
      await refuseProvedUse(ownSeeds, sql, email, workspaceId);
    } catch (error) {
      if (!(error instanceof SkeinError)) throw error;
      await refuseProof(sql, seed, error.message, at);
      return;
    }
    if (!(await proveSeed(sql, seed, at))) return;
    await noteInTrail(workspaceId, sql, {
      kind: 'placement-seed',
      action: 'changed',
      objectId: String(id),
      label: email,
      changes: { is_active: [false, true] },
    });
  });
}

/** Looks for the codes of seeds that are due. @returns how many seeds were looked into */
export async function confirmDueSeeds(
  deps: ConfirmDeps & { log: { error: (fields: object, text: string) => void } },
): Promise<number> {
  const due = await deps.db.systemSql((sql) => takeWaiting(sql, new Date(deps.realNow()), parallel));
  const looks = due.map((seed) =>
    lookForCode(deps, seed).catch((error: unknown) => {
      if (!(error instanceof ImapFailure))
        deps.log.error({ error, seed: seed.id }, 'the code of a seed could not be looked for; it is tried again');
    }),
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  await Promise.race([Promise.all(looks), late]);
  clearTimeout(timer);
  return due.length;
}
