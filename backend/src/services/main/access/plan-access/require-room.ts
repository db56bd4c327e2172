import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { requirePlanRoom } from '#platform/plans/plan-room.store';
import { planCounts } from './plan-room.store';

/** Whether the plan has room for one more sender account or sequence. @throws SkeinError LIMIT_REACHED with what makes room */
export const requireRoom = (workspaceId: WorkspaceId, sql: SqlClient, kind: keyof typeof planCounts): Promise<void> =>
  requirePlanRoom(workspaceId, sql, kind, planCounts[kind]);
