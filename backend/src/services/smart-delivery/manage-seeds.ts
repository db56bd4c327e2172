import type { HandlerInput } from '@skein/contracts/endpoint';
import type { OperatorActionName } from '@skein/contracts/main/operator-views';
import type { operatorSeedsContract, OperatorSeedView } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import type { Vault } from '#platform/crypto/vault';
import type { Database, SqlClient } from '#platform/db/database';
import type { LookUp } from '#platform/dns-reputation/look-up';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import { defaultRules, type ConnectionRules } from '#platform/mail/mail-server';
import { ImapFailure } from '#platform/mail/open-imap';
import { providerOfExchanges } from '#platform/mail/provider-of-exchanges';
import { logInAsReader, refusalOf, serverOfSeed, tryLogin } from './seed-login';
import * as store from './seeds.store';

/** What work on seeds needs; the command line has no more than this. */
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

/** Who works on seeds: operators on all of them, people of a workspace on its own. */
export interface SeedKeeper {
  /** Null: all of them. */
  workspaceId: number | null;
  /** Writes down what was done, in the transaction of the change. */
  note: (
    sql: SqlClient,
    change: {
      action: Extract<OperatorActionName, `seed-${string}`>;
      seed: { id: number; email: string };
      detail: object;
      at: Date;
    },
  ) => Promise<void>;
}

export const asOperator = ({ noteOperator }: Pick<SeedDeps, 'noteOperator'>, actor: string): SeedKeeper => ({
  workspaceId: null,
  note: (sql, { action, seed: { email }, detail, at }) => noteOperator(sql, { actor, action, email, detail, at }),
});

type Body = HandlerInput<(typeof operatorSeedsContract)['endpoints']['addSeed']>['body'];
const done = { done: true } as const;

const viewOf = ({ imap, checked_at: at, owner_workspace_id: owner, owner_name: name, ...row }: store.SeedRow) =>
  ({
    ...row,
    host: imap.host,
    port: imap.port,
    checked_at: at?.toISOString() ?? null,
    workspace: owner === null ? null : { id: owner, name: name ?? '' },
  }) satisfies OperatorSeedView;

const rulesOf = ({ isSandbox, mailPrivateHosts }: SeedDeps): ConnectionRules => ({
  ...defaultRules,
  allowPrivateAddresses: isSandbox,
  privateHosts: mailPrivateHosts,
  verifyCertificates: !isSandbox,
});

const otherUses = {
  sender: { is: 'sends emails for a workspace', instead: 'Connect a mailbox that never sends.' },
  pool: { is: 'is in the warmup pool', instead: 'Connect a mailbox that nothing else reads.' },
  lead: { is: 'is a lead of a workspace', instead: 'Connect a mailbox that no campaign writes to.' },
} as const;

/** A mailbox that sends, warms up or gets campaign emails would change what it measures. @throws SkeinError CONFLICT */
async function refuseOtherUse(sql: SqlClient, email: string, owner: number | null): Promise<void> {
  const use = await store.otherUseOf(sql, email, owner);
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

export const listSeeds = async (deps: Pick<SeedDeps, 'db'>, { workspaceId }: Pick<SeedKeeper, 'workspaceId'>) => ({
  rows: (await deps.db.systemSql((sql) => store.listSeeds(sql, workspaceId))).map(viewOf),
});

/** Connects a seed once its login works. @throws SkeinError CONFLICT for a mailbox that is used otherwise, VALIDATION with what the server said */
export async function connectSeed(deps: ConnectDeps, keeper: SeedKeeper, body: Body): Promise<OperatorSeedView> {
  const { email, region, kind, host, port, oauth, password } = body;
  const owner = keeper.workspaceId ?? body.workspace_id ?? null;
  // A workspace learns what an address is to others only once it has shown that the mailbox is theirs.
  if (keeper.workspaceId === null) await deps.db.systemSql((sql) => refuseOtherUse(sql, email, owner));
  if (owner !== null && !(await deps.db.systemSql((sql) => store.workspaceExists(sql, owner))))
    throw invalidField('workspace_id', 'is no workspace of this installation');
  const provider = body.provider ?? (await providerOf(deps, email));
  // The names are those of the mailbox form: SSL is TLS from the first byte, TLS is STARTTLS.
  const imap = { host, port, portType: body.security === 'TLS' ? 'SSL' : 'TLS' } as const;
  const login = oauth
    ? ({ method: 'XOAUTH2', grant: oauth } as const)
    : ({ method: 'PASSWORD', password: password ?? '' } as const);
  const { method, secret } = await tryLogin({ email, imap, login }, rulesOf(deps)).catch((error: unknown) => {
    throw error instanceof ImapFailure ? refusalOf(error, { host, port, method: login.method }) : error;
  });
  const at = new Date(deps.realClock.now());
  const sealed_password = Buffer.from(deps.vault.seal(secret, store.seedSecretContext(email)));
  const seed = { email, provider, region, kind, imap, sealed_password, auth_method: method, owner_workspace_id: owner };
  return deps.db.systemSql(async (sql) => {
    // The login took seconds, in which somebody may have connected it.
    await refuseOtherUse(sql, email, owner);
    const added = await store.addSeed(sql, seed, at);
    if (!added)
      throw new SkeinError('CONFLICT', `${email} is or was a seed of another owner. Connect another mailbox.`, [
        { field: 'email', message: 'is taken' },
      ]);
    await keeper.note(sql, { action: 'seed-added', seed: added, detail: { provider, region, kind, host }, at });
    return viewOf(added);
  });
}

/** Logins at once: providers refuse more from one address. */
const parallel = 8;

/** Connects many seeds. One that is refused keeps none of the others out; the answer says why, in the order given. */
export async function connectSeeds(deps: ConnectDeps, keeper: SeedKeeper, seeds: readonly Body[]) {
  const rows = seeds.map(({ email }) => ({ email, provider: null as string | null, problem: null as string | null }));
  const waiting = [...seeds.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, seed] = next;
      const row = rows[index] as (typeof rows)[number];
      await connectSeed(deps, keeper, seed).then(
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

type Named = { id: number } | { email: string };

async function requireSeed(deps: Pick<SeedDeps, 'db'>, { workspaceId }: SeedKeeper, by: Named) {
  const seed = await deps.db.systemSql((sql) => store.findSeed(sql, workspaceId, by));
  if (!seed) throw notFound('This seed');
  return seed;
}

/** Logs in to a seed now, and keeps what came of it. @throws SkeinError NOT_FOUND */
export async function checkSeed(deps: SeedDeps, keeper: SeedKeeper, id: number): Promise<OperatorSeedView> {
  const stored = await requireSeed(deps, keeper, { id });
  const rules = rulesOf(deps);
  const problem = await logInAsReader(serverOfSeed({ ...deps, rules }, stored), rules).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ImapFailure) return error.response;
      throw error;
    },
  );
  const at = new Date(deps.realClock.now());
  await deps.db.systemSql((sql) => store.noteSeedCheck(sql, id, problem, at));
  const { sealed_password: _, ...seed } = stored;
  return viewOf({ ...seed, problem, checked_at: at });
}

/** Lets new runs write to a seed, or not. @throws SkeinError NOT_FOUND, CONFLICT for a mailbox that sends by now */
export async function switchSeed(
  deps: SeedDeps,
  keeper: SeedKeeper,
  by: Named,
  isActive: boolean,
): Promise<OperatorSeedView> {
  const { sealed_password: _, ...seed } = await requireSeed(deps, keeper, by);
  const at = new Date(deps.realClock.now());
  await deps.db.systemSql(async (sql) => {
    if (isActive) await refuseOtherUse(sql, seed.email, seed.owner_workspace_id);
    if (!(await store.setSeedActive(sql, seed.id, isActive))) return;
    await keeper.note(sql, { action: isActive ? 'seed-enabled' : 'seed-disabled', seed, detail: {}, at });
  });
  return viewOf({ ...seed, is_active: isActive });
}

/** Deletes a seed with its secret; results that name it stay. @throws SkeinError NOT_FOUND */
export async function removeSeed(deps: SeedDeps, keeper: SeedKeeper, by: Named) {
  const seed = await requireSeed(deps, keeper, by);
  const at = new Date(deps.realClock.now());
  const nothing = Buffer.from(deps.vault.seal('', store.seedSecretContext(seed.email)));
  await deps.db.systemSql(async (sql) => {
    await store.deleteSeed(sql, seed.id, nothing, at);
    await keeper.note(sql, { action: 'seed-deleted', seed, detail: {}, at });
  });
  return done;
}
