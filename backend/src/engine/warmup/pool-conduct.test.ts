import { expulsionReason, type PoolConduct } from './pool-conduct';

const good: PoolConduct = { sent: 200, inbox: 150, spam: 20, bounced: 5, received: 180, lost: 10 };

test('a workspace within the limits stays in the pool, and so does one with too few emails to judge', () => {
  expect(expulsionReason(good)).toBeNull();
  expect(expulsionReason({ sent: 19, inbox: 0, spam: 19, bounced: 19, received: 19, lost: 19 })).toBeNull();
});

test.each([
  ['bounced', { bounced: 21 }, '21 of the 200 emails that your mailboxes sent to the pool in 7 days bounced'],
  [
    'spam',
    { inbox: 40, spam: 41 },
    '41 of the 81 emails that your mailboxes sent to the pool in 7 days landed in spam',
  ],
  ['lost', { lost: 91 }, '91 of the 180 pool emails sent to your mailboxes in 7 days were never found in them'],
])('%s emails beyond the limit put it out, with the numbers', (_, change, reason) => {
  expect(expulsionReason({ ...good, ...change })).toContain(reason);
});

test('exactly the limit is not beyond it', () => {
  expect(expulsionReason({ ...good, bounced: 20 })).toBeNull();
  expect(expulsionReason({ ...good, inbox: 40, spam: 40 })).toBeNull();
  expect(expulsionReason({ ...good, lost: 90 })).toBeNull();
});
