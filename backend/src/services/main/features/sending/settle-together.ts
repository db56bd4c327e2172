import type { Database, SqlClient } from '../../../../platform/db/database';

/** One outcome to be written down. */
export interface Settling {
  /** Outcomes are written in the order of their mailboxes, as triggers lock them, so that the two never wait for each other in a circle. */
  mailboxId: number;
  write: (sql: SqlClient) => Promise<void>;
}

interface Waiting extends Settling { resolve: () => void; reject: (error: unknown) => void }

const mostTogether = 32;

/**
 * Writes outcomes that come at the same time in one transaction. Every sent mail adds to the same rows (the workspace's credits, the
 * campaign's rollups): written one by one, each would wait for the commit of the one before it, and half the work would be waiting for locks.
 * An outcome is durable when its promise resolves; when a transaction fails, each of its outcomes is tried by itself.
 */
export function createSettler(db: Database): (settling: Settling) => Promise<void> {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const together = waiting.slice(0, mostTogether).sort((one, other) => one.mailboxId - other.mailboxId);
      waiting = waiting.slice(mostTogether);
      try {
        await db.systemSql(async (sql) => { for (const one of together) await one.write(sql); });
        for (const one of together) one.resolve();
      } catch (error) {
        if (together.length === 1) together[0]?.reject(error);
        else for (const one of together) await db.systemSql(one.write).then(one.resolve, one.reject);
      }
    }
    isWriting = false;
  }

  return (settling) => new Promise<void>((resolve, reject) => {
    waiting.push({ ...settling, resolve, reject });
    void drain();
  });
}

const settlers = new WeakMap<Database, ReturnType<typeof createSettler>>();

/** The settler of this process for a database. */
export function settlerOf(db: Database): ReturnType<typeof createSettler> {
  let settler = settlers.get(db);
  if (!settler) {
    settler = createSettler(db);
    settlers.set(db, settler);
  }
  return settler;
}
