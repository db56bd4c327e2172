import { featureFlags } from '@skein/contracts/feature-access';
import { unlocksFeature } from '@skein/contracts/plan-limits';
import type { SqlClient } from '#platform/db/database';
import { findPlan } from './linkedin-account.store';

/** What an account and its steps say where the plan lacks them. */
export const notInPlan = `The plan does not include LinkedIn. ${unlocksFeature('linkedin')}`;

/** Whether a workspace's plan includes LinkedIn now: accounts that were connected before stay connected, and do and read nothing without it. */
export async function isInLinkedInPlan(sql: SqlClient, workspaceId: number): Promise<boolean> {
  const plan = await findPlan(workspaceId, sql);
  return plan !== null && featureFlags(plan.plan_type, plan.feature_access, false).linkedinAccessAllowed;
}
