import type { OperatorActionName } from '@skein/contracts/main/operator-views';
import type { ConnectionReport } from '@skein/contracts/main/mailbox-views';
import type { Vault } from '#platform/crypto/vault';
import type { Database, SqlClient } from '#platform/db/database';
import { notFound, SkeinError } from '#platform/http/skein-error';
import { defaultRules, type ConnectionRules, type MailServer } from '#platform/mail/mail-server';
import * as store from './pool.store';

/** What operators' work on the pool needs. */
export interface PoolDeps {
  db: Database;
  realClock: { now(): number };
  vault: Pick<Vault, 'seal'>;
  /** Mail servers on loopback are reached in the sandbox only. */
  isSandbox: boolean;
  /** Mail servers of the operator's own network that may be used. */
  mailPrivateHosts: readonly string[];
  /** Logs in to both servers as sending and reading will. */
  tryConnection(
    servers: { smtp: MailServer; imap: MailServer },
    rules: ConnectionRules,
    from: string,
  ): Promise<ConnectionReport>;
  /** Writes into the operators' log, in the transaction of the change. */
  noteOperator(
    sql: SqlClient,
    entry: { actor: string; action: OperatorActionName; email: string; detail: object; at: Date },
  ): Promise<void>;
}

/** A mailbox that the operator gives the pool. */
export interface NewPoolMailbox extends Pick<store.PoolMember, 'email' | 'name' | 'pool' | 'servers'> {
  password: string;
}

/** A mailbox of the pool answers warmup emails: a sender or a seed would be both sides of the same figure. @throws SkeinError CONFLICT */
async function refuseOtherUse(sql: SqlClient, email: string): Promise<void> {
  const use = await store.otherUseOf(sql, email);
  if (use === null) return;
  const what = use === 'sender' ? 'sends emails for a workspace' : 'is a seed of placement tests';
  throw new SkeinError('CONFLICT', `${email} ${what}. Give the pool a mailbox that is used for nothing else.`, [
    { field: 'email', message: what },
  ]);
}

/** Takes a mailbox into the pool once sending and reading work. @throws SkeinError CONFLICT, VALIDATION with what the server said */
export async function addPoolMailbox(deps: PoolDeps, actor: string, given: NewPoolMailbox): Promise<void> {
  const { email, name, pool, servers, password } = given;
  await deps.db.systemSql((sql) => refuseOtherUse(sql, email));
  const at = (server: store.PoolMember['servers']['smtp']): MailServer => ({
    ...server,
    username: email,
    credential: { kind: 'password', password },
  });
  const report = await deps.tryConnection(
    { smtp: at(servers.smtp), imap: at(servers.imap) },
    {
      ...defaultRules,
      allowPrivateAddresses: deps.isSandbox,
      privateHosts: deps.mailPrivateHosts,
      verifyCertificates: !deps.isSandbox,
    },
    email,
  );
  for (const protocol of ['smtp', 'imap'] as const) {
    const { ok, server_reply: reply, cause } = report[protocol];
    if (!ok)
      throw new SkeinError(
        'VALIDATION',
        `${protocol.toUpperCase()} at ${servers[protocol].host} did not work: ${reply ?? cause ?? 'no answer'}`,
      );
  }
  const sealed_password = Buffer.from(deps.vault.seal(password, store.poolSecretContext(email)));
  await deps.db.systemSql(async (sql) => {
    await refuseOtherUse(sql, email);
    await store.addPoolMember(sql, { email, name, pool, servers, is_sandbox: false, sealed_password });
    await note(deps, sql, { actor, action: 'pool-mailbox-added', email, detail: { pool } });
  });
}

export const listPool = (deps: Pick<PoolDeps, 'db'>): Promise<store.PoolRow[]> =>
  deps.db.systemSql(store.listPoolMembers);

/** New emails no longer go to a mailbox of the pool; those that arrived are still looked after. @throws SkeinError NOT_FOUND */
export const disablePoolMailbox = (deps: PoolDeps, actor: string, email: string): Promise<void> =>
  deps.db.systemSql(async (sql) => {
    if (!(await store.restPoolMember(sql, email))) throw notFound('This mailbox of the pool');
    await store.cancelPlannedTo(sql, email);
    await note(deps, sql, { actor, action: 'pool-mailbox-disabled', email, detail: {} });
  });

/** Deletes a mailbox of the pool with its password; figures of emails that it got stay. @throws SkeinError NOT_FOUND */
export const removePoolMailbox = (deps: PoolDeps, actor: string, email: string): Promise<void> =>
  deps.db.systemSql(async (sql) => {
    if (!(await store.deletePoolMember(sql, email))) throw notFound('This mailbox of the pool');
    await store.cancelPlannedTo(sql, email);
    await store.stopLookingAt(sql, email);
    await note(deps, sql, { actor, action: 'pool-mailbox-deleted', email, detail: {} });
  });

const note = (
  { noteOperator, realClock }: PoolDeps,
  sql: SqlClient,
  entry: { actor: string; action: OperatorActionName; email: string; detail: object },
) => noteOperator(sql, { ...entry, at: new Date(realClock.now()) });
