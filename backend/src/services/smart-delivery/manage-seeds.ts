import type { HandlerInput } from '@skein/contracts/endpoint';
import type { OperatorActionName } from '@skein/contracts/main/operator-views';
import type { operatorSeedsContract, OperatorSeedView } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import type { Vault } from '#platform/crypto/vault';
import type { Database, SqlClient } from '#platform/db/database';
import { notFound, SkeinError } from '#platform/http/skein-error';
import { defaultRules, type MailServer } from '#platform/mail/mail-server';
import { ImapFailure, openImap } from '#platform/mail/open-imap';
import * as store from './seeds.store';

/** What operators' work on seeds needs; the command line has no more than this. */
export interface SeedDeps {
  db: Database;
  realClock: { now(): number };
  vault: Pick<Vault, 'seal' | 'open'>;
  /** Mail servers on loopback are reached in the sandbox only. */
  isSandbox: boolean;
  /** Mail servers of the operator's own network that may be read. */
  mailPrivateHosts: readonly string[];
  /** Writes into the operators' log, in the transaction of the change. */
  noteOperator: (
    sql: SqlClient,
    entry: { actor: string; action: OperatorActionName; email: string; detail: object; at: Date },
  ) => Promise<void>;
}

type Body = HandlerInput<(typeof operatorSeedsContract)['endpoints']['addSeed']>['body'];
const done = { done: true } as const;

const viewOf = ({ imap, checked_at: at, ...row }: store.SeedRow): OperatorSeedView => ({
  ...row,
  host: imap.host,
  port: imap.port,
  checked_at: at?.toISOString() ?? null,
});

/** Logs in and out. @throws ImapFailure */
async function logIn(deps: SeedDeps, email: string, imap: store.Seed['imap'], password: string): Promise<void> {
  const server: MailServer = { ...imap, username: email, credential: { kind: 'password', password } };
  const client = await openImap(server, {
    ...defaultRules,
    allowPrivateAddresses: deps.isSandbox,
    privateHosts: deps.mailPrivateHosts,
    verifyCertificates: !deps.isSandbox,
  });
  await client.logout().catch(() => client.close());
}

export const listSeeds = async (deps: Pick<SeedDeps, 'db'>) => ({
  rows: (await deps.db.systemSql(store.listSeeds)).map(viewOf),
});

/** Connects a seed once its login works. @throws SkeinError CONFLICT for a mailbox that sends, VALIDATION with what the server said */
export async function connectSeed(deps: SeedDeps, actor: string, body: Body): Promise<OperatorSeedView> {
  const { email, provider, region, kind, host, port } = body;
  if (await deps.db.systemSql((sql) => store.isSender(sql, email)))
    throw new SkeinError('CONFLICT', `${email} sends emails for a workspace. Connect a mailbox that never sends.`, [
      { field: 'email', message: 'sends emails for a workspace' },
    ]);
  // The names are those of the mailbox form: SSL is TLS from the first byte, TLS is STARTTLS.
  const imap = { host, port, portType: body.security === 'TLS' ? 'SSL' : 'TLS' } as const;
  await logIn(deps, email, imap, body.password).catch((error: unknown) => {
    if (!(error instanceof ImapFailure)) throw error;
    const isLogin = error.failureClass === 'credentials';
    throw new SkeinError(
      'VALIDATION',
      isLogin
        ? `The login did not work: ${error.response}`
        : `${host} could not be reached on port ${port}: ${error.response}`,
      [{ field: isLogin ? 'password' : 'host', message: isLogin ? 'was refused' : 'could not be reached' }],
    );
  });
  const at = new Date(deps.realClock.now());
  const sealed_password = Buffer.from(deps.vault.seal(body.password, store.seedSecretContext(email)));
  return deps.db.systemSql(async (sql) => {
    const seed = await store.addSeed(sql, { email, provider, region, kind, imap, sealed_password }, at);
    await deps.noteOperator(sql, { actor, action: 'seed-added', email, detail: { provider, region, kind, host }, at });
    return viewOf(seed);
  });
}

async function requireSeed(deps: Pick<SeedDeps, 'db'>, by: { id: number } | { email: string }) {
  const seed = await deps.db.systemSql((sql) => store.findSeed(sql, by));
  if (!seed) throw notFound('This seed');
  return seed;
}

/** Logs in to a seed now, and keeps what came of it. @throws SkeinError NOT_FOUND */
export async function checkSeed(deps: SeedDeps, id: number): Promise<OperatorSeedView> {
  const { sealed_password: sealed, ...seed } = await requireSeed(deps, { id });
  const password = deps.vault.open(sealed, store.seedSecretContext(seed.email));
  const problem = await logIn(deps, seed.email, seed.imap, password).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ImapFailure) return error.response;
      throw error;
    },
  );
  const at = new Date(deps.realClock.now());
  await deps.db.systemSql((sql) => store.noteSeedCheck(sql, id, problem, at));
  return viewOf({ ...seed, problem, checked_at: at });
}

/** Lets new runs write to a seed, or not. @throws SkeinError NOT_FOUND */
export async function switchSeed(
  deps: SeedDeps,
  actor: string,
  by: { id: number } | { email: string },
  isActive: boolean,
): Promise<OperatorSeedView> {
  const { sealed_password: _, ...seed } = await requireSeed(deps, by);
  const at = new Date(deps.realClock.now());
  await deps.db.systemSql(async (sql) => {
    if (!(await store.setSeedActive(sql, seed.id, isActive))) return;
    const action = isActive ? 'seed-enabled' : 'seed-disabled';
    await deps.noteOperator(sql, { actor, action, email: seed.email, detail: {}, at });
  });
  return viewOf({ ...seed, is_active: isActive });
}

/** Deletes a seed with its password; results that name it stay. @throws SkeinError NOT_FOUND */
export async function removeSeed(deps: SeedDeps, actor: string, by: { id: number } | { email: string }) {
  const { id, email } = await requireSeed(deps, by);
  const at = new Date(deps.realClock.now());
  const nothing = Buffer.from(deps.vault.seal('', store.seedSecretContext(email)));
  await deps.db.systemSql(async (sql) => {
    await store.deleteSeed(sql, id, nothing, at);
    await deps.noteOperator(sql, { actor, action: 'seed-deleted', email, detail: {}, at });
  });
  return done;
}
