import type { z } from 'zod';
import type { planView, userView } from '@skein/contracts/main/auth.contract';
import { planQuotas, type PlanType } from '@skein/contracts/constants';
import { featureFlags } from '@skein/contracts/feature-access';
import { permissionsOf, type Role } from '@skein/contracts/permissions';

/** What the identity store reads of a person, with the workspace and, for a client's people, the client. */
export interface PersonRow {
  id: number;
  uuid: string;
  workspace_id: number;
  email: string;
  name: string | null;
  role: string;
  status: string;
  designation: string | null;
  profile_pic_url: string | null;
  is_email_verified: boolean;
  has_onboarding_completed: boolean;
  onboarding_stage: number;
  show_guidance: boolean;
  time_zone: string | null;
  workspace: WorkspaceRow;
  client: { id: number; permissions: string[]; restricted_categories: number[] } | null;
  /** The workspace's owner; null when it has none. */
  owner_id: number | null;
}

export interface WorkspaceRow {
  id: number;
  name: string;
  is_demo: boolean;
  plan_type: string;
  trial_start_at: Date | null;
  trial_end_at: Date | null;
  is_subscribed: boolean;
  subscription_end_at: Date | null;
  lead_credits_used: number;
  email_credits_used: number;
  feature_access: unknown;
}

/** The name, or the part of the e-mail before the @ when unset (specification, section 3). */
export const displayName = (person: { name: string | null; email: string }): string =>
  person.name ?? person.email.slice(0, person.email.indexOf('@'));

/** The person as the browser knows it; names every field, so that nothing secret slips through. */
export function viewUser(row: PersonRow): z.input<typeof userView> {
  const role = row.role as Role;
  const client = row.client && {
    id: row.client.id,
    permissions: row.client.permissions,
    restrictedCategories: row.client.restricted_categories,
  };
  const isTeamMember = row.client === null && role !== 'OWNER';
  return {
    id: row.id,
    uuid: row.uuid,
    name: displayName(row),
    email: row.email,
    role,
    status: row.status,
    designation: row.designation,
    profile_pic_url: row.profile_pic_url,
    is_email_verified: row.is_email_verified,
    has_onboarding_completed: row.has_onboarding_completed,
    onboarding_stage: row.onboarding_stage,
    show_guidance: row.show_guidance,
    isClient: client !== null,
    isTeamMember,
    user_id: isTeamMember ? row.owner_id : null,
    time_zone: row.time_zone,
    ui_permissions: [...permissionsOf({ role, client })],
    client_permissions: client && { permission: client.permissions, retricted_category: client.restrictedCategories },
    workspace: { id: row.workspace.id, name: row.workspace.name, is_demo: row.workspace.is_demo },
  };
}

/**
 * The plan with its quotas and access flags. Feature flags stand in the workspace; those that are not set follow the plan:
 * all of them on a paid plan, none in the trial. Smart senders and analytics need both a paid plan and the flag
 * (specification, section 6), and no client ever has them.
 */
export function viewPlan(workspace: WorkspaceRow, isClient: boolean): z.input<typeof planView> {
  const plan = workspace.plan_type as PlanType;
  return {
    plan_type: plan,
    trial_start_date: workspace.trial_start_at,
    trial_end_date: workspace.trial_end_at,
    subscription_detail: { is_sub: workspace.is_subscribed, end_date: workspace.subscription_end_at },
    lead_credits_used: workspace.lead_credits_used,
    lead_credits: planQuotas[plan].leads,
    email_credits_used: workspace.email_credits_used,
    email_credits: planQuotas[plan].emails,
    new_feature_access: featureFlags(plan, workspace.feature_access, isClient),
  };
}
