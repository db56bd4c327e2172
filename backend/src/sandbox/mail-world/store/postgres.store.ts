import type { Pool } from 'pg';
import type { MailChange, MailStore, WorldSnapshot } from './mail-store';
import { readSnapshot } from './postgres-snapshot.store';
import { createWorldWriter } from './world-writer.store';

interface WaitingCommit {
  changes: MailChange[];
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * The persistent store: tables of schema `sandbox`, reached through a pool given from outside.
 * Commits that arrive while one is being written are written together in the next transaction (one statement a table),
 * which is what keeps thousands of mails within seconds. Every row has an id chosen in memory and every insert is
 * idempotent, so a transaction whose outcome was lost with its connection is simply written again.
 */
export function createPostgresMailStore(pool: Pool): MailStore {
  let isClosed = true;
  const writer = createWorldWriter(pool, () => isClosed);
  let waiting: WaitingCommit[] = [];
  let flushing: Promise<void> | null = null;

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await writer.write(batch.flatMap((entry) => entry.changes));
        for (const entry of batch) entry.resolve();
      } catch (error) {
        if (batch.length === 1) batch[0]?.reject(error);
        else for (const entry of batch) await writer.write(entry.changes).then(entry.resolve, entry.reject);
      }
    }
    flushing = null;
  }

  return {
    async open(): Promise<WorldSnapshot> {
      isClosed = false;
      return readSnapshot(await writer.open());
    },
    commit(changes) {
      if (isClosed) return Promise.reject(new Error('The mail store is closed.'));
      if (changes.length === 0) return Promise.resolve();
      return new Promise((resolve, reject) => {
        waiting.push({ changes, resolve, reject });
        // One turn of the event loop lets everything that arrived with this change share its transaction.
        flushing ??= new Promise<void>((next) => setImmediate(next)).then(flush);
      });
    },
    async readContents(ids) {
      const answer = await pool.query<{ id: string; raw: Buffer }>(
        'select id, raw from sandbox.mail_content where id = any($1::bigint[])',
        [ids],
      );
      return new Map(answer.rows.map((row) => [Number(row.id), row.raw]));
    },
    async close() {
      while (flushing) await flushing;
      isClosed = true;
      await writer.release();
    },
  };
}
