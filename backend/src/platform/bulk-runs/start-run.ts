import type { WorkspaceId } from '@skein/contracts/ids';
import { actingText } from '../audit/acting';
import type { SqlClient } from '../db/database';
import type { BulkRunDeps, BulkRunKind } from './bulk-run';
import { bulkRunJob } from './bulk-runs.jobs';
import { endRun, insertRun, reopenRun } from './bulk-runs.store';

type Kind = Pick<BulkRunKind<never>, 'kind' | 'topics' | 'attempts' | 'oneAtATime' | 'keepsEnd' | 'onEnd'>;
type StartDeps = Pick<BulkRunDeps, 'jobs' | 'live' | 'realClock'>;
interface RunOfWorkspace {
  workspace_id: WorkspaceId;
  run_id: number;
}

/** The work of a run that is created: how many rows, by whom, and when. */
interface RunToStart {
  workspaceId: WorkspaceId;
  createdBy: number | null;
  total: number;
  /** Milliseconds of real time in which it can be cancelled before it starts; 0 if not given. */
  delay?: number;
}

/** Creates a run and puts it into the queue, in the transaction of its details. @returns its id */
export async function startRun(
  deps: StartDeps,
  sql: SqlClient,
  kind: Kind,
  { workspaceId, createdBy, total, delay = 0 }: RunToStart,
): Promise<number> {
  const now = deps.realClock.now();
  const runsAt = new Date(now + delay);
  const run_id = await insertRun(workspaceId, sql, {
    kind: kind.kind,
    status: delay > 0 ? 'WAITING' : 'RUNNING',
    total,
    acting: actingText(),
    createdBy,
    runsAt,
    at: new Date(now),
  });
  await enqueueRun(deps, sql, kind, { workspace_id: workspaceId, run_id, runsAt });
  return run_id;
}

/** Creates a run that a person sets going later (`resumeRun`). @returns its id */
export const prepareRun = (
  deps: Pick<StartDeps, 'realClock'>,
  sql: SqlClient,
  kind: Kind,
  { workspaceId, createdBy, total }: Omit<RunToStart, 'delay'>,
): Promise<number> => {
  const at = new Date(deps.realClock.now());
  return insertRun(workspaceId, sql, {
    kind: kind.kind,
    status: 'UPLOADED',
    total,
    acting: null,
    createdBy,
    runsAt: at,
    at,
  });
};

/** Sets a run going that was prepared or is over, from where it stopped. The person who asks acts in the change history. */
export const resumeRun = (deps: StartDeps, sql: SqlClient, kind: Kind, run: RunOfWorkspace): Promise<void> =>
  reopen(deps, sql, kind, { run, status: 'RUNNING' });

/** Starts to undo a run that is over. The person who asks acts in the change history. */
export const undoRun = (deps: StartDeps, sql: SqlClient, kind: Kind, run: RunOfWorkspace): Promise<void> =>
  reopen(deps, sql, kind, { run, status: 'UNDOING' });

async function reopen(
  deps: StartDeps,
  sql: SqlClient,
  kind: Kind,
  { run: { workspace_id, run_id }, status }: { run: RunOfWorkspace; status: 'RUNNING' | 'UNDOING' },
): Promise<void> {
  const at = new Date(deps.realClock.now());
  const keepsEnd = status === 'UNDOING' && kind.keepsEnd === true;
  await reopenRun(workspace_id, sql, run_id, { status, acting: actingText(), at, keepsEnd });
  await enqueueRun(deps, sql, kind, { workspace_id, run_id, runsAt: at });
}

/** Cancels a run: once this commits, no worker adds to it. False when it is over. */
export async function cancelRun(
  deps: StartDeps,
  sql: SqlClient,
  kind: Kind,
  { workspace_id, run_id }: RunOfWorkspace,
): Promise<boolean> {
  const end = { status: 'CANCELLED', at: new Date(deps.realClock.now()), error: null } as const;
  if (!(await endRun(workspace_id, sql, { run_id }, end))) return false;
  await kind.onEnd?.(sql, { workspace_id, run_id, ...end }, deps);
  await deps.live.publish(sql, workspace_id, [...kind.topics.end]);
  return true;
}

/** The name under which the queue holds the one job of a run. */
const jobKeyOf = (run_id: number): string => `bulk-run-${run_id}`;

/** Puts the job of a run into the queue for a time. */
export const queueRun = (
  deps: Pick<StartDeps, 'jobs'>,
  sql: SqlClient,
  kind: Pick<Kind, 'kind' | 'attempts' | 'oneAtATime'>,
  { workspace_id, run_id, runsAt }: RunOfWorkspace & { runsAt: Date },
): Promise<void> =>
  deps.jobs.enqueue(
    sql,
    bulkRunJob,
    { workspaceId: workspace_id, runId: run_id },
    { runAt: runsAt, ...placeInQueue(kind, { workspace_id, run_id }) },
  );

async function enqueueRun(
  deps: StartDeps,
  sql: SqlClient,
  kind: Kind,
  run: RunOfWorkspace & { runsAt: Date },
): Promise<void> {
  await queueRun(deps, sql, kind, run);
  const { workspace_id } = run;
  await deps.live.publish(sql, workspace_id, [...kind.topics.end]);
}

export const placeInQueue = (
  kind: Pick<Kind, 'kind' | 'attempts' | 'oneAtATime'>,
  { workspace_id, run_id }: RunOfWorkspace,
) => ({
  key: jobKeyOf(run_id),
  attempts: attemptsOf(kind),
  ...(kind.oneAtATime ? { queue: queueOf(kind, workspace_id) } : {}),
});

/** The queue in which the runs of a kind, and what their end leaves to do, are done one after the other. */
export const queueOf = ({ kind }: Pick<Kind, 'kind'>, workspaceId: WorkspaceId): string => `${kind}-${workspaceId}`;

export const attemptsOf = (kind: Pick<Kind, 'attempts'>): number => kind.attempts ?? 10;
