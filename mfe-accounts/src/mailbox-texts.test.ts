import { capLine, dnsSummary, nextSlot, removalEffect, serverWords, stateOf } from './mailbox-texts';

const healthy = {
  state: 'connected' as const,
  is_smtp_success: true,
  is_imap_success: true,
  smtp_failure_error: null,
  imap_failure_error: null,
  smtp_problem: null,
  imap_problem: null,
  failing_since: null,
};

test('a mailbox that is only unreadable is not called unable to send', () => {
  expect(stateOf(healthy).word).toBe('Connected');
  expect(stateOf({ ...healthy, state: 'failing', is_smtp_success: false }).word).toBe('Cannot send');
  expect(stateOf({ ...healthy, state: 'failing', is_imap_success: false }).word).toBe('Cannot read');
  expect(stateOf({ ...healthy, state: 'suspended', is_smtp_success: false }).word).toBe('Suspended');
});

test('the words of both servers are shown, and old words of a server that works are not', () => {
  const words = { smtp_failure_error: '535 no', imap_failure_error: 'NO login' };
  expect(serverWords({ ...healthy, ...words, is_smtp_success: false, is_imap_success: false })).toBe(
    'SMTP: 535 no\nIMAP: NO login',
  );
  expect(serverWords({ ...healthy, ...words })).toBeNull();
});

test('DNS names what fails before what needs a look', () => {
  const finding = (verdict: 'pass' | 'warn' | 'fail' | 'unknown') => ({ verdict, record: null, text: '' });
  const dns = {
    domain: 'a.test',
    spf: finding('pass'),
    dkim: finding('pass'),
    dmarc: finding('pass'),
    mx: finding('pass'),
  };
  expect(dnsSummary(null).word).toBe('Not looked up');
  expect(dnsSummary(dns).word).toBe('All pass');
  expect(dnsSummary({ ...dns, dkim: finding('warn') })).toEqual({ state: 'warning', word: 'DKIM' });
  expect(dnsSummary({ ...dns, dkim: finding('warn'), spf: finding('fail'), mx: finding('fail') })).toEqual({
    state: 'failed',
    word: 'SPF, MX',
  });
});

test('the cap line adds campaign and warmup, and says when the provider allows less', () => {
  const mailbox = {
    message_per_day: 50,
    warmup: { enabled: true, per_day: 20 },
    provider_daily_limit: 500,
    sent_last_24_hours: 58,
  };
  expect(capLine(mailbox)).toEqual({
    text: 'Campaign 50 + warmup 20 = 70 of the provider’s 500 a day. 58 sent in the last 24 h',
    isOver: false,
  });
  expect(capLine({ ...mailbox, warmup: { enabled: false, per_day: 20 }, message_per_day: 600 })).toMatchObject({
    isOver: true,
  });
});

test('what a removal does is said in numbers', () => {
  expect(removalEffect({ waiting_leads: 0, campaign_count: 0 })).toBe('No campaign uses it. No lead waits for it.');
  expect(removalEffect({ waiting_leads: 442, campaign_count: 2 })).toBe(
    '2 campaigns lose it. 442 leads in the middle of a sequence are re-allocated to other mailboxes of their campaigns.',
  );
});

test('the next slot is what binds: a rest before the cap, the cap before the gap, and nothing while it cannot send', () => {
  const now = new Date('2026-11-19T15:00:00Z');
  const mailbox = {
    state: 'connected' as const,
    sent_today: 3,
    reserved_today: 1,
    cap_today: 50,
    day_ends_at: '2026-11-20T05:00:00.000Z',
    last_sent_at: '2026-11-19T14:58:00Z',
    min_time_to_wait_minutes: 5,
    resting_until: null,
    sending_rest: null,
  };
  expect(nextSlot(mailbox, now)).toEqual({ kind: 'gap', at: '2026-11-19T15:03:00.000Z' });
  expect(nextSlot({ ...mailbox, last_sent_at: null }, now)).toEqual({ kind: 'now' });
  expect(nextSlot({ ...mailbox, cap_today: 4 }, now)).toEqual({ kind: 'cap', at: '2026-11-20T05:00:00.000Z' });
  expect(nextSlot({ ...mailbox, state: 'failing' }, now)).toEqual({ kind: 'none' });
  const tuesday = '2026-11-24T00:00:00.000Z';
  const refused = { reason: '454 blocked', fix: 'Wait.', until: '2026-11-19T18:00:00.000Z' };
  expect(nextSlot({ ...mailbox, resting_until: tuesday, sending_rest: refused }, now)).toEqual({
    kind: 'rest',
    at: tuesday,
  });
  expect(nextSlot({ ...mailbox, sending_rest: refused }, now)).toEqual({ kind: 'rest', at: refused.until });
  expect(nextSlot({ ...mailbox, sending_rest: refused, cap_today: 4 }, now)).toMatchObject({ kind: 'cap' });
  expect(nextSlot({ ...mailbox, resting_until: '2026-11-18T00:00:00.000Z' }, now)).toMatchObject({ kind: 'gap' });
});
