import type { Database } from '../db/database';

/** Forgets counts that ended before this instant (ms); for the nightly job. */
export const removeOldAttempts = (db: Database, before: number): Promise<unknown> =>
  db.system((tx) => tx.attemptCount.deleteMany({ where: { expire: { lt: before } } }));
