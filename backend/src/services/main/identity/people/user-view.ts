import type { WorkspaceId } from '@skein/contracts/ids';
import type { z } from 'zod';
import type { planView, userView } from '@skein/contracts/main/auth-views';
import type { PlanType } from '@skein/contracts/constants';
import { includedIn } from '@skein/contracts/plan-limits';
import { dunningDays } from '@skein/contracts/subscription/offers';
import { featureFlags } from '@skein/contracts/feature-access';
import { permissionsOf, type Role } from '@skein/contracts/permissions';
import { isOperator, type OperatorRule } from '#platform/auth/operators';
import type { MainConfig } from '#main/deps';
import type { ClientCredits } from '#access/access.api';

/** What the identity store reads of a person, with the workspace and, for a client's people, the client. */
export interface PersonRow {
  id: number;
  uuid: string;
  workspace_id: WorkspaceId;
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
  is_operator: boolean;
  workspace: {
    id: number;
    name: string;
    is_demo: boolean;
    disabled_at: Date | null;
    disabled_reason: string | null;
  };
  plan: PlanRow;
  client: { id: number; permissions: string[]; restricted_categories: number[] } | null;
  /** The workspace's owner; null when it has none. */
  owner: { id: number; name: string | null; email: string } | null;
}

/** The plan as it counts (view workspace_plan). */
export interface PlanRow {
  plan_type: PlanType;
  is_unlimited: boolean;
  lead_limit: number | null;
  email_limit: number | null;
  trial_start_at: Date | null;
  trial_end_at: Date | null;
  is_subscribed: boolean;
  subscription_end_at: Date | null;
  lead_credits_used: number;
  email_credits_used: number;
  feature_access: unknown;
  payment_failed_at?: Date | null;
  /** Of the client whose person this is, where its agency assigned credits. */
  client_credits?: ClientCredits | null;
}

/** The name, or the part of the e-mail before the @ when unset (docs/domain.md). */
export const displayName = (person: { name: string | null; email: string }): string =>
  person.name ?? person.email.slice(0, person.email.indexOf('@'));

/** The person as the browser knows it; names every field, so that nothing secret slips through. */
export function viewUser(row: PersonRow, operators: OperatorRule): z.input<typeof userView> {
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
    user_id: isTeamMember ? (row.owner?.id ?? null) : null,
    time_zone: row.time_zone,
    ui_permissions: [...permissionsOf({ role, client })],
    client_permissions: client && { permission: client.permissions, retricted_category: client.restrictedCategories },
    workspace: {
      id: row.workspace.id,
      name: row.workspace.name,
      is_demo: row.workspace.is_demo,
      owner_name: isTeamMember && row.owner ? displayName(row.owner) : null,
    },
    is_operator: isOperator({ ...row, client_id: row.client?.id ?? null, is_demo: row.workspace.is_demo }, operators),
  };
}

/**
 * The plan with its quotas and access flags. Feature flags stand in the workspace; those that are not set follow the plan:
 * all of them on a paid plan, none in the trial. Smart senders and analytics need both a paid plan and the flag
 * (docs/domain.md, Roles and access), and no client ever has them.
 */
/** A client sees nothing of the agency's volume: only what their own screens have to know. */
export function viewPlan(
  plan: PlanRow,
  isClient: boolean,
  contact: string | null,
  isOwner = false,
): z.input<typeof planView> {
  const included = isClient ? { leads: 0, emails: 0 } : includedIn(plan);
  return {
    plan_type: plan.plan_type,
    is_unlimited: plan.is_unlimited,
    contact: isClient ? null : contact,
    trial_start_date: plan.trial_start_at,
    trial_end_date: plan.trial_end_at,
    subscription_detail: { is_sub: plan.is_subscribed, end_date: plan.subscription_end_at },
    payment_works_until:
      isOwner && !isClient && plan.payment_failed_at && !plan.is_unlimited
        ? new Date(plan.payment_failed_at.getTime() + dunningDays * 86_400_000)
        : null,
    lead_credits_used: isClient ? 0 : plan.lead_credits_used,
    lead_credits: included.leads,
    email_credits_used: isClient ? 0 : plan.email_credits_used,
    email_credits: included.emails,
    client_credits: (isClient && plan.client_credits) || null,
    new_feature_access: featureFlags(plan.plan_type, plan.feature_access, isClient),
  };
}

/** Who runs the installation, from the service's configuration. */
export const operatorRule = ({ operators, isSandbox }: Pick<MainConfig, 'operators' | 'isSandbox'>): OperatorRule => ({
  addresses: operators ?? [],
  isSandbox,
});

/** Both views of a person who is logged in. */
export const viewPerson = (row: PersonRow, config: Pick<MainConfig, 'operators' | 'isSandbox' | 'contact'>) => ({
  user: viewUser(row, operatorRule(config)),
  plan: viewPlan(row.plan, row.client !== null, config.contact ?? null, row.role === 'OWNER'),
});
