import type { WorkspaceId } from '@skein/contracts/ids';
import { PrismaPg } from '@prisma/adapter-pg';
import { escapeLiteral, Pool, type PoolClient, type QueryResultRow } from 'pg';

import { PrismaClient, type Prisma } from '#generated/prisma/client';
import { actingText } from '../audit/acting';
import { createNotifications, type Notifications } from './notifications';
import { prepared } from './prepared';
import { retryOnConflict } from './retry';

/** Prisma inside one open transaction, already bound to a role (and, for `tenant`, to a workspace). */
export type Transaction = Prisma.TransactionClient;

/** pg inside one open transaction: for hot paths where Prisma's 0.25 ms a query matter, and for COPY. */
export type SqlClient = PoolClient;

/** The two roles of the first migration. */
type DatabaseRole = 'skein_app' | 'skein_system';

interface TransactionOptions {
  /** ms the transaction may last before it is rolled back; 30,000 if not given */
  timeout?: number;
}

/** The only way to the database. Stores use it; nobody else does. */
export interface Database {
  /**
   * A transaction as role skein_app in which row-level security shows only this workspace.
   * It is run again, at most three times, when it lost against another transaction: it must have no effects outside.
   */
  tenant<Result>(
    workspaceId: WorkspaceId,
    work: (tx: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /** The same as role skein_system, which sees all workspaces: for the stores of identity, engine, tracking and jobs. */
  system<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /** `tenant` with raw pg. */
  tenantSql<Result>(workspaceId: WorkspaceId, work: (client: SqlClient) => Promise<Result>): Promise<Result>;
  /** Everything of a workspace as of one moment, for as long as `work` reads: repeatable read, read only, times in UTC. */
  tenantSnapshot<Result>(workspaceId: WorkspaceId, work: (client: SqlClient) => Promise<Result>): Promise<Result>;
  /** `system` with raw pg. */
  systemSql<Result>(work: (client: SqlClient) => Promise<Result>): Promise<Result>;
  /**
   * One prepared statement as role skein_system, a transaction by itself: without the round trips of BEGIN and COMMIT.
   * The text must be a constant (prepared.ts).
   */
  systemStatement<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Statements that only read, as role skein_system, each with a snapshot of its own. */
  systemRead<Result>(work: (client: SqlClient) => Promise<Result>): Promise<Result>;
  /** The pools beneath, each with its role; a query on `pools.app` outside `tenantSql` sees no tenant row. */
  pools: { app: Pool; system: Pool };
  listen: Notifications['listen'];
  holdLock: Notifications['holdLock'];
  /**
   * @throws Error in one sentence when the server cannot be reached, the login user may not act as the two roles, or a
   * pooler shares connections between transactions
   */
  verify(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** connections of each of the two pools; 10 if not given */
  poolSize?: number;
  /** seconds to wait for a connection; 10 if not given */
  waitSeconds?: number;
  /** told about lost idle connections; they are replaced by themselves */
  onConnectionError?: (error: Error) => void;
}

const TRANSACTION_TIMEOUT = 30_000;
/** Milliseconds to wait for a connection. */
const waitOf = ({ waitSeconds = 10 }: DatabaseOptions): number => waitSeconds * 1000;

export function createDatabase(options: DatabaseOptions): Database {
  let closed = false;
  const onError = (error: Error) => {
    if (!closed) options.onConnectionError?.(error);
  };
  const app = createRolePool('skein_app', options, onError);
  const system = createRolePool('skein_system', options, onError);
  const appPrisma = createOnFirstUse(app, onError);
  const systemPrisma = createOnFirstUse(system, onError);
  const notifications = createNotifications({ url: options.url, onError });

  const limits = (given?: TransactionOptions) => ({
    maxWait: waitOf(options),
    timeout: given?.timeout ?? TRANSACTION_TIMEOUT,
  });

  return {
    pools: { app, system },
    tenant(workspaceId, work, given) {
      const id = checkWorkspaceId(workspaceId);
      return retryOnConflict(() =>
        appPrisma.client().$transaction(async (tx) => {
          const acting = actingText() ?? '';
          await tx.$queryRaw`SELECT set_config('app.workspace_id', ${String(id)}, true), set_config('app.actor', ${acting}, true)`;
          return work(tx);
        }, limits(given)),
      );
    },
    system: (work, given) =>
      retryOnConflict(() =>
        systemPrisma.client().$transaction(async (tx) => {
          const acting = actingText();
          if (acting !== null) await tx.$queryRaw`SELECT set_config('app.actor', ${acting}, true)`;
          return work(tx);
        }, limits(given)),
      ),
    tenantSql(workspaceId, work) {
      const id = checkWorkspaceId(workspaceId);
      // One round trip for both; the id is a checked integer, so it may stand in the text.
      const begin = `begin; select set_config('app.workspace_id', '${id}', true)${setActor()}`;
      return retryOnConflict(() => withTransaction(app, begin, work));
    },
    tenantSnapshot(workspaceId, work) {
      const id = checkWorkspaceId(workspaceId);
      const begin = `begin isolation level repeatable read, read only; select set_config('app.workspace_id', '${id}', true), set_config('timezone', 'UTC', true)`;
      return withTransaction(app, begin, work);
    },
    systemSql(work) {
      const actor = setActor();
      return retryOnConflict(() =>
        withTransaction(system, actor === '' ? 'begin' : `begin; select true${actor}`, work),
      );
    },
    systemStatement: (text, values) =>
      retryOnConflict(() =>
        withConnection(system, async (client) => (await prepared<never>(client, text, values)).rows),
      ),
    systemRead: (work) => withConnection(system, work),
    listen: notifications.listen,
    holdLock: notifications.holdLock,
    async verify() {
      await verifyRole(app, 'skein_app');
      await verifyRole(system, 'skein_system');
      await refuseSharedConnections(system).catch((error) => Promise.reject(explain(error)));
    },
    async close() {
      closed = true;
      await notifications.close();
      await Promise.all([appPrisma.disconnect(), systemPrisma.disconnect()]);
      await Promise.all([app.end(), system.end()]);
    },
  };
}

/** Creating a Prisma client takes up to a tenth of a second of CPU, and many workers and tests use pg alone. */
function createOnFirstUse(pool: Pool, onConnectionError: (error: Error) => void) {
  let prisma: PrismaClient | undefined;
  return {
    client: () => (prisma ??= new PrismaClient({ adapter: new PrismaPg(pool, { onConnectionError }) })),
    disconnect: async () => prisma?.$disconnect(),
  };
}

/** @throws Error when the connections of a pool act as another role than theirs */
async function verifyRole(pool: Pool, role: DatabaseRole): Promise<void> {
  const { rows } = await pool
    .query<{ role: string }>('select current_user::text as role')
    .catch((error) => Promise.reject(explain(error)));
  if (rows[0]?.role !== role)
    throw new Error(
      `A connection acts as ${rows[0]?.role} and not as ${role}: a pooler between must leave the role of a connection as it is (pool_mode = session).`,
    );
}

/** Tells the transaction who acts, so that the trail of changes knows; nothing where no request does. */
function setActor(): string {
  const acting = actingText();
  return acting === null ? '' : `, set_config('app.actor', ${escapeLiteral(acting)}, true)`;
}

function createRolePool(role: DatabaseRole, options: DatabaseOptions, onError: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString: options.url,
    options: `-c role=${role}`,
    application_name: role,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: waitOf(options),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A pooler that leaves out what it does not know at a start (PgBouncer's ignore_startup_parameters) would leave out
    // the role: then row-level security would be the login user's. The pool waits for this promise before it hands the
    // connection out.
    onConnect: (client) => client.query(`SET ROLE ${role}`) as unknown as void,
  });
  pool.on('error', onError);
  return pool;
}

/**
 * A pooler that gives each transaction another connection (PgBouncer's pool_mode transaction or statement) breaks the
 * role, what is prepared, LISTEN and the locks of a session: two connections that set the same variable find each
 * other's value on it.
 * @throws Error in one sentence
 */
async function refuseSharedConnections(pool: Pool): Promise<void> {
  const [one, other] = [await pool.connect(), await pool.connect()];
  try {
    const ask = async (client: SqlClient, sql: string) => (await client.query<{ value: string }>(sql)).rows[0]?.value;
    await ask(one, `select set_config('skein.probe', 'one', false) as value`);
    await ask(other, `select set_config('skein.probe', 'other', false) as value`);
    if ((await ask(one, `select current_setting('skein.probe', true) as value`)) !== 'one') {
      throw new Error(
        'Between Skein and PostgreSQL stands a pooler that shares connections between transactions. Set it to pool_mode = session, or name PostgreSQL itself in DATABASE_URL.',
      );
    }
  } finally {
    one.release();
    other.release();
  }
}

async function withTransaction<Result>(
  pool: Pool,
  begin: string,
  work: (client: SqlClient) => Promise<Result>,
): Promise<Result> {
  return withConnection(pool, async (client, breakOff) => {
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(breakOff);
      throw error;
    }
  });
}

/** @param work is handed what to call when the connection must not be used again */
async function withConnection<Result>(
  pool: Pool,
  work: (client: SqlClient, breakOff: (error: Error) => void) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error) => Promise.reject(explain(error)));
  let broken: Error | undefined;
  // A connection that dies while it is checked out raises here, not on the pool; unheard, it would end the process.
  const breakOff = (error: Error) => {
    broken = error;
  };
  client.on('error', breakOff);
  try {
    return await work(client, breakOff);
  } finally {
    client.off('error', breakOff);
    client.release(broken);
  }
}

function checkWorkspaceId(workspaceId: WorkspaceId): number {
  if (!Number.isSafeInteger(workspaceId) || workspaceId <= 0) {
    throw new TypeError(`A workspace id is a positive integer, not ${String(workspaceId)}.`);
  }
  return workspaceId;
}

/** Says in one sentence what an operator has to do about a failed connection. */
function explain(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = (error as { code?: string }).code;
  if (code === '42501' || (code === '22023' && /role/.test(error.message))) {
    return new Error(
      `The database user may not act as skein_app and skein_system (${error.message}). ` +
        'Connect as the user that ran the migrations, or run: GRANT skein_app, skein_system TO that user.',
      { cause: error },
    );
  }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EHOSTUNREACH') {
    return new Error(
      `The database cannot be reached (${error.message}). Check DATABASE_URL and that PostgreSQL runs.`,
      {
        cause: error,
      },
    );
  }
  return error;
}
