import type { WorkspaceId } from '@skein/contracts/ids';
import type { RunStatus } from '@skein/contracts/bulk-run';
import type { Clock } from '../clock/clock';
import type { Database, SqlClient } from '../db/database';
import type { JobQueue } from '../jobs/job-queue';
import type { Live, Topic } from '../live/live';

/** Where a run is: whatever its kind needs to find the next row. */
type Place = number | string | { readonly [name: string]: Place | null } | readonly Place[];

/** A run as its row has it. Records of a kind extend it with their details (`runColumns`). */
export interface BulkRunRecord {
  run_id: number;
  workspace_id: WorkspaceId;
  status: RunStatus;
  /** Raised whenever a worker takes the run or a person ends it; only the worker that holds the present number can commit. */
  fence: number;
  place: Place | null;
  total: number;
  done: number;
  /** How many rows had each outcome. */
  counts: Record<string, number>;
  error: string | null;
  created_by: number | null;
  created_by_name: string | null;
  created_at: Date;
  runs_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

/** A run that a worker has taken. */
export type TakenRun = Omit<BulkRunRecord, 'created_by_name'> & {
  kind: string;
  /** Who started it, for the change history. */
  acting: Record<string, unknown> | null;
};

/** What one transaction of a run added. `counts` may be negative, where rows change from one outcome to another. */
export interface BulkRunStep {
  done?: number;
  counts?: Readonly<Record<string, number>>;
  /** How many rows there are, where that was not known when the run was created; unchanged if not given. */
  total?: number;
  /** Where the next batch starts; unchanged if not given. */
  place?: Place | null;
  /** Live topics of this step, in addition to those of its kind. */
  topics?: readonly Topic[];
}

/** A run in the hands of one worker. */
export interface HeldRun {
  run: TakenRun;
  signal: AbortSignal;
  /**
   * One transaction of the run: the work, and what it adds to the progress. It is rolled back when the run was cancelled or another worker
   * took it. It is repeated after a conflict, so it has no effects outside the database.
   */
  commit(work: (sql: SqlClient) => Promise<BulkRunStep>): Promise<void>;
  /** Starts counting from zero, for work that cannot continue in the middle. */
  restart(): Promise<void>;
  /** Hands the run back until a time, in milliseconds of real time: other jobs go first, and a worker takes it up again then. */
  pause(until: number): Promise<void>;
  /** Ends the run, with what belongs to its end. Called by the worker itself where the kind does not. */
  complete(within?: (sql: SqlClient) => Promise<void>): Promise<void>;
}

/** A batch, inside its transaction. `run.place` is where it starts. */
interface BulkRunBatch<Deps> {
  deps: Deps;
  sql: SqlClient;
  run: TakenRun;
}

export interface EndedRun {
  workspace_id: WorkspaceId;
  run_id: number;
  status: RunStatus;
  at: Date;
}

interface KindOfRun {
  /** Permanent, because rows carry it. */
  kind: string;
  /** Live topics of its progress, and those of its start and end. */
  topics: { progress: readonly Topic[]; end: readonly Topic[] };
  /** Attempts in all before it fails; 10 if not given. */
  attempts?: number;
  /** Runs of one workspace are done one after the other. */
  oneAtATime?: boolean;
  /** Undoing leaves the time of the end as it was: the kind notes beside it when that was undone. */
  keepsEnd?: boolean;
  /**
   * Whether what it writes stands in the change history in the name of the person who started it. Settings do; what a run does to people
   * (blocks, unsubscribes, erases) does not: an entry would keep their addresses.
   */
  actsAsStarter?: boolean;
  /** What a person reads when the last attempt breaks off. */
  brokeOff(run: TakenRun, error: unknown): string;
  /** What a person reads of an error that trying again cannot mend; null for every other one. */
  refusalOf?(error: unknown): string | null;
  /** What a person reads of an error until the next attempt gets on; null for what nobody needs to know. */
  troubleOf?(error: unknown): string | null;
  /** What belongs to every end of a run (completed, cancelled, failed, undone), in its transaction. */
  onEnd?(sql: SqlClient, run: EndedRun, deps: Pick<BulkRunDeps, 'jobs' | 'live'>): Promise<void>;
}

/**
 * A kind of long job: a batch that the worker repeats until it is the last one or, where a batch has to ask somebody outside first, its own
 * work on the held run. Its details have a table of their own that refers to `bulk_run`.
 */
export type BulkRunKind<Deps> = KindOfRun &
  (
    | { batch(batch: BulkRunBatch<Deps>): Promise<BulkRunStep & { isLast: boolean }> }
    | { perform(deps: Deps, held: HeldRun): Promise<void> }
  );

export interface BulkRunDeps {
  db: Database;
  jobs: JobQueue;
  live: Pick<Live, 'publish'>;
  /** Runs are timed by real time, in milliseconds. */
  realClock: Clock;
}

/** Thrown out of a transaction of a run that was cancelled, or that another worker has taken. */
export class GaveWay extends Error {
  constructor() {
    super('This run was cancelled, or another worker has taken it.');
    this.name = 'GaveWay';
  }
}
