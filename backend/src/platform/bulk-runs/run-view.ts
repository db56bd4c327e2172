import type { RunView } from '@skein/contracts/bulk-run';
import type { BulkRunRecord } from './bulk-run';
import { canCancel } from './bulk-runs.store';

/** Progress of a run of any kind. `realNow` is real time in milliseconds. */
export function toRunView(run: BulkRunRecord, realNow: number): RunView {
  const elapsed = run.started_at ? realNow - run.started_at.getTime() : 0;
  return {
    status: run.status,
    total: run.total,
    done: run.done,
    percent: run.status === 'COMPLETED' ? 100 : percentOf(run.done, run.total),
    seconds_left:
      run.status === 'RUNNING' && run.done > 0 && elapsed > 0
        ? Math.ceil((Math.max(0, run.total - run.done) * elapsed) / run.done / 1000)
        : null,
    begins_at: run.status === 'WAITING' ? run.runs_at.toISOString() : null,
    can_cancel: canCancel(run.status),
    error: run.error,
    created_at: run.created_at.toISOString(),
    started_at: run.started_at?.toISOString() ?? null,
    finished_at: run.finished_at?.toISOString() ?? null,
    created_by_name: run.created_by_name,
  };
}

/** In tenths of a percent. */
const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(100, Math.round((part / whole) * 1000) / 10);
