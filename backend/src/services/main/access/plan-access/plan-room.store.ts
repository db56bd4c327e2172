import type { SqlClient } from '#platform/db/database';
import { requirePlanRoom } from '#platform/plans/plan-room.store';

const counts = {
  senders: 'select count(*)::int as used from mailbox where workspace_id = $1 and deleted_at is null',
  sequences: `select count(*)::int as used from campaign where workspace_id = $1 and status <> 'ARCHIVED'`,
} as const;

/** Whether the plan has room for one more sender account or sequence. @throws SkeinError LIMIT_REACHED with what makes room */
export const requireRoom = (workspaceId: number, sql: SqlClient, kind: keyof typeof counts): Promise<void> =>
  requirePlanRoom(workspaceId, sql, kind, counts[kind]);
