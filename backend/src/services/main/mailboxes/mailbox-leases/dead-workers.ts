import type { Database } from '#platform/db/database';
import { findGone, freeLeases } from './dead-workers.store';

/** Real milliseconds for which a lock has to be missing: a connection that broke is made again within a fraction of it. */
const goneAfter = 1_500;

/**
 * Frees the mailboxes of workers that died, instead of waiting for their leases to end: a dead process has lost its lock at once. A worker
 * that lives on without its lock (its connection broke) loses nothing but its turn: fencing tokens and folder positions guard what it does.
 * @param now milliseconds of a clock that only moves forward
 * @returns a look, to be called again and again; it resolves to the ids of the workers whose leases were freed
 */
export function createDeadWorkerSweep(
  db: Database,
  now: () => number = () => performance.now(),
): () => Promise<string[]> {
  /** When each was first seen without its lock. */
  let suspects = new Map<string, number>();
  return async () => {
    const gone = await findGone(db);
    const at = now();
    suspects = new Map(gone.map((id) => [id, suspects.get(id) ?? at]));
    const dead = gone.filter((id) => at - (suspects.get(id) as number) >= goneAfter);
    if (dead.length > 0) await freeLeases(db, dead);
    return dead;
  };
}
