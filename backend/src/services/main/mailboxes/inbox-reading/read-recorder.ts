import type { WorkspaceId } from '@skein/contracts/ids';
import { createBatcher } from '#platform/db/batcher';
import type { Database } from '#platform/db/database';
import { databaseTime, outdateInboxReads, recordInboxReads, type InboxRead } from './inbox-reading.store';

/** Records when inboxes were read, by the database's clock: machines' clocks differ, and follow-ups depend on it. */
export interface ReadRecorder {
  /** The database's clock in milliseconds, or a little before it: never ahead. */
  now(): Promise<number>;
  record(read: InboxRead): Promise<void>;
  /** Campaign time was moved, of one workspace or (null) of all: no read before counts as recent any more. */
  outdate(workspaceId: WorkspaceId | null): Promise<void>;
}

/** How long a measurement of the database's clock is used, in milliseconds: a failover may bring another clock. */
const measurementAge = 30_000;

function create(db: Database): ReadRecorder {
  /**
   * The database's clock minus this process's, and when it was measured. What the network took makes it smaller, never
   * larger, so the largest is the best.
   */
  let offsets: { at: number; milliseconds: number }[] = [];
  const fresh = (): typeof offsets => offsets.filter(({ at }) => performance.now() - at < measurementAge);
  const learn = (databaseNow: number): void => {
    const at = performance.now();
    offsets = [...fresh().slice(-15), { at, milliseconds: databaseNow - at }];
  };
  const write = async (reads: InboxRead[]): Promise<undefined[]> => {
    learn(await recordInboxReads(db, reads));
    return reads.map(() => undefined);
  };
  const record = createBatcher<InboxRead, undefined>({
    most: 64,
    together: write,
    alone: async (read) => (await write([read]))[0],
  });
  return {
    async now() {
      offsets = fresh();
      if (offsets.length === 0) learn(await databaseTime(db));
      return performance.now() + Math.max(...offsets.map(({ milliseconds }) => milliseconds));
    },
    record,
    outdate: (workspaceId) => outdateInboxReads(db, workspaceId),
  };
}

const known = new WeakMap<Database, ReadRecorder>();

/** One recorder for each database of this process. */
export function readRecorder(db: Database): ReadRecorder {
  let recorder = known.get(db);
  if (!recorder) {
    recorder = create(db);
    known.set(db, recorder);
  }
  return recorder;
}
