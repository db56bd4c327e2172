import type { Permission } from '@skein/contracts/permissions';
import { hasPlanAccess } from '@skein/contracts/plan-access';
import { useSessionPlan, useSessionUser } from './session';
import type { SessionPlan, SessionUser } from './slices/auth';

/** Groups of the left navigation, in their order. */
export const navigationGroups = ['start', 'outreach', 'sending', 'insight', 'learn', 'foot'] as const;
export type NavigationGroup = (typeof navigationGroups)[number];

/** What depends on the plan or on who one is, apart from roles (sections 4 and 6 of the specification). */
export const features = [
  'team-members',
  'write',
  'smart-delivery',
  'smart-senders',
  'smart-servers',
  'smart-server-owner',
  'global-analytics',
  'linkedin',
  'webhooks',
  'global-block-list',
  'client-views',
  'subscription-page',
] as const;
export type Feature = (typeof features)[number];

/** What an entry or a page needs. */
export interface Requirement {
  permission?: Permission;
  feature?: Feature;
  /** Hidden, not locked, for clients of an agency. */
  hiddenForClients?: boolean;
}

/** The tiers by rising size; the newer ones stand beside the older ones they replace. */
const tier: Record<string, number> = { trial: 0, free: 0, base: 1, growth: 1, popular: 2, pro: 3, expert: 4, enterprise: 5 };

/** Whom access is decided for. */
export interface Subject {
  user: SessionUser;
  plan: SessionPlan;
}

/** Whether a person may open pages behind the login at all: clients always, others by subscription or trial. `now` in milliseconds. */
export function hasRouteAccess({ user, plan }: Subject, now: number): boolean {
  if (user.isClient) return true;
  const { is_sub: isSubscribed, end_date: subscriptionEnd } = plan.subscription_detail;
  return hasPlanAccess({ isSubscribed, subscriptionEnd, trialEnd: plan.trial_end_date }, now);
}

/** One access flag of section 6. Pure: the same answer for the same person. */
export function hasFeature({ user, plan }: Subject, feature: Feature): boolean {
  const flags = plan.new_feature_access;
  const type = plan.plan_type.toLowerCase();
  const size = tier[type] ?? 0;
  const trial = type === 'trial';
  switch (feature) {
    case 'write':
      return user.isClient ? (user.client_permissions?.permission.includes('full_access') ?? false) : user.role !== 'VIEW_ONLY_ACCESS';
    case 'team-members':
      return !user.isClient && (!user.isTeamMember || user.role === 'ADMIN_ACCESS');
    case 'smart-delivery':
      return flags.smart_delivery;
    case 'linkedin':
      return flags.linkedinAccessAllowed;
    case 'smart-senders':
      return !user.isClient && !trial && flags.global_analytics_access && flags.smart_senders;
    case 'global-analytics':
      return !user.isClient && !trial && flags.global_analytics_access;
    case 'smart-servers':
      return !user.isClient && flags.smart_servers;
    case 'smart-server-owner':
      return !user.isClient && !user.isTeamMember && flags.smart_servers;
    // Plan gates do not apply during the trial: people try what they may buy.
    case 'webhooks':
    case 'global-block-list':
      return trial || size >= 2;
    case 'client-views':
      return !user.isClient && (trial || size >= 3);
    case 'subscription-page':
      return user.role === 'OWNER' && !user.isTeamMember && !user.isClient;
  }
}

/** Whether the person's role allows something; the server has worked it out with the one policy of the contracts. */
export function hasPermission({ user }: Pick<Subject, 'user'>, permission: Permission): boolean {
  return user.ui_permissions.includes(permission);
}

/** Why something is closed to a person, and what opens it. */
export interface Refusal {
  /** plan: a larger plan opens it; role: somebody else's permission; client: not for clients at all. */
  by: 'plan' | 'role' | 'client';
  reason: string;
  /** What unlocks it, as a sentence. */
  unlock: string;
}

const unlockedBy: Record<Feature, string> = {
  'team-members': 'Only the owner and administrators manage the team.',
  write: 'Your role can look, not change. An administrator can give you another role.',
  'smart-delivery': 'SmartDelivery is part of plans with placement tests.',
  'smart-senders': 'Purchased mailboxes come with paid plans that include global analytics.',
  'smart-servers': 'Dedicated-IP servers come with the Expert plan.',
  'smart-server-owner': 'Only the owner of the workspace can order servers.',
  'global-analytics': 'Global analytics come with paid plans that include them.',
  linkedin: 'LinkedIn steps come with plans that include them.',
  webhooks: 'Webhooks come with the Popular plan.',
  'global-block-list': 'The global block list comes with the Popular plan.',
  'client-views': 'Client views come with the Pro plan.',
  'subscription-page': 'Only the owner of the workspace sees the subscription.',
};

const byRole: Partial<Record<Feature, true>> = { 'team-members': true, write: true, 'smart-server-owner': true, 'subscription-page': true };

/** Why a person may not have what `requirement` asks for; null when they may. */
export function refusalOf(subject: Subject, requirement: Requirement | undefined): Refusal | null {
  const { user } = subject;
  if (!requirement) return null;
  if (requirement.hiddenForClients && user.isClient) return { by: 'client', reason: 'This is not part of a client’s view.', unlock: 'Ask your agency.' };
  if (requirement.permission && !hasPermission(subject, requirement.permission)) {
    return user.isClient
      ? { by: 'client', reason: 'This is not part of your client view.', unlock: 'Ask your agency.' }
      : { by: 'role', reason: 'Your role does not allow this.', unlock: 'The owner or an administrator can give you another role.' };
  }
  if (requirement.feature && !hasFeature(subject, requirement.feature)) {
    const role = byRole[requirement.feature];
    return { by: role ? 'role' : 'plan', reason: role ? 'Your role does not allow this.' : 'Your plan does not include this.', unlock: unlockedBy[requirement.feature] };
  }
  return null;
}

/** What the person who is logged in may do; pages offer only that. */
export function useAccess(): { may(permission: Permission): boolean; has(feature: Feature): boolean; refusal(requirement: Requirement | undefined): Refusal | null } {
  const user = useSessionUser();
  const plan = useSessionPlan();
  const subject = user && plan ? { user, plan } : null;
  return {
    may: (permission) => subject !== null && hasPermission(subject, permission),
    has: (feature) => subject !== null && hasFeature(subject, feature),
    refusal: (requirement) => (subject ? refusalOf(subject, requirement) : { by: 'role', reason: 'You are not logged in.', unlock: 'Log in.' }),
  };
}
