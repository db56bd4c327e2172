import { hasFeature, refusalOf, type Feature } from './access';
import { person } from '@skein/testing/person';

it.each<[Feature, Parameters<typeof person>[0], boolean]>([
  ['write', { role: 'VIEW_ONLY_ACCESS' }, false],
  ['write', { role: 'LIMITED_FULL_MEMBER_ACCESS' }, true],
  [
    'write',
    { user: { isClient: true, client_permissions: { permission: ['reply_master_inbox'], retricted_category: [] } } },
    false,
  ],
  [
    'write',
    { user: { isClient: true, client_permissions: { permission: ['full_access'], retricted_category: [] } } },
    true,
  ],
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
  expect(refusalOf(person({ planType: 'base' }), { feature: 'webhooks' })).toEqual({
    by: 'plan',
    reason: 'Your plan does not include this.',
    unlock: 'Webhooks come with the Popular plan and above.',
  });
  expect(refusalOf(person({ role: 'VIEW_ONLY_ACCESS' }), { permission: 'campaign.write' })).toMatchObject({
    by: 'role',
  });
  expect(refusalOf(person({ user: { isClient: true } }), { hiddenForClients: true })).toMatchObject({ by: 'client' });
  expect(refusalOf(person(), { permission: 'billing.manage' })).toBeNull();
});

it('shows no subscription where the installation runs without plans', () => {
  const owner = person({});
  const without = { ...owner, plan: { ...owner.plan, is_unlimited: true } };
  expect([hasFeature(owner, 'subscription-page'), hasFeature(without, 'subscription-page')]).toEqual([true, false]);
});
