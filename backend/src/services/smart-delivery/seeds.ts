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
import { regionOfExchanges } from '#platform/mail/region-of-exchanges';
import { lookForCode } from './confirm-seeds';
import type { OwnSeedPorts } from './own-seed-ports';
import { codeHours, findWaiting } from './seed-codes.store';
import { logInAsReader, refusalOf, serverOfSeed, tryLogin } from './seed-login';
import { refuseAnyUse, seedConflict } from './seed-uses';
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

/** Connecting also needs the installation's DNS, which tells the provider of an address. */
export interface ConnectDeps extends SeedDeps {
  lookUp: LookUp;
}

/** A check also looks for the code of a seed that waits for confirmation. */
export interface CheckDeps extends SeedDeps {
  ownSeeds: OwnSeedPorts;
}

/** Who works on seeds: operators on all of them, people of a workspace on its own. */
export interface SeedKeeper {
  /** Null: all of them. */
  workspaceId: number | null;
  /** Whether the address needs no proof. */
  isTrusted: boolean;
  /** Whether an address can be connected. @throws SkeinError CONFLICT, LIMIT_REACHED */
  admit: (sql: SqlClient, email: string, owner: number | null) => Promise<void>;
  /** Whether runs can write to a seed. @throws SkeinError CONFLICT */
  enable: (sql: SqlClient, email: string, owner: number | null) => Promise<void>;
  /** Runs a login that counts for whoever asks for it. @throws SkeinError RATE_LIMITED */
  logIn: <Result>(seed: { email: string; host: string }, attempt: () => Promise<Result>) => Promise<Result>;
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
  isTrusted: true,
  admit: refuseAnyUse,
  enable: refuseAnyUse,
  logIn: (_, attempt) => attempt(),
  note: (sql, { action, seed: { email }, detail, at }) => noteOperator(sql, { actor, action, email, detail, at }),
});

type Body = HandlerInput<(typeof operatorSeedsContract)['endpoints']['addSeed']>['body'];
const done = { done: true } as const;

const viewOf = (seed: store.SeedRow): OperatorSeedView => {
  const { imap, checked_at: at, owner_workspace_id: owner, owner_name: name, ...stored } = seed;
  const { proved_at: provedAt, has_code: hasCode, code_mailed_at: mailedAt, ...row } = stored;
  const isWaiting = owner !== null && provedAt === null;
  return {
    ...row,
    host: imap.host,
    port: imap.port,
    // The names are those of the mailbox form: SSL is TLS from the first byte, TLS is STARTTLS.
    security: imap.portType === 'SSL' ? 'TLS' : 'STARTTLS',
    state: isWaiting ? 'waiting' : row.is_active ? 'active' : 'disabled',
    code_until: hasCode && mailedAt ? new Date(mailedAt.getTime() + codeHours * 3_600_000).toISOString() : null,
    checked_at: at?.toISOString() ?? null,
    workspace: owner === null ? null : { id: owner, name: name ?? '' },
  };
};

const rulesOf = ({ isSandbox, mailPrivateHosts }: SeedDeps): ConnectionRules => ({
  ...defaultRules,
  allowPrivateAddresses: isSandbox,
  privateHosts: mailPrivateHosts,
  verifyCertificates: !isSandbox,
});

/**
 * Who receives the mail of an address, and where, as named or by the MX records of its domain.
 * @throws SkeinError VALIDATION for what they do not tell
 */
async function placeOf(
  { lookUp }: ConnectDeps,
  { email, provider, region }: Pick<Body, 'email' | 'provider' | 'region'>,
): Promise<{ provider: string; region: string }> {
  if (provider !== undefined && region !== undefined) return { provider, region };
  const records = (await lookUp(email.slice(email.lastIndexOf('@') + 1), 'MX').catch(() => [])) as Parameters<
    typeof providerOfExchanges
  >[0];
  const found = {
    provider: provider ?? providerOfExchanges(records),
    region: region ?? regionOfExchanges(records),
  };
  const untold = (field: string) => invalidField(field, 'can’t be read from the domain’s MX records: enter it');
  if (found.provider === null) throw untold('provider');
  if (found.region === null) throw untold('region');
  return { provider: found.provider, region: found.region };
}

export const listSeeds = async (deps: Pick<SeedDeps, 'db'>, { workspaceId }: Pick<SeedKeeper, 'workspaceId'>) => ({
  rows: (await deps.db.systemSql((sql) => store.listSeeds(sql, workspaceId))).map(viewOf),
});

/**
 * Connects a seed once its login works. What keeps it out is asked before the login, which can use up a refresh token, and again after it.
 * @throws SkeinError CONFLICT for a mailbox that is used otherwise, VALIDATION with what the server said
 */
export async function connectSeed(deps: ConnectDeps, keeper: SeedKeeper, body: Body): Promise<OperatorSeedView> {
  const { email, kind, host, port, oauth, password } = body;
  const owner = keeper.workspaceId ?? body.workspace_id ?? null;
  await deps.db.systemSql((sql) => admit(sql, keeper, email, owner));
  if (owner !== null && !(await deps.db.systemSql((sql) => store.workspaceExists(sql, owner))))
    throw invalidField('workspace_id', 'is no workspace of this installation');
  const { provider, region } = await placeOf(deps, body);
  const imap = { host, port, portType: body.security === 'TLS' ? 'SSL' : 'TLS' } as const;
  const login = oauth
    ? ({ method: 'XOAUTH2', grant: oauth } as const)
    : ({ method: 'PASSWORD', password: password ?? '' } as const);
  const { method, secret } = await keeper
    .logIn({ email, host }, () => tryLogin({ email, imap, login }, rulesOf(deps)))
    .catch((error: unknown) => {
      throw error instanceof ImapFailure ? refusalOf(error, { host, port, method: login.method }) : error;
    });
  const at = new Date(deps.realClock.now());
  const seed = {
    ...{ email, provider, region, kind, imap, auth_method: method, owner_workspace_id: owner },
    sealed_password: deps.vault.seal(secret, store.seedSecretContext(email, method)),
    is_proved: keeper.isTrusted,
  };
  return deps.db.systemSql(async (sql) => {
    await admit(sql, keeper, email, owner);
    const added = await store.addSeed(sql, seed, at);
    if (!added) throw seedConflict(email, keeper.workspaceId === null ? 'seed' : 'other');
    if (added.is_active) await keeper.enable(sql, email, owner);
    await keeper.note(sql, { action: 'seed-added', seed: added, detail: { provider, region, kind, host }, at });
    return viewOf(added);
  });
}

/** @throws SkeinError CONFLICT, LIMIT_REACHED */
async function admit(sql: SqlClient, keeper: SeedKeeper, email: string, owner: number | null): Promise<void> {
  await keeper.admit(sql, email, owner);
  if (await store.isTaken(sql, email, owner)) throw seedConflict(email, keeper.workspaceId === null ? 'seed' : 'other');
}

/** Logins at once: providers refuse more from one address. */
const parallel = 8;

/** Connects many seeds. One that is refused keeps none of the others out; the answer says why, in the order given. */
export async function connectMany<Seed extends { email: string }>(
  connect: (seed: Seed) => Promise<OperatorSeedView>,
  seeds: readonly Seed[],
) {
  const rows = seeds.map(({ email }) => ({ email, provider: null as string | null, problem: null as string | null }));
  const waiting = [...seeds.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, seed] = next;
      const row = rows[index] as (typeof rows)[number];
      await connect(seed).then(
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

/** Connects many seeds for one keeper, as connectMany does. */
export const connectSeeds = (deps: ConnectDeps, keeper: SeedKeeper, seeds: readonly Body[]) =>
  connectMany((seed: Body) => connectSeed(deps, keeper, seed), seeds);

type Named = { id: number } | { email: string };

async function requireSeed(deps: Pick<SeedDeps, 'db'>, { workspaceId }: SeedKeeper, by: Named) {
  const seed = await deps.db.systemSql((sql) => store.findSeed(sql, workspaceId, by));
  if (!seed) throw notFound('This seed');
  return seed;
}

/** A seed as it is now. @throws SkeinError NOT_FOUND */
export async function findOne(deps: Pick<SeedDeps, 'db'>, keeper: SeedKeeper, id: number): Promise<OperatorSeedView> {
  const { sealed_password: _, ...seed } = await requireSeed(deps, keeper, { id });
  return viewOf(seed);
}

/**
 * Logs in to a seed now, looks for its code where it waits for one, and keeps what came of it.
 * @throws SkeinError NOT_FOUND, RATE_LIMITED
 */
export async function checkSeed(deps: CheckDeps, keeper: SeedKeeper, id: number): Promise<OperatorSeedView> {
  const stored = await requireSeed(deps, keeper, { id });
  const rules = rulesOf(deps);
  const now = () => new Date(deps.realClock.now());
  const waiting = await deps.db.systemSql((sql) => findWaiting(sql, id, now()));
  const logIn = () =>
    waiting
      ? lookForCode({ ...deps, rules, realNow: () => deps.realClock.now() }, waiting)
      : logInAsReader(serverOfSeed({ ...deps, rules }, stored), rules);
  const problem = await keeper.logIn({ email: stored.email, host: stored.imap.host }, logIn).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ImapFailure) return error.response;
      throw error;
    },
  );
  if (!waiting) await deps.db.systemSql((sql) => store.noteSeedCheck(sql, id, problem, now()));
  return findOne(deps, keeper, id);
}

/** Lets new runs write to a seed, or not. @throws SkeinError NOT_FOUND, CONFLICT for a mailbox that sends by now or waits for its code */
export async function switchSeed(
  deps: SeedDeps,
  keeper: SeedKeeper,
  by: Named,
  isActive: boolean,
): Promise<OperatorSeedView> {
  const { sealed_password: _, ...seed } = await requireSeed(deps, keeper, by);
  if (isActive && viewOf(seed).state === 'waiting')
    throw new SkeinError('CONFLICT', `${seed.email} is waiting for its code. Check it, or email the code again.`);
  const at = new Date(deps.realClock.now());
  await deps.db.systemSql(async (sql) => {
    if (isActive) await keeper.enable(sql, seed.email, seed.owner_workspace_id);
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
