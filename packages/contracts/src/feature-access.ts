import type { PlanType } from './constants';
import { planIncludes, sends, type PlanFeature } from './plan-limits';
import type { Permission, Role } from './permissions';

/** What a plan's feature flags say (docs/domain.md, `new_feature_access`). */
export interface FeatureFlags {
  linkedinAccessAllowed: boolean;
  smart_delivery: boolean;
  global_analytics_access: boolean;
  smart_senders: boolean;
  smart_servers: boolean;
}

/** What depends on the plan or on who one is, apart from single permissions (docs/domain.md, Statuses). */
export const features = [
  'team-members',
  'write',
  'smart-delivery',
  'smart-senders',
  'smart-servers',
  'smart-server-owner',
  'dedicated-servers',
  'global-analytics',
  'linkedin',
  'webhooks',
  'global-block-list',
  'client-views',
  'whitelabel',
  'api',
  'subscription-page',
] as const;
export type Feature = (typeof features)[number];

/** Whom access is decided for: a person with the plan of their workspace. Shell, remotes and services make one from what they know. */
export interface AccessSubject {
  role: Role;
  /** What a client of the agency may do; null for people of the workspace itself. */
  client: readonly string[] | null;
  plan: PlanType;
  flags: FeatureFlags;
  /** The installation runs without plans (PLANS=none): there is no subscription to look at. */
  isUnlimited?: boolean;
}

/**
 * The flags of a plan: what is stored for the workspace overrules the table of plans, except that LinkedIn, which is
 * sending too, is closed where nothing is sent.
 * @param stored `feature_access` of the workspace, as it lies in the database
 */
export function featureFlags(plan: PlanType, stored: unknown, isClient: boolean): FeatureFlags {
  const known = (stored ?? {}) as Record<string, unknown>;
  const flag = (name: string, feature: PlanFeature) =>
    typeof known[name] === 'boolean' ? (known[name] as boolean) : planIncludes(plan, feature);
  const analytics =
    planIncludes(plan, 'global-analytics') && !isClient && flag('global_analytics_access', 'global-analytics');
  return {
    linkedinAccessAllowed: sends(plan) && flag('linkedinAccessAllowed', 'linkedin'),
    smart_delivery: flag('smart_delivery', 'smart-delivery'),
    global_analytics_access: analytics,
    smart_senders: analytics,
    smart_servers: !isClient,
  };
}

/**
 * One access flag of section 6. Pure: the same answer for the same person. Plan gates are open during the trial: people
 * try what they may buy.
 */
export function hasFeature({ role, client, plan, flags, isUnlimited }: AccessSubject, feature: Feature): boolean {
  const isTrial = plan === 'trial';
  const isMember = client === null && role !== 'OWNER';
  switch (feature) {
    case 'write':
      return client ? client.includes('full_access') : role !== 'VIEW_ONLY_ACCESS';
    case 'team-members':
      return client === null && (!isMember || role === 'ADMIN_ACCESS');
    case 'smart-delivery':
      return flags.smart_delivery;
    case 'linkedin':
      return flags.linkedinAccessAllowed;
    case 'smart-senders':
      return client === null && !isTrial && flags.global_analytics_access && flags.smart_senders;
    case 'global-analytics':
      return client === null && !isTrial && flags.global_analytics_access;
    case 'smart-servers':
      return client === null && flags.smart_servers;
    case 'smart-server-owner':
      return client === null && !isMember && flags.smart_servers;
    case 'webhooks':
    case 'global-block-list':
    case 'api':
      return planIncludes(plan, feature);
    case 'client-views':
    case 'whitelabel':
    case 'dedicated-servers':
      return client === null && planIncludes(plan, feature);
    case 'subscription-page':
      return client === null && !isMember && !isUnlimited;
  }
}

/** Features that a role or being a client closes, not the plan. */
export const closedByRole: ReadonlySet<Feature> = new Set<Feature>([
  'team-members',
  'write',
  'smart-server-owner',
  'subscription-page',
]);

/** Which feature of the plan an endpoint needs beside its permission: the services refuse with PLAN_REQUIRED what the navigation locks. */
export const featureOfPermission: Partial<Record<Permission, Feature>> = {
  'webhook.read': 'webhooks',
  'webhook.write': 'webhooks',
  'blocklist.write': 'global-block-list',
  'client.write': 'client-views',
  'deliverability.read': 'smart-delivery',
  'deliverability.write': 'smart-delivery',
  'insights.read': 'global-analytics',
  'insights.export': 'global-analytics',
  'server.read': 'smart-servers',
  'server.write': 'smart-servers',
  'server.order': 'smart-server-owner',
  'purchase.read': 'smart-senders',
  'purchase.write': 'smart-senders',
  'purchase.pay': 'smart-senders',
};

/** Whether the plan lets the person use a permission that the role gives. */
export function planPermits(subject: AccessSubject, permission: Permission): boolean {
  const feature = featureOfPermission[permission];
  return feature === undefined || hasFeature(subject, feature);
}
