import { hasFeature, hasRouteAccess, refusalOf, type Feature } from './access';
import { person } from './testing/people';

const now = Date.parse('2026-11-20T12:00:00Z');

it.each<[string, Parameters<typeof person>[0], boolean]>([
  ['a client always', { user: { isClient: true }, plan: { subscription_detail: { is_sub: true, end_date: '2020-01-01T00:00:00Z' } } }, true],
  ['a subscription without an end', {}, true],
  ['a subscription that ends later', { plan: { subscription_detail: { is_sub: true, end_date: '2026-12-01T00:00:00Z' } } }, true],
  ['a subscription that ended within the day of grace', { plan: { subscription_detail: { is_sub: true, end_date: '2026-11-19T13:00:00Z' } } }, true],
  ['not a subscription that ended longer ago', { plan: { subscription_detail: { is_sub: true, end_date: '2026-11-19T11:00:00Z' } } }, false],
  ['a running trial', { planType: 'trial', plan: { trial_end_date: '2026-11-21T00:00:00Z', subscription_detail: { is_sub: false, end_date: null } } }, true],
  ['not a trial that is over', { planType: 'trial', plan: { trial_end_date: '2026-11-20T11:59:00Z', subscription_detail: { is_sub: false, end_date: null } } }, false],
])('lets in %s', (_name, who, expected) => {
  expect(hasRouteAccess(person(who), now)).toBe(expected);
});

it.each<[Feature, Parameters<typeof person>[0], boolean]>([
  ['write', { role: 'VIEW_ONLY_ACCESS' }, false],
  ['write', { role: 'LIMITED_FULL_MEMBER_ACCESS' }, true],
  ['write', { user: { isClient: true, client_permissions: { permission: ['reply_master_inbox'], retricted_category: [] } } }, false],
  ['write', { user: { isClient: true, client_permissions: { permission: ['full_access'], retricted_category: [] } } }, true],
  ['team-members', { role: 'ADMIN_ACCESS' }, true],
  ['team-members', { role: 'FULL_MEMBER_ACCESS' }, false],
  ['global-analytics', { features: { global_analytics_access: true } }, true],
  ['global-analytics', { planType: 'trial', features: { global_analytics_access: true } }, false],
  ['smart-server-owner', { role: 'ADMIN_ACCESS', features: { smart_servers: true } }, false],
  ['webhooks', { planType: 'base' }, false],
  ['webhooks', { planType: 'popular' }, true],
  ['webhooks', { planType: 'trial' }, true],
  ['global-block-list', { planType: 'base' }, false],
  ['client-views', { planType: 'popular' }, false],
  ['client-views', { planType: 'pro' }, true],
  ['client-views', { planType: 'pro', user: { isClient: true } }, false],
  ['subscription-page', { role: 'ADMIN_ACCESS' }, false],
  ['subscription-page', {}, true],
])('%s for %j is %s', (feature, who, expected) => {
  expect(hasFeature(person(who), feature)).toBe(expected);
});

it('says whether the role or the plan is in the way, and what opens it', () => {
  expect(refusalOf(person({ planType: 'base' }), { feature: 'webhooks' })).toEqual({ by: 'plan', reason: 'Your plan does not include this.', unlock: 'Webhooks come with the Popular plan.' });
  expect(refusalOf(person({ role: 'VIEW_ONLY_ACCESS' }), { permission: 'campaign.write' })).toMatchObject({ by: 'role' });
  expect(refusalOf(person({ user: { isClient: true } }), { hiddenForClients: true })).toMatchObject({ by: 'client' });
  expect(refusalOf(person(), { permission: 'billing.manage' })).toBeNull();
});
