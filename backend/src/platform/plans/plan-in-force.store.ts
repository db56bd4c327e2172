import type { PlanType } from '@skein/contracts/constants';
import { featureFlags, type FeatureFlags } from '@skein/contracts/feature-access';
import { hasPlanAccess } from '@skein/contracts/plan-access';
import type { SqlClient } from '../db/database';

/** A workspace's plan as it counts now, for work that no request begins. */
interface PlanInForce {
  /** Whether it runs: a subscription or a trial that has not ended. */
  isRunning: boolean;
  features: FeatureFlags;
}

/** The dates of a plan as the view workspace_plan has them. */
interface PlanRow {
  is_subscribed: boolean;
  subscription_end_at: Date | null;
  trial_end_at: Date | null;
}

/** Whether a plan has not ended; without it no email leaves and no page works. @param realNow real time in milliseconds */
export const isPlanInForce = (row: PlanRow, realNow: number): boolean =>
  hasPlanAccess(
    { isSubscribed: row.is_subscribed, subscriptionEnd: row.subscription_end_at, trialEnd: row.trial_end_at },
    realNow,
  );

/** What such work says once the plan has ended, as emails of campaigns do. */
export const planEnded = 'The plan or trial has ended. Renew the plan.';

/** The plan of a workspace (view workspace_plan); null where the workspace is gone. @param realNow real time in milliseconds */
export async function findPlanInForce(
  workspaceId: number,
  sql: SqlClient,
  realNow: number,
): Promise<PlanInForce | null> {
  const { rows } = await sql.query<PlanRow & { plan_type: PlanType; feature_access: unknown }>(
    `
      select plan_type, feature_access, is_subscribed, subscription_end_at, trial_end_at
      from workspace_plan
      where id = $1
    `,
    [workspaceId],
  );
  const [plan] = rows;
  if (!plan) return null;
  return {
    isRunning: isPlanInForce(plan, realNow),
    features: featureFlags(plan.plan_type, plan.feature_access, false),
  };
}

/** Why the plan of a workspace lets no such work run; null while it runs. @param realNow real time in milliseconds */
export const findPlanEnd = async (sql: SqlClient, workspaceId: number, realNow: number): Promise<string | null> =>
  (await findPlanInForce(workspaceId, sql, realNow))?.isRunning ? null : planEnded;

/** Whether the plan of a workspace includes something, running or not: what was set up before stays, and rests without it. */
export const isInPlan = async (sql: SqlClient, workspaceId: number, feature: keyof FeatureFlags): Promise<boolean> =>
  (await findPlanInForce(workspaceId, sql, 0))?.features[feature] === true;
