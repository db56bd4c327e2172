import { blockedReason, prerequisitesOf, type WarmupFacts } from './prerequisites';
import { reputationOf } from './reputation';

const good: WarmupFacts = {
  isConnected: true,
  isSuspended: false,
  dns: { spf: 'pass', dmarc: 'warn', mx: 'pass' },
  sent: 40,
  bounced: 1,
};

test('a mailbox that is set up right is not blocked; DNS that is unknown blocks nothing', () => {
  expect(blockedReason(good)).toBeNull();
  expect(blockedReason({ ...good, dns: null })).toBeNull();
  expect(prerequisitesOf({ ...good, dns: null }).map(({ id, state }) => `${id} ${state}`)).toEqual([
    'CONNECTION met',
    'SPF unknown',
    'DMARC unknown',
    'MX unknown',
    'BOUNCES met',
  ]);
});

test.each<[string, Partial<WarmupFacts>]>([
  ['Connection', { isConnected: false }],
  ['Connection', { isSuspended: true }],
  ['SPF', { dns: { spf: 'fail', dmarc: 'pass', mx: 'pass' } }],
  ['DMARC', { dns: { spf: 'pass', dmarc: 'fail', mx: 'pass' } }],
  ['MX', { dns: { spf: 'pass', dmarc: 'pass', mx: 'fail' } }],
  ['Bounces', { sent: 20, bounced: 3 }],
])('%s blocks, and is named', (name, facts) => {
  expect(blockedReason({ ...good, ...facts })).toMatch(new RegExp(`^${name}: .+`));
});

test('a few bounces among many mails do not block', () => {
  expect(blockedReason({ ...good, sent: 100, bounced: 4 })).toBeNull();
  expect(blockedReason({ ...good, sent: 2, bounced: 2 })).toBeNull();
});

test('reputation is the share that reached the inbox by itself', () => {
  expect(reputationOf({ inbox: 0, spam: 0, bounced: 0 })).toBeNull();
  expect(reputationOf({ inbox: 19, spam: 1, bounced: 0 })).toBe(95);
  expect(reputationOf({ inbox: 1, spam: 1, bounced: 1 })).toBe(33);
});
