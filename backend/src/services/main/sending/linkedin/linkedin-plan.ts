import { featureFlags } from '@skein/contracts/feature-access';
import { hasPlanAccess } from '@skein/contracts/plan-access';
import { unlocksFeature } from '@skein/contracts/plan-limits';
import type { SqlClient } from '#platform/db/database';
import { findPlan } from './linkedin-account.store';

/** What an account and its steps say where the plan lacks them. */
export const notInPlan = `The plan does not include LinkedIn. ${unlocksFeature('linkedin')}`;
/** What steps say once the plan has ended, as emails do. */
export const planEnded = 'The plan or trial has ended. Renew the plan.';

/**
 * Whether a workspace's plan includes LinkedIn now: accounts that were connected before stay connected, and do and read nothing without it.
 */
export async function isInLinkedInPlan(sql: SqlClient, workspaceId: number): Promise<boolean> {
  const plan = await findPlan(workspaceId, sql);
  return plan !== null && featureFlags(plan.plan_type, plan.feature_access, false).linkedinAccessAllowed;
}

/** Whether a workspace's plan runs, as the planner of emails asks it. @param realNow real time in milliseconds */
export async function isPlanActive(sql: SqlClient, workspaceId: number, realNow: number): Promise<boolean> {
  const plan = await findPlan(workspaceId, sql);
  return (
    plan !== null &&
    hasPlanAccess(
      { isSubscribed: plan.is_subscribed, subscriptionEnd: plan.subscription_end_at, trialEnd: plan.trial_end_at },
      realNow,
    )
  );
}
