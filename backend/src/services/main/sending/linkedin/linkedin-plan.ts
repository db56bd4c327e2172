import { unlocksFeature } from '@skein/contracts/plan-limits';
import type { SqlClient } from '#platform/db/database';
import { findPlanInForce } from '#platform/plans/plan-in-force.store';

/** What an account and its steps say where the plan lacks them. */
export const notInPlan = `The plan does not include LinkedIn. ${unlocksFeature('linkedin')}`;

/**
 * Whether a workspace's plan includes LinkedIn now: accounts that were connected before stay connected, and do and read nothing without it.
 */
export const isInLinkedInPlan = async (sql: SqlClient, workspaceId: number): Promise<boolean> =>
  (await findPlanInForce(workspaceId, sql, 0))?.features.linkedinAccessAllowed === true;

/** Whether a workspace's plan runs, as the planner of emails asks it. @param realNow real time in milliseconds */
export const isPlanActive = async (sql: SqlClient, workspaceId: number, realNow: number): Promise<boolean> =>
  (await findPlanInForce(workspaceId, sql, realNow))?.isRunning === true;
