import { describeFacts } from './check-facts';

const say = (code: string, facts: Record<string, unknown>, isBinding = true) =>
  describeFacts(
    { code, facts, is_binding: isBinding, text: 'The rule decides.' },
    { timeZone: 'America/New_York', mailboxEmail: (id) => (id === 7 ? 'dan@getnorthlight.test' : null) },
  );

it('tells the figures that the planner decided on', () => {
  expect(say('MAILBOX_DAILY_CAP', { mailbox_id: '7', used: 30, cap: 30, time_zone: 'America/New_York' })).toBe(
    'dan@getnorthlight.test, 30 of 30; day in America/New_York',
  );
  expect(say('COMPANY_DAILY_LIMIT', { domain: 'haldencold.test', used: 1, limit: 2, free_mail: false })).toBe(
    '1 of 2 to haldencold.test today',
  );
  expect(say('STEP_NOT_DUE', { step: 2, due_at: Date.parse('2026-11-19T14:12:00Z') })).toMatch(
    /^Step 2, due Thu.*19 Nov 2026.*09:12/,
  );
  expect(say('MISSING_MERGE_DATA', { fields: 'company_name', missing: 1 })).toBe('Empty: company_name');
});

it('never invents a figure, and falls back to the words of the rule', () => {
  expect(say('CREDITS', { left: null })).toBe('No limit');
  expect(say('A_RULE_OF_TOMORROW', {})).toBe('The rule decides.');
  expect(say('A_RULE_OF_TOMORROW', {}, false)).toBeNull();
  expect(say('MAILBOX_BUSY', { mailbox_id: null })).toBe('its mailbox');
});
