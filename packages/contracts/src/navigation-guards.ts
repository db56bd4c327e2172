import { refusalOf, type Requirement } from './navigation-access';
import type { AccessSubject } from './feature-access';
import { hasPlanAccess, type PlanDates } from './plan-access';

/** Public screens; a logged-in person on any of them goes to their first page. */
export const publicAddresses = [
  '/login',
  '/forgot-password',
  '/reset-password',
  '/email-magic-link',
  '/verify-account',
  '/client-login',
  '/sign-up',
];

export const campaignsAddress = '/app/email-campaign/all';
/** The first page of an agency's client: its campaigns, replies and reports. */
export const clientHomeAddress = '/app/home';
/** Where people are sent whose plan has ended: what ended, what still works, and whom to ask. */
export const planEndedAddress = '/app/plan-ended';

/** Pages that stay reachable after the trial or the subscription has ended. The operators' pages refuse everybody else themselves. */
const reachableAfterEnd = [
  planEndedAddress,
  '/app/settings/subscription',
  '/app/settings/profile',
  '/app/settings/whitelabelled-client',
  '/app/account-cancellation',
  '/app/operator',
];

/**
 * One guard of section 4: who lacks what it requires leaves these addresses. Literal segments only; an address covers what lies below it.
 */
export interface NavigationGuard {
  addresses: readonly string[];
  requires: Requirement;
  /** Where they go; `home` is the first page of the person. */
  to: string | 'home';
}

/** Every guard of section 4 and the route rules of section 6, the more exact address first. */
export const navigationGuards: readonly NavigationGuard[] = [
  { addresses: ['/app/email-accounts-new'], requires: { feature: 'smart-senders' }, to: '/app/email-accounts' },
  {
    addresses: ['/app/smart-servers/creation-page'],
    requires: { feature: 'smart-server-owner' },
    to: '/app/email-accounts',
  },
  { addresses: ['/app/smart-servers'], requires: { feature: 'smart-servers' }, to: '/app/email-accounts' },
  { addresses: ['/app/analytics-v2'], requires: { feature: 'global-analytics' }, to: '/app/global-analytics' },
  {
    addresses: ['/app/settings/webhook'],
    requires: { feature: 'webhooks', permission: 'webhook.read' },
    to: '/app/settings/profile',
  },
  {
    addresses: ['/app/settings/global-block-list', '/app/domain-block-list'],
    requires: { feature: 'global-block-list' },
    to: '/app/settings/profile',
  },
  {
    addresses: ['/app/client-views', '/app/client-view'],
    requires: { feature: 'client-views', permission: 'client.read' },
    to: '/app/settings/profile',
  },
  { addresses: ['/app/settings/team-members'], requires: { feature: 'team-members' }, to: '/app/settings/profile' },
  {
    addresses: ['/app/settings/subscription', '/app/account-cancellation'],
    requires: { feature: 'subscription-page' },
    to: '/app/settings/profile',
  },
  {
    addresses: ['/app/email-campaign/new-campaign', '/app/bulk-email-accounts'],
    requires: { feature: 'write' },
    to: 'home',
  },
  { addresses: [clientHomeAddress], requires: { onlyForClients: true }, to: 'home' },
  { addresses: ['/app/onboarding', '/app/get-started'], requires: { hiddenForClients: true }, to: 'home' },
  {
    addresses: ['/app/email-campaign', '/app/campaign', '/app/email-campaigns'],
    requires: { permission: 'campaign.read' },
    to: 'home',
  },
];

const isUnder = (pathname: string, prefix: string): boolean => pathname === prefix || pathname.startsWith(`${prefix}/`);

/** The first page of a person: the campaigns, or for a client its own home. */
export const homeOf = (subject: Pick<AccessSubject, 'client'>): string =>
  subject.client === null ? campaignsAddress : clientHomeAddress;

/** A person as the guards see them. */
export interface GuardedPerson extends AccessSubject {
  dates: PlanDates;
  needsOnboarding: boolean;
}

/**
 * Whether a person may open pages behind the login at all: clients always, others by subscription or trial (section 6).
 * `now` in milliseconds.
 */
export const hasRouteAccess = (person: Pick<GuardedPerson, 'client' | 'dates'>, now: number): boolean =>
  person.client !== null || hasPlanAccess(person.dates, now);

/**
 * Where a visitor of an address must go instead; null when they may stay (docs/domain.md, Statuses). Pure.
 * @param person null without a session
 * @param now milliseconds
 */
export function redirectOf(pathname: string, search: string, person: GuardedPerson | null, now: number): string | null {
  if (isUnder(pathname, '/app')) {
    if (!person) return `/login?next=${encodeURIComponent(pathname + search)}`;
    if (!hasRouteAccess(person, now) && !reachableAfterEnd.some((prefix) => isUnder(pathname, prefix)))
      return planEndedAddress;
    if (pathname === '/app' || pathname === '/app/') return homeOf(person);
    const guard = navigationGuards.find(({ addresses }) => addresses.some((address) => isUnder(pathname, address)));
    return guard && refusalOf(person, guard.requires) ? (guard.to === 'home' ? homeOf(person) : guard.to) : null;
  }
  if (person && publicAddresses.some((address) => isUnder(pathname, address))) return afterLogin(search, person);
  return null;
}

/** Where a person goes after login: where they wanted to go, the onboarding of a new account, or their first page. */
function afterLogin(search: string, person: GuardedPerson): string {
  const next = new URLSearchParams(search).get('next');
  // Only addresses of the product: a link with a foreign address must not lead anybody away.
  if (next && /^\/app(\/|$|\?)/.test(next)) return next;
  return person.needsOnboarding ? '/app/onboarding' : homeOf(person);
}
