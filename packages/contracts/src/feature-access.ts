import type { PlanType } from './constants';
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
  'global-analytics',
  'linkedin',
  'webhooks',
  'global-block-list',
  'client-views',
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
}

/** The tiers by size; the newer ones stand beside the older ones they replace (section 9). */
const tier: Record<PlanType, number> = {
  trial: 0,
  free: 0,
  base: 1,
  growth: 1,
  popular: 2,
  pro: 3,
  expert: 4,
  enterprise: 5,
};
const popular = 2;
const pro = 3;

/**
 * The flags of a plan: what is stored for the workspace wins, otherwise paid plans have everything.
 * @param stored `feature_access` of the workspace, as it lies in the database
 */
export function featureFlags(plan: PlanType, stored: unknown, isClient: boolean): FeatureFlags {
  const isPaid = plan !== 'trial' && plan !== 'free';
  const known = (stored ?? {}) as Record<string, unknown>;
  const flag = (name: string) => (typeof known[name] === 'boolean' ? (known[name] as boolean) : isPaid);
  const analytics = isPaid && !isClient && flag('global_analytics_access');
  return {
    linkedinAccessAllowed: flag('linkedinAccessAllowed'),
    smart_delivery: flag('smart_delivery'),
    global_analytics_access: analytics,
    smart_senders: analytics,
    smart_servers: !isClient,
  };
}

/** One access flag of section 6. Pure: the same answer for the same person. Plan gates are open during the trial: people try what they may buy. */
export function hasFeature({ role, client, plan, flags }: AccessSubject, feature: Feature): boolean {
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
      return isTrial || tier[plan] >= popular;
    case 'client-views':
      return client === null && (isTrial || tier[plan] >= pro);
    case 'subscription-page':
      return client === null && !isMember;
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
