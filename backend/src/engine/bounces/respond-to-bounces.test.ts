import { classOfBounce, describeResponse, respondTo, type ScopeFigures } from './respond-to-bounces';
import type { BounceBlame, ResponseScope } from './bounce-rules';

const HOUR = 3_600_000;
const now = Date.UTC(2026, 10, 24, 14);
const bounced = (count: number, bounceClass: BounceBlame, hoursAgo = 2, mailboxes = 1) =>
  Array.from({ length: count }, (_, index) => ({
    at: now - hoursAgo * HOUR,
    class: bounceClass,
    mailboxId: index % mailboxes,
  }));
const figures = (scope: ResponseScope, tried: number, over: Partial<ScopeFigures>): ScopeFigures => ({
  scope,
  scopeId: '7',
  bounces: [],
  triedSince: () => tried,
  active: null,
  lastEndedAt: null,
  repeats: 0,
  guardPercent: null,
  ...over,
});

test('an import is held when its addresses are dead, and longer each time', () => {
  const bad = { bounces: bounced(3, 'RECIPIENT') };
  const first = respondTo(figures('IMPORT', 40, bad), now);
  expect(first).toMatchObject({ reaction: 'HOLD', tried: 40, bounces: 3, level: 1, until: now + 72 * HOUR });
  expect(respondTo(figures('IMPORT', 40, { ...bad, repeats: 1 }), now)).toMatchObject({ until: now + 168 * HOUR });
  expect(respondTo(figures('IMPORT', 40, { ...bad, repeats: 9 }), now)).toMatchObject({
    level: 3,
    until: now + 336 * HOUR,
  });
});

test('few bounces, a small share or a small sample ask for nothing', () => {
  expect(respondTo(figures('IMPORT', 40, { bounces: bounced(2, 'RECIPIENT') }), now)).toBeNull();
  expect(respondTo(figures('IMPORT', 61, { bounces: bounced(3, 'RECIPIENT') }), now)).toBeNull();
  expect(respondTo(figures('IMPORT', 19, { bounces: bounced(3, 'RECIPIENT') }), now)).toBeNull();
  expect(respondTo(figures('IMPORT', 40, { bounces: bounced(9, 'SENDER') }), now)).toBeNull();
});

test('refusals of the sender slow the mailbox, then rest it', () => {
  expect(respondTo(figures('MAILBOX', 40, { bounces: bounced(3, 'SENDER') }), now)).toMatchObject({
    reaction: 'SLOW',
    percent: 50,
    until: now + 24 * HOUR,
  });
  const many = { bounces: bounced(6, 'SENDER') };
  expect(respondTo(figures('MAILBOX', 40, many), now)).toMatchObject({ reaction: 'REST', percent: null });
  const slowed = { ...many, active: { reaction: 'SLOW', class: 'SENDER' } as const, repeats: 1 };
  expect(respondTo(figures('MAILBOX', 40, slowed), now)).toMatchObject({ reaction: 'REST', until: now + 72 * HOUR });
  expect(respondTo(figures('MAILBOX', 40, { ...many, active: { reaction: 'REST', class: 'SENDER' } }), now)).toBeNull();
});

test('a domain answers only when several of its mailboxes are refused', () => {
  expect(respondTo(figures('DOMAIN', 100, { bounces: bounced(6, 'SENDER', 2, 1) }), now)).toBeNull();
  expect(respondTo(figures('DOMAIN', 100, { bounces: bounced(6, 'SENDER', 2, 2) }), now)).toMatchObject({
    reaction: 'SLOW',
  });
  expect(respondTo(figures('DOMAIN', 100, { bounces: bounced(12, 'SENDER', 2, 2) }), now)).toMatchObject({
    reaction: 'REST',
    until: now + 48 * HOUR,
  });
});

test('a campaign slows at half of its guard, and never where the guard is off', () => {
  const dead = { bounces: bounced(3, 'RECIPIENT') };
  expect(respondTo(figures('CAMPAIGN', 100, { ...dead, guardPercent: 5 }), now)).toMatchObject({ reaction: 'SLOW' });
  expect(respondTo(figures('CAMPAIGN', 140, { ...dead, guardPercent: 5 }), now)).toBeNull();
  expect(respondTo(figures('CAMPAIGN', 100, { ...dead, guardPercent: null }), now)).toBeNull();
  expect(respondTo(figures('CAMPAIGN', 100, { bounces: bounced(4, 'CONTENT') }), now)).toMatchObject({
    reaction: 'SLOW',
    class: 'CONTENT',
  });
});

test('what bounced before the response ended, or before the window, is not counted again', () => {
  const old = { bounces: bounced(6, 'SENDER', 30) };
  expect(respondTo(figures('MAILBOX', 40, { ...old, lastEndedAt: now - 10 * HOUR }), now)).toBeNull();
  expect(respondTo(figures('MAILBOX', 40, { bounces: bounced(6, 'SENDER', 73) }), now)).toBeNull();
});

test('the class of a refusal comes from the server’s words', () => {
  expect(classOfBounce('BOUNCE', null)).toBe('RECIPIENT');
  expect(classOfBounce('SENDER_BOUNCE', '550 5.7.1 Message rejected as spam by content filtering')).toBe('CONTENT');
  expect(classOfBounce('SENDER_BOUNCE', '550 5.7.1 Service unavailable, client host blocked using spamhaus.org')).toBe(
    'SENDER',
  );
  expect(classOfBounce('SENDER_BOUNCE', '452 4.2.2 Mailbox full')).toBe('PASSING');
  expect(describeResponse({ class: 'SENDER', tried: 40, bounces: 6, windowHours: 72 })).toBe(
    '6 of 40 emails in 3 days were refused because of the sender',
  );
});
