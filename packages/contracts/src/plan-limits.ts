import type { PlanType } from './constants';

/** What plans limit by number. Leads are counted for the plan's life, emails by month, views by person. */
export const countedLimits = ['leads', 'emails', 'senders', 'sequences', 'monitors', 'views'] as const;
export type CountedLimit = (typeof countedLimits)[number];

/** What plans include or lack. */
export const planFeatures = [
  'api',
  'webhooks',
  'global-block-list',
  'client-views',
  'whitelabel',
  'linkedin',
  'smart-delivery',
  'global-analytics',
  'dedicated-servers',
] as const;
export type PlanFeature = (typeof planFeatures)[number];

/** Plans as they limit: those of workspaces, and the newer Pro, which is `pro` with limits of its own. */
export const planIds = [
  'trial',
  'free',
  'base',
  'popular',
  'pro',
  'growth',
  'pro-unlimited',
  'expert',
  'enterprise',
  'maintenance',
] as const;
export type PlanId = (typeof planIds)[number];

/** One row of the table. null: no limit. */
export type PlanRules = Record<'leads' | 'emails', number> &
  Record<Exclude<CountedLimit, 'leads' | 'emails'>, number | null> & {
    /** Within how many minutes the support chat answers, where the installation has one. */
    chatMinutes: number;
    includes: readonly PlanFeature[];
  };

const [paid, agency] = [
  ['linkedin', 'smart-delivery', 'global-analytics', 'dedicated-servers'],
  ['api', 'webhooks', 'global-block-list', 'client-views', 'whitelabel'],
] as const satisfies PlanFeature[][];
const open = { senders: null, sequences: null, monitors: null, views: null };

/**
 * THE table of what plans limit and include (docs/domain.md, Plans and prices; Roles and access), asked by services and
 * screens alike. A trial is open for what people may buy, apart from what its feature flags close and from servers,
 * which cost the installation money. Tiers without figures of their own follow the plan they replaced.
 */
export const planTable: Record<PlanId, PlanRules> = {
  trial: { leads: 1_250, emails: 2_500, ...open, chatMinutes: 420, includes: agency },
  free: { leads: 1_250, emails: 2_500, ...open, chatMinutes: 420, includes: [] },
  base: { leads: 2_000, emails: 6_000, ...open, views: 3, chatMinutes: 480, includes: paid },
  popular: {
    leads: 10_000,
    emails: 40_000,
    ...open,
    views: 3,
    chatMinutes: 480,
    includes: [...paid, 'webhooks', 'global-block-list'],
  },
  pro: { leads: 30_000, emails: 150_000, ...open, chatMinutes: 300, includes: [...paid, ...agency] },
  growth: {
    leads: 2_000,
    emails: 6_000,
    ...open,
    sequences: 120,
    senders: 50,
    monitors: 20,
    chatMinutes: 480,
    includes: paid,
  },
  'pro-unlimited': {
    leads: 30_000,
    emails: 150_000,
    ...open,
    senders: 200,
    monitors: 20,
    chatMinutes: 300,
    includes: [...paid, ...agency],
  },
  expert: {
    leads: 30_000,
    emails: 150_000,
    ...open,
    senders: 500,
    monitors: 100,
    chatMinutes: 300,
    includes: [...paid, ...agency],
  },
  // Keeps a workspace: replies arrive and the warmup of the sender accounts that are there goes on. No campaign emails
  // are sent, and nothing is added.
  maintenance: { leads: 0, emails: 0, ...open, senders: 0, chatMinutes: 480, includes: [] },
  enterprise: { leads: 10_000_000, emails: 100_000_000, ...open, chatMinutes: 300, includes: [...paid, ...agency] },
};

/**
 * A workspace's plan as it limits. Limits of its own (packs, an operator's) overrule the table, unless the plan sends
 * nothing; null follows it.
 */
export interface LimitedPlan {
  plan_type: PlanType;
  lead_limit?: number | null;
  email_limit?: number | null;
  sender_limit?: number | null;
  sequence_limit?: number | null;
  monitor_limit?: number | null;
  /** What a deliverability subscription adds. */
  extra_monitors?: number | null;
}

/** Whether a plan sends campaign emails: one that does not only keeps what there is. */
export const sends = (plan: PlanId): boolean => planTable[plan].emails > 0;

/**
 * What a workspace may use of something; null: no limit. Of what its plan has none of, a limit of its own gives
 * nothing: it counts again with the next plan.
 */
export function limitOf(plan: LimitedPlan, kind: CountedLimit): number | null {
  const own = {
    leads: plan.lead_limit,
    emails: plan.email_limit,
    senders: plan.sender_limit,
    sequences: plan.sequence_limit,
    monitors: plan.monitor_limit,
    views: null,
  }[kind];
  const ofPlan = planTable[plan.plan_type][kind];
  const limit = ofPlan === 0 ? 0 : (own ?? ofPlan);
  return kind === 'monitors' && limit !== null ? limit + (plan.extra_monitors ?? 0) : limit;
}

/** What a workspace may use: what its plan includes, unless an operator set a limit of its own. Emails are counted by month. */
export const includedIn = (plan: LimitedPlan): { leads: number; emails: number } => ({
  leads: limitOf(plan, 'leads') ?? 0,
  emails: limitOf(plan, 'emails') ?? 0,
});

export const planIncludes = (plan: PlanId, feature: PlanFeature): boolean => planTable[plan].includes.includes(feature);

/** Plans that can be bought, by name and by what they cost, the cheapest first. */
const buyable: readonly (readonly [PlanId, string])[] = [
  ['base', /* text */ 'Base'],
  ['growth', /* text */ 'Growth'],
  ['popular', /* text */ 'Popular'],
  ['pro', /* text */ 'Pro'],
  ['pro-unlimited', /* text */ 'Pro Unlimited'],
  ['expert', /* text */ 'Expert'],
];
const featureNames: Record<PlanFeature, string> = /* text */ {
  api: 'API access comes',
  webhooks: 'Webhooks come',
  'global-block-list': 'The global block list comes',
  'client-views': 'Client views come',
  whitelabel: 'Whitelabel comes',
  linkedin: 'LinkedIn steps come',
  'smart-delivery': 'Placement tests come',
  'global-analytics': 'Global analytics come',
  'dedicated-servers': 'Dedicated servers come',
};
const limitNames: Record<CountedLimit, { what: string; less: string; pack: boolean }> = /* text */ {
  leads: { what: 'leads', less: '', pack: false },
  emails: { what: 'emails a month', less: 'wait for the next month', pack: false },
  senders: { what: 'sender accounts', less: 'remove one', pack: true },
  sequences: { what: 'sequences', less: 'archive a campaign', pack: true },
  monitors: { what: 'active monitors', less: 'stop an automatic test', pack: false },
  views: { what: 'saved views', less: 'delete one', pack: false },
};

/** The cheapest plan that includes a feature, as a sentence: "Webhooks come with the Popular plan and above." */
export function unlocksFeature(feature: PlanFeature): string {
  const found = buyable.find(([id]) => planIncludes(id, feature)) as (typeof buyable)[number];
  const [plan, name] = found;
  return plan === 'expert'
    ? `${featureNames[feature]} with the ${name} plan.`
    : `${featureNames[feature]} with the ${name} plan and above.`;
}

const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;

/** What to do when a limit is reached: a pack, a plan that holds more, or fewer of them. */
export function unlocksLimit(plan: PlanType, kind: CountedLimit, limit: number): string {
  if (!sends(plan)) {
    const words = `Your plan keeps what there is and adds no ${limitNames[kind].what}.`;
    return `${words} Choose a plan that sends under Settings, Subscription.`;
  }
  const { what, less, pack } = limitNames[kind];
  const from = buyable.findIndex(([id]) => id === plan);
  const larger = buyable.slice(from + 1).find(([id]) => (planTable[id][kind] ?? Number.POSITIVE_INFINITY) > limit);
  const ways = [
    ...(pack ? ['add a pack'] : []),
    ...(larger ? [`choose ${larger[1]} under Settings, Subscription`] : []),
    ...(less ? [less] : []),
  ];
  const way = inWords(ways);
  const sentence = way && `${way[0]?.toUpperCase()}${way.slice(1)}.`;
  return `Your plan includes ${limit.toLocaleString('en-US')} ${what}. ${sentence}`.trim();
}
