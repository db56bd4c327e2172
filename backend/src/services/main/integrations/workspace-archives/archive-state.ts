import type { RunStatus } from '@skein/contracts/bulk-run';
import type { archiveStates } from '@skein/contracts/main/workspace-archives.contract';
import { noteInTrail } from '#platform/audit/audit.store';
import type { BulkRunRecord } from '#platform/bulk-runs/bulk-run';
import { toRunView } from '#platform/bulk-runs/run-view';
import type { SqlClient } from '#platform/db/database';

export const archivesTopic = 'workspace-archives';

type ArchiveState = (typeof archiveStates)[number];

/** The states of an export or import have names of their own on the wire. */
export const stateOf = (status: RunStatus): ArchiveState =>
  status === 'COMPLETED' ? 'DONE' : status === 'CANCELLED' || status === 'FAILED' ? status : 'RUNNING';

/** What an export and an import have of their run on the wire, also under the names that they had before. */
export function archiveRunFields(row: BulkRunRecord & { creator: string | null }, realNow: number) {
  const { status, ...fields } = toRunView(row, realNow);
  return {
    ...fields,
    state: stateOf(status),
    rows_done: row.done,
    rows_total: row.total,
    problem: row.error,
    created_by: row.creator ?? 'Operator',
  };
}

/** An export or import of the change history. */
interface NotedArchive {
  kind: 'export' | 'import';
  id: number;
  label: string;
  from: RunStatus;
  to: RunStatus;
}

/** How an export or import goes on or ends is an entry of the change history. */
export const noteState = (
  workspaceId: number,
  sql: SqlClient,
  { kind, id, label, from, to }: NotedArchive,
): Promise<void> =>
  noteInTrail(workspaceId, sql, {
    kind,
    action: 'changed',
    objectId: String(id),
    label,
    changes: { state: [stateOf(from), stateOf(to)] },
  });
