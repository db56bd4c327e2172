import type { WorkspaceId } from '@skein/contracts/ids';
import { actAs, type Acting } from '../audit/acting';
import type { SqlClient } from '../db/database';
import { GaveWay, type BulkRunDeps, type BulkRunKind, type HeldRun, type TakenRun } from './bulk-run';
import { advanceRun, endRun, isHeldRun, noteTrouble, pauseRun, recountRun, takeRun } from './bulk-runs.store';
import { attemptsOf, queueRun } from './start-run';

/** One attempt of a worker. */
export interface RunAttempt {
  signal?: AbortSignal;
  /** 1 in the first one */
  attempt?: number;
}

/** Which run of which workspace. */
interface RunToPerform {
  workspaceId: WorkspaceId;
  runId: number;
}

/**
 * Works on a run to its end, from where it stopped, in the name of the person who started it where its kind says so.
 * Every transaction of it carries its part of the progress and counts only for the worker that took the run last, so a
 * batch is never applied twice and a crash repeats none.
 */
export async function performRun<Deps extends BulkRunDeps>(
  deps: Deps,
  kinds: readonly BulkRunKind<Deps>[],
  { workspaceId, runId }: RunToPerform,
  { signal = new AbortController().signal, attempt = 1 }: RunAttempt = {},
): Promise<void> {
  const at = new Date(deps.realClock.now());
  const run = await deps.db.tenantSql(workspaceId, (sql) => takeRun(workspaceId, sql, { runId, at }));
  if (!run) return;
  const kind = kinds.find((one) => one.kind === run.kind);
  // A version that knows it takes it at a later attempt.
  if (!kind) throw new Error(`This version does not know runs of the kind ${run.kind}.`);
  const held = hold(deps, kind, run, signal);
  const work = async () => {
    await ('batch' in kind ? eachBatch(deps, kind, held) : kind.perform(deps, held));
    await held.complete();
  };
  try {
    await (kind.actsAsStarter && run.acting ? actAs(run.acting as unknown as Acting, work) : work());
  } catch (error) {
    if (error instanceof GaveWay) return;
    // What another worker committed meanwhile stands in the way of a batch that was begun before: that is no error of the run.
    if (!(await deps.db.tenantSql(workspaceId, (sql) => isHeldRun(workspaceId, sql, run)))) return;
    const refusal = kind.refusalOf?.(error) ?? null;
    if (refusal === null && attempt < attemptsOf(kind)) {
      const trouble = kind.troubleOf?.(error) ?? null;
      if (trouble !== null) await tell(deps, kind, run, trouble);
      throw error;
    }
    await endAs(deps, kind, run, { status: 'FAILED', error: refusal ?? kind.brokeOff(held.run, error) });
  }
}

async function eachBatch<Deps extends BulkRunDeps>(
  deps: Deps,
  kind: Extract<BulkRunKind<Deps>, { batch: unknown }>,
  held: HeldRun,
): Promise<void> {
  for (let isLast = false; !isLast;) {
    held.signal.throwIfAborted();
    await held.commit(async (sql) => {
      const step = await kind.batch({ deps, sql, run: held.run });
      ({ isLast } = step);
      return step;
    });
  }
}

function hold<Deps extends BulkRunDeps>(
  deps: Deps,
  kind: BulkRunKind<Deps>,
  run: TakenRun,
  signal: AbortSignal,
): HeldRun {
  const { workspace_id: workspaceId } = run;
  let isOver = false;
  const held: HeldRun = {
    run,
    signal,
    async commit(work) {
      const step = await deps.db.tenantSql(workspaceId, async (sql) => {
        const done = await work(sql);
        if (!(await advanceRun(workspaceId, sql, run, done))) throw new GaveWay();
        await deps.live.publish(sql, workspaceId, [...kind.topics.progress, ...(done.topics ?? [])]);
        return done;
      });
      if (step.place !== undefined) held.run = { ...held.run, place: step.place };
    },
    async restart() {
      const isHeld = await deps.db.tenantSql(workspaceId, (sql) =>
        recountRun(workspaceId, sql, run, { done: 0, counts: {} }),
      );
      if (!isHeld) throw new GaveWay();
      held.run = { ...held.run, place: null };
    },
    async pause(until) {
      const runsAt = new Date(Math.max(until, deps.realClock.now()));
      await deps.db.tenantSql(workspaceId, async (sql) => {
        if (!(await pauseRun(workspaceId, sql, run, runsAt))) throw new GaveWay();
        await queueRun(deps, sql, kind, { ...run, runsAt });
      });
      isOver = true;
    },
    async complete(within) {
      if (isOver) return;
      const status = run.status === 'UNDOING' ? 'UNDONE' : 'COMPLETED';
      if (!(await endAs(deps, kind, run, { status, error: null, within }))) throw new GaveWay();
      isOver = true;
    },
  };
  return held;
}

/** Shows what holds a run up, for as long as it does. */
const tell = <Deps extends BulkRunDeps>(
  deps: Deps,
  kind: BulkRunKind<Deps>,
  run: TakenRun,
  trouble: string,
): Promise<void> =>
  deps.db.tenantSql(run.workspace_id, async (sql) => {
    await noteTrouble(run.workspace_id, sql, run, trouble);
    await deps.live.publish(sql, run.workspace_id, [...kind.topics.progress]);
  });

/** How a run ends, and what belongs to that. */
interface RunEnd {
  status: 'COMPLETED' | 'UNDONE' | 'FAILED';
  error: string | null;
  within?: ((sql: SqlClient) => Promise<void>) | undefined;
}

const endAs = <Deps extends BulkRunDeps>(
  deps: Deps,
  kind: BulkRunKind<Deps>,
  run: TakenRun,
  { status, error, within }: RunEnd,
): Promise<boolean> =>
  deps.db.tenantSql(run.workspace_id, async (sql) => {
    const at = new Date(deps.realClock.now());
    if (!(await endRun(run.workspace_id, sql, run, { status, error, at }))) return false;
    await within?.(sql);
    await kind.onEnd?.(sql, { ...run, status, at }, deps);
    await deps.live.publish(sql, run.workspace_id, [...kind.topics.end]);
    return true;
  });
