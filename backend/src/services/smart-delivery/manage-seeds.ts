import type { HandlerInput } from '@skein/contracts/endpoint';
import type { OperatorActionName } from '@skein/contracts/main/operator-views';
import type { operatorSeedsContract, OperatorSeedView } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import type { Vault } from '#platform/crypto/vault';
import type { Database, SqlClient } from '#platform/db/database';
import type { LookUp } from '#platform/dns-reputation/look-up';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import { defaultRules, type MailServer } from '#platform/mail/mail-server';
import { ImapFailure, imapFailure, openImap } from '#platform/mail/open-imap';
import { providerOfExchanges } from '#platform/mail/provider-of-exchanges';
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

/** What connecting asks beside: the installation's DNS, which tells the provider of an address. */
export interface ConnectDeps extends SeedDeps {
  lookUp: LookUp;
}

type Body = HandlerInput<(typeof operatorSeedsContract)['endpoints']['addSeed']>['body'];
const done = { done: true } as const;

const viewOf = ({ imap, checked_at: at, ...row }: store.SeedRow): OperatorSeedView => ({
  ...row,
  host: imap.host,
  port: imap.port,
  checked_at: at?.toISOString() ?? null,
});

/** The login works, but what a run reads cannot be opened. */
class UnreadableFolders extends ImapFailure {
  constructor(cause: Error) {
    super('connection', `The login worked, but the inbox could not be opened: ${imapFailure(cause).response}`, {
      cause,
    });
  }
}

/** Logs in, lists the folders and opens the inbox, as a run does, and logs out. @throws ImapFailure */
async function logIn(deps: SeedDeps, email: string, imap: store.Seed['imap'], password: string): Promise<void> {
  const server: MailServer = { ...imap, username: email, credential: { kind: 'password', password } };
  const client = await openImap(server, {
    ...defaultRules,
    allowPrivateAddresses: deps.isSandbox,
    privateHosts: deps.mailPrivateHosts,
    verifyCertificates: !deps.isSandbox,
  });
  try {
    await client.list();
    (await client.getMailboxLock('INBOX')).release();
  } catch (error) {
    throw new UnreadableFolders(error as Error);
  } finally {
    await client.logout().catch(() => client.close());
  }
}

/** What kept a login from working, beside its field. */
function refusalOf(error: ImapFailure, { host, port }: Pick<Body, 'host' | 'port'>): SkeinError {
  if (error instanceof UnreadableFolders)
    return new SkeinError('VALIDATION', error.response, [
      { field: 'host', message: 'has no inbox that can be opened' },
    ]);
  return error.failureClass === 'credentials'
    ? new SkeinError('VALIDATION', `The login did not work: ${error.response}`, [
        { field: 'password', message: 'was refused' },
      ])
    : new SkeinError('VALIDATION', `${host} could not be reached on port ${port}: ${error.response}`, [
        { field: 'host', message: 'could not be reached' },
      ]);
}

const otherUses = {
  sender: { is: 'sends emails for a workspace', instead: 'Connect a mailbox that never sends.' },
  pool: { is: 'is in the warmup pool', instead: 'Connect a mailbox that nothing else reads.' },
  lead: { is: 'is a lead of a workspace', instead: 'Connect a mailbox that no campaign writes to.' },
} as const;

/** A mailbox that sends, warms up or gets campaign emails would change what it measures. @throws SkeinError CONFLICT */
async function refuseOtherUse(sql: SqlClient, email: string): Promise<void> {
  const use = await store.otherUseOf(sql, email);
  if (use === null) return;
  const { is, instead } = otherUses[use];
  throw new SkeinError('CONFLICT', `${email} ${is}. ${instead}`, [{ field: 'email', message: is }]);
}

/** Who receives the mail of an address, by the MX records of its domain, which name no region. @throws SkeinError VALIDATION */
async function providerOf({ lookUp }: ConnectDeps, email: string): Promise<string> {
  const records = await lookUp(email.slice(email.lastIndexOf('@') + 1), 'MX').catch(() => []);
  const provider = providerOfExchanges(records as { exchange: string; priority: number }[]);
  if (provider === null) throw invalidField('provider', 'can’t be read from the domain’s MX records: enter it');
  return provider;
}

export const listSeeds = async (deps: Pick<SeedDeps, 'db'>) => ({
  rows: (await deps.db.systemSql(store.listSeeds)).map(viewOf),
});

/** Connects a seed once its login works. @throws SkeinError CONFLICT for a mailbox that sends, VALIDATION with what the server said */
export async function connectSeed(deps: ConnectDeps, actor: string, body: Body): Promise<OperatorSeedView> {
  const { email, region, kind, host, port } = body;
  await deps.db.systemSql((sql) => refuseOtherUse(sql, email));
  const provider = body.provider ?? (await providerOf(deps, email));
  // The names are those of the mailbox form: SSL is TLS from the first byte, TLS is STARTTLS.
  const imap = { host, port, portType: body.security === 'TLS' ? 'SSL' : 'TLS' } as const;
  await logIn(deps, email, imap, body.password).catch((error: unknown) => {
    throw error instanceof ImapFailure ? refusalOf(error, body) : error;
  });
  const at = new Date(deps.realClock.now());
  const sealed_password = Buffer.from(deps.vault.seal(body.password, store.seedSecretContext(email)));
  return deps.db.systemSql(async (sql) => {
    // The login took seconds, in which somebody may have connected it.
    await refuseOtherUse(sql, email);
    const seed = await store.addSeed(sql, { email, provider, region, kind, imap, sealed_password }, at);
    await deps.noteOperator(sql, { actor, action: 'seed-added', email, detail: { provider, region, kind, host }, at });
    return viewOf(seed);
  });
}

/** Logins at once: providers refuse more from one address. */
const parallel = 8;

/** Connects many seeds. One that is refused keeps none of the others out; the answer says why, in the order given. */
export async function connectSeeds(deps: ConnectDeps, actor: string, seeds: readonly Body[]) {
  const rows = seeds.map(({ email }) => ({ email, provider: null as string | null, problem: null as string | null }));
  const waiting = [...seeds.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, seed] = next;
      const row = rows[index] as (typeof rows)[number];
      await connectSeed(deps, actor, seed).then(
        ({ provider }) => void (row.provider = provider),
        (error: unknown) => {
          if (!(error instanceof SkeinError)) throw error;
          row.problem = error.message;
        },
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, waiting.length) }, lane));
  return rows;
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

/** Lets new runs write to a seed, or not. @throws SkeinError NOT_FOUND, CONFLICT for a mailbox that sends by now */
export async function switchSeed(
  deps: SeedDeps,
  actor: string,
  by: { id: number } | { email: string },
  isActive: boolean,
): Promise<OperatorSeedView> {
  const { sealed_password: _, ...seed } = await requireSeed(deps, by);
  const at = new Date(deps.realClock.now());
  await deps.db.systemSql(async (sql) => {
    if (isActive) await refuseOtherUse(sql, seed.email);
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
