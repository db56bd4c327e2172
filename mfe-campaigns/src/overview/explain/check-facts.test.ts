import { describeFacts } from './check-facts';

const say = (code: string, facts: Record<string, unknown>, isBinding = true) =>
  describeFacts(
    { code, facts, is_binding: isBinding, text: 'The rule decides.' },
    {
      now: new Date('2026-11-20T15:00:00Z'),
      timeZone: 'America/New_York',
      mailboxEmail: (id) => (id === 7 ? 'dan@getnorthlight.test' : null),
    },
  );

it('tells the figures that the planner decided on', () => {
  expect(say('MAILBOX_DAILY_CAP', { mailbox_id: '7', used: 30, cap: 30, time_zone: 'America/New_York' })).toBe(
    'dan@getnorthlight.test, 30 of 30; day in America/New York',
  );
  expect(say('COMPANY_DAILY_LIMIT', { domain: 'haldencold.test', used: 1, limit: 2, free_mail: false })).toBe(
    '1 of 2 to haldencold.test today',
  );
  expect(say('STEP_NOT_DUE', { step: 2, due_at: Date.parse('2026-11-19T14:12:00Z') })).toMatch(
    /^Step 2, due Thu, Nov 19, 09:12$/,
  );
  expect(say('MISSING_MERGE_DATA', { fields: 'company_name', missing: 1 })).toBe('Empty: company_name');
});

it('names the hours of today, and a zone as people know it', () => {
  const [from, to] = ['2026-11-20T13:30:00Z', '2026-11-20T22:00:00Z'].map((at) => Date.parse(at));
  expect(say('WINDOW_CLOSED', { opens_today: true, from, to })).toBe('Today 08:30 to 17:00');
  expect(say('WINDOW_CLOSED', { opens_today: true, from, to, time_zone: 'Europe/Berlin' })).toBe(
    'Today 14:30 to 23:00 CET',
  );
  expect(say('WINDOW_CLOSED', { opens_today: false, time_zone: 'Etc/GMT' })).toBe('Not open today in UTC');
  expect(say('STEP_NOT_DUE', { step: 2, due_at: Date.parse('2026-11-20T21:00:00Z') })).toBe('Step 2, due today 16:00');
});

it('never invents a figure, and falls back to the words of the rule', () => {
  expect(say('CREDITS', { left: null })).toBe('No limit');
  expect(say('A_RULE_OF_TOMORROW', {})).toBe('The rule decides.');
  expect(say('A_RULE_OF_TOMORROW', {}, false)).toBeNull();
  expect(say('MAILBOX_BUSY', { mailbox_id: null })).toBe('its mailbox');
});

it('tells what bounces made the product hold back, and until when', () => {
  const reason = '5 of 30 emails in 3 days bounced because the address does not exist';
  const until = Date.parse('2026-11-24T14:00:00Z');
  expect(say('MAILBOX_BOUNCE_SLOW', { mailbox_id: '7', reason, used: 30, cap: 30, until })).toMatch(
    /^dan@getnorthlight\.test; 5 of 30 emails .* does not exist; 30 of 30 sent today; until Tue, Nov 24, 09:00$/,
  );
  expect(say('IMPORT_ON_HOLD', { leads: 28, reason, until })).toMatch(/^28 new leads wait; 5 of 30 emails /);
  expect(say('IMPORT_ON_HOLD', { reason, until })).toMatch(/^5 of 30 emails .*; until Tue, Nov 24/);
  expect(say('MAILBOX_BOUNCE_SLOW', { mailbox_id: '7', reason: null, until: null }, false)).toBeNull();
  expect(say('MAILBOX_PROVIDER_REST', { mailbox_id: '7', reason: 'Sending limit reached: 550 5.4.5', until })).toMatch(
    /^dan@getnorthlight\.test; Sending limit reached: 550 5\.4\.5; until Tue, Nov 24/,
  );
  expect(say('MAILBOX_RESTING', { mailbox_id: '7', until, reason: null })).toMatch(
    /^dan@getnorthlight\.test, until Tue, Nov 24/,
  );
});

it('says which bounces the guard leaves out because the hold of an import has answered them', () => {
  const guard = { enabled: true, bounces: 0, sent: 0, threshold_percent: 5, minimum_sent: 50 };
  const said = '0 bounces of 0 emails; stops at 5% from 50 sent';
  expect(say('BOUNCE_GUARD', guard, false)).toBe(said);
  expect(say('BOUNCE_GUARD', { ...guard, answered_sent: 26, answered_bounces: 3 }, false)).toBe(
    `${said}. Not counted again: 3 bounces of 26 emails of an import that was put on hold`,
  );
});
