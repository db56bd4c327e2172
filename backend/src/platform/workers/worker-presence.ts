import { randomInt } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '../db/database';

/** A worker that others can tell to be alive, by a lock that its process holds in the database. */
export interface WorkerPresence {
  /** Its name as the owner of leases. */
  id: string;
  /** Claims are made only while this is true: leases of a worker without its lock are given to others. */
  isPresent(): boolean;
  end(): Promise<void>;
}

/** Announces a worker of this process. It is present as soon as the database can be reached. */
export function announceWorker(db: Pick<Database, 'holdLock'>): WorkerPresence {
  const key = randomInt(1, 2 ** 31 - 1);
  const holding = db.holdLock(key);
  let isHeld = () => false;
  void holding.then((lock) => {
    isHeld = lock.isHeld;
  });
  return {
    id: `${hostname()}:${process.pid}:lock-${key}`,
    isPresent: () => isHeld(),
    end: async () => (await holding).release().catch(() => undefined),
  };
}
