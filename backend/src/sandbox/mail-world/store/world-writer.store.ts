import type { Pool, PoolClient } from 'pg';
import type { MailChange } from './mail-store';
import { deleteStatements, upsertStatements } from './postgres-statements.store';
import { rowKey } from './row-key';

/** The advisory lock that keeps two processes from writing one world ("skein sandbox mail" as a number of our choice). */
const worldLock = 7_281_143_650_021;
const reconnectAttempts = 40;
/** A process that was killed holds its lock until PostgreSQL notices: a start waits this long before it gives up. */
const startAttempts = 8;
const reconnectPauseMilliseconds = 250;

/** Another process runs the world of this database. */
export class WorldTakenError extends Error {
  constructor() {
    super('Another process already runs the sandbox mail world on this database.');
    this.name = 'WorldTakenError';
  }
}

/** The one connection that writes a world: it holds the lock that keeps other processes away, and is taken anew when it is lost. */
export function createWorldWriter(pool: Pool, isClosed: () => boolean) {
  let writer: PoolClient | null = null;

  async function takeWriter(attempts: number): Promise<PoolClient> {
    if (writer) return writer;
    for (let attempt = 0; ; attempt += 1) {
      let client: PoolClient | null = null;
      try {
        client = await pool.connect();
        const answer = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [worldLock]);
        if (answer.rows[0]?.taken) {
          const taken = client;
          // A pooled client that loses its connection emits an error; without a listener that would end the process.
          taken.on('error', () => dropWriter(taken));
          writer = taken;
          return taken;
        }
        client.release();
      } catch (error) {
        if (client && isConnectionLoss(error)) client.release(true);
        if (attempt >= attempts || isClosed() || !isConnectionLoss(error)) throw error;
      }
      if (attempt >= attempts) throw new WorldTakenError();
      await new Promise((resolve) => setTimeout(resolve, reconnectPauseMilliseconds));
    }
  }

  function dropWriter(client: PoolClient): void {
    if (writer !== client) return;
    writer = null;
    client.release(true);
  }

  async function write(changes: MailChange[]): Promise<void> {
    const latest = new Map<string, MailChange>();
    for (const change of changes) latest.set(rowKey(change), change);
    const statements = [...upsertStatements([...latest.values()]), ...deleteStatements([...latest.values()])];
    for (let attempt = 0; ; attempt += 1) {
      const client = await takeWriter(reconnectAttempts);
      try {
        await client.query('begin');
        for (const statement of statements) await client.query(statement.text, statement.values);
        await client.query('commit');
        return;
      } catch (error) {
        if (isConnectionLoss(error)) {
          dropWriter(client);
          if (attempt < 3) continue;
        } else {
          await client.query('rollback').catch(() => dropWriter(client));
        }
        throw error;
      }
    }
  }

  return {
    /** The connection, for a start. */
    open: () => takeWriter(startAttempts),
    write,
    async release(): Promise<void> {
      const client = writer;
      writer = null;
      if (!client) return;
      await client.query('select pg_advisory_unlock($1)', [worldLock]).then(
        () => client.release(),
        () => client.release(true),
      );
    },
  };
}

function isConnectionLoss(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  if (code && /^(08|57P0[123])/.test(code)) return true;
  if (code && ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOENT'].includes(code)) return true;
  return (
    error instanceof Error && /connection (terminated|ended)|not queryable|Connection terminated/i.test(error.message)
  );
}
