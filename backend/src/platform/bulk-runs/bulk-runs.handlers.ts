import { handleJob, type JobHandler } from '../jobs/job-definition';
import type { BulkRunDeps, BulkRunKind } from './bulk-run';
import { bulkRunJob, sweepBulkRunsJob } from './bulk-runs.jobs';
import { findSilentRuns } from './bulk-runs.store';
import { performRun } from './perform-run';
import { placeInQueue } from './start-run';

/** Runs looked at by one sweep; the next one takes the rest. */
const sweptAtOnce = 500;

/** The jobs of all kinds of runs. */
export const bulkRunHandlers = <Deps extends BulkRunDeps>(
  deps: Deps,
  kinds: readonly BulkRunKind<Deps>[],
): JobHandler[] => [
  handleJob(bulkRunJob, (payload, { signal, attempt }) => performRun(deps, kinds, payload, { signal, attempt })),
  handleJob(sweepBulkRunsJob, () => sweepRuns(deps, kinds)),
];

/**
 * Puts unfinished runs back into the queue that have no job there: those of the version before, and those whose last attempt died with its
 * process. A job that still waits for its next attempt, or that is at work, stays as it is.
 */
export async function sweepRuns<Deps extends BulkRunDeps>(
  deps: Pick<Deps, 'db' | 'jobs'>,
  kinds: readonly BulkRunKind<Deps>[],
): Promise<void> {
  for (const run of await findSilentRuns(deps.db, sweptAtOnce)) {
    const kind = kinds.find((one) => one.kind === run.kind);
    if (!kind) continue;
    await deps.db.systemSql((sql) =>
      deps.jobs.enqueue(
        sql,
        bulkRunJob,
        { workspaceId: run.workspace_id, runId: run.run_id },
        { ...placeInQueue(kind, run), keyMode: run.is_dead ? 'replace' : 'unsafe_dedupe' },
      ),
    );
  }
}
