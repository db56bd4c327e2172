import { featureFlags } from './feature-access';
import { hasRouteAccess, navigationGuards, publicAddresses, redirectOf, type GuardedPerson } from './navigation-guards';

const now = Date.parse('2026-11-20T12:00:00Z');
const day = 86_400_000;
const subscribed = { isSubscribed: true, subscriptionEnd: null, trialEnd: null };
function person({
  role = 'OWNER',
  client = null,
  plan = 'pro',
  dates = subscribed,
  needsOnboarding = false,
}: Partial<GuardedPerson> = {}): GuardedPerson {
  return { role, client, plan, dates, needsOnboarding, flags: featureFlags(plan, {}, client !== null) };
}
const trialEnding = (at: number, more: Partial<GuardedPerson> = {}) =>
  person({ plan: 'trial', dates: { isSubscribed: false, subscriptionEnd: null, trialEnd: new Date(at) }, ...more });
const ended = trialEnding(now - day);
const owner = person();
const client = person({ client: ['full_access'], role: 'VIEW_ONLY_ACCESS' });
const reader = person({ client: [], role: 'VIEW_ONLY_ACCESS' });

it.each<[string, GuardedPerson, boolean]>([
  [
    'a client always',
    person({ client: [], dates: { isSubscribed: true, subscriptionEnd: '2020-01-01T00:00:00Z', trialEnd: null } }),
    true,
  ],
  ['a subscription without an end', owner, true],
  [
    'a subscription within its day of grace',
    person({ dates: { isSubscribed: true, subscriptionEnd: new Date(now - day + 60_000), trialEnd: null } }),
    true,
  ],
  [
    'not one that ended longer ago',
    person({ dates: { isSubscribed: true, subscriptionEnd: new Date(now - day - 60_000), trialEnd: null } }),
    false,
  ],
  [
    'a cancelled one until its end',
    person({ dates: { isSubscribed: false, subscriptionEnd: new Date(now + 60_000), trialEnd: null } }),
    true,
  ],
  [
    'not a cancelled one after its end: grace is for subscriptions',
    person({ dates: { isSubscribed: false, subscriptionEnd: new Date(now - 60_000), trialEnd: null } }),
    false,
  ],
  ['a running trial', trialEnding(now + 60_000), true],
  ['not a trial that is over', trialEnding(now - 60_000), false],
])('lets in %s', (_name, who, expected) => {
  expect(hasRouteAccess(who, now)).toBe(expected);
});

it.each<[string, string, string, GuardedPerson | null, string | null]>([
  [
    'without a session, a page behind the login',
    '/app/leads/all',
    '?page=2',
    null,
    '/login?next=%2Fapp%2Fleads%2Fall%3Fpage%3D2',
  ],
  ['without a session, a public screen', '/sign-up', '', null, null],
  ['with a session, /app', '/app', '', owner, '/app/email-campaign/all'],
  ['with a session, a page', '/app/leads/all', '', owner, null],
  [
    'with a session, the login with a wanted page',
    '/login',
    '?next=%2Fapp%2Fleads%2Fall%3Fpage%3D2',
    owner,
    '/app/leads/all?page=2',
  ],
  [
    'with a session, the login with a foreign address',
    '/login',
    '?next=https%3A%2F%2Fevil.test',
    owner,
    '/app/email-campaign/all',
  ],
  [
    'with a session, the login with an address that looks like ours',
    '/login',
    '?next=%2Fapplication',
    owner,
    '/app/email-campaign/all',
  ],
  [
    'with a new account, after the login',
    '/verify-account',
    '?uuid=1',
    person({ needsOnboarding: true }),
    '/app/onboarding',
  ],
  ['after the end of the trial, any page', '/app/master-inbox', '', ended, '/app/plan-ended'],
  ['after the end of the trial, what says so', '/app/plan-ended', '', ended, null],
  ['after the end of the trial, the operators’ pages', '/app/operator/workspaces', '', ended, null],
  ['after the end of the trial, the subscription', '/app/settings/subscription', '', ended, null],
  ['after the end of the trial, the whitelabel page', '/app/settings/whitelabelled-client', '', ended, null],
  ['after the end of the trial, the profile of the owner', '/app/settings/profile', '', ended, null],
  [
    'after the end of the trial, a member who cannot pay',
    '/app/master-inbox',
    '',
    trialEnding(now - day, { role: 'ADMIN_ACCESS' }),
    '/app/plan-ended',
  ],
  [
    'after the end of the trial, the profile of that member',
    '/app/settings/profile',
    '',
    trialEnding(now - day, { role: 'ADMIN_ACCESS' }),
    null,
  ],
  ['no smart senders on a trial', '/app/email-accounts-new/domains', '', trialEnding(now + day), '/app/email-accounts'],
  ['the mailboxes themselves stay open', '/app/email-accounts', '', trialEnding(now + day), null],
  ['servers for a client', '/app/smart-servers', '', client, '/app/email-accounts'],
  [
    'ordering a server as a member',
    '/app/smart-servers/creation-page',
    '',
    person({ role: 'ADMIN_ACCESS' }),
    '/app/email-accounts',
  ],
  ['the servers of that member', '/app/smart-servers/ip-details/4', '', person({ role: 'ADMIN_ACCESS' }), null],
  [
    'analytics without global analytics',
    '/app/analytics-v2/team-board',
    '',
    trialEnding(now + day),
    '/app/global-analytics',
  ],
  ['webhooks on base', '/app/settings/webhook', '', person({ plan: 'base' }), '/app/settings/profile'],
  [
    'webhooks on growth, which took the place of base',
    '/app/settings/webhook',
    '',
    person({ plan: 'growth' }),
    '/app/settings/profile',
  ],
  ['webhooks on a trial: people try what they may buy', '/app/settings/webhook', '', trialEnding(now + day), null],
  ['the block list on base', '/app/settings/global-block-list', '', person({ plan: 'base' }), '/app/settings/profile'],
  ['the block list on popular', '/app/settings/global-block-list', '', person({ plan: 'popular' }), null],
  ['client views on popular', '/app/client-views/7', '', person({ plan: 'popular' }), '/app/settings/profile'],
  ['a new client on base', '/app/client-view/new-client', '', person({ plan: 'base' }), '/app/settings/profile'],
  ['client views on expert', '/app/client-views', '', person({ plan: 'expert' }), null],
  [
    'the subscription for an administrator',
    '/app/settings/subscription',
    '',
    person({ role: 'ADMIN_ACCESS' }),
    '/app/settings/profile',
  ],
  ['the team for an administrator', '/app/settings/team-members', '', person({ role: 'ADMIN_ACCESS' }), null],
  [
    'the team for a member',
    '/app/settings/team-members',
    '',
    person({ role: 'FULL_MEMBER_ACCESS' }),
    '/app/settings/profile',
  ],
  [
    'a new campaign for whoever may only look',
    '/app/email-campaign/new-campaign',
    '',
    person({ role: 'VIEW_ONLY_ACCESS' }),
    '/app/email-campaign/all',
  ],
  ['a bulk order for a client without write permission', '/app/bulk-email-accounts/3/view', '', reader, '/app/home'],
  ['a new campaign for a client with full access', '/app/email-campaign/new-campaign', '', client, null],
  [
    'the campaigns for a client who only answers',
    '/app/email-campaign/all',
    '',
    person({ client: ['reply_master_inbox'] }),
    '/app/home',
  ],
  ['the login for a client who only reads', '/client-login', '', reader, '/app/home'],
  ['the checklist for a client', '/app/get-started', '', client, '/app/home'],
  ['the home of clients for the agency', '/app/home', '', owner, '/app/email-campaign/all'],
  ['the home of a client', '/app/home', '', reader, null],
])('%s', (_name, ...row) => {
  const [pathname, search, who, expected] = row;
  expect(redirectOf(pathname, search, who, now)).toBe(expected);
});

it('sends a logged-in person from every public screen to the campaigns', () => {
  expect(publicAddresses.map((address) => redirectOf(address, '', owner, now))).toEqual(
    publicAddresses.map(() => '/app/email-campaign/all'),
  );
});

it('never sends anybody in circles', () => {
  const everybody = [
    ended,
    trialEnding(now + day),
    owner,
    client,
    reader,
    trialEnding(now - day, { role: 'VIEW_ONLY_ACCESS' }),
    ...(['base', 'free', 'popular'] as const).flatMap((plan) =>
      (['OWNER', 'LIMITED_FULL_MEMBER_ACCESS', 'VIEW_ONLY_ACCESS'] as const).map((role) => person({ plan, role })),
    ),
  ];
  for (const who of everybody) {
    for (const address of ['/app', '/login', ...navigationGuards.flatMap((guard) => guard.addresses)]) {
      const next = redirectOf(address, '', who, now);
      const after = next && redirectOf(next, '', who, now);
      expect([null, after && redirectOf(after, '', who, now)]).toContain(null);
      expect(next).not.toBe(address);
      expect(after ? redirectOf(after, '', who, now) : null).toBeNull();
    }
  }
});
