import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { healthOf, healthSummary } from './health';

const now = new Date('2026-11-19T15:00:00Z');
const pass = { verdict: 'pass' as const, record: 'v=spf1 ~all', text: 'Published.' };
const mailbox = {
  checked_at: '2026-11-19T14:00:00Z',
  is_smtp_success: true,
  is_imap_success: true,
  smtp_problem: null,
  imap_problem: null,
  failing_since: null,
  smtp_host: 'smtp.a.test',
  smtp_port: 465,
  smtp_port_type: 'SSL',
  imap_host: 'imap.a.test',
  imap_port: 993,
  imap_port_type: 'SSL',
  last_synced_at: '2026-11-19T14:59:52Z',
  sync_error: null,
  sync_lag_seconds: 3,
  sync_lag_at: '2026-11-19T13:00:00Z',
  dns: { domain: 'a.test', spf: pass, dkim: pass, dmarc: pass, mx: pass },
  dns_checked_at: '2026-11-19T06:00:00Z',
} as MailboxView;

test('a healthy mailbox shows its servers and its lag', () => {
  const checks = healthOf(mailbox, now);
  expect(checks.map((check) => check.name)).toEqual(['Sending', 'Reading', 'SPF', 'DKIM', 'DMARC', 'MX']);
  expect(checks[0]?.text).toBe('smtp.a.test:465, SSL');
  expect(checks[1]?.text).toBe('imap.a.test:993, read 8 s ago, the latest email 3 s after it arrived');
  expect(healthOf({ ...mailbox, sync_lag_seconds: null }, now)[1]?.text).toBe('imap.a.test:993, read 8 s ago');
  expect(healthSummary(checks)).toEqual({ state: 'good', word: 'Good, 6 of 6' });
});

test('what fails says its cause instead, and decides the word', () => {
  const checks = healthOf(
    {
      ...mailbox,
      is_smtp_success: false,
      smtp_problem: { code: 'CREDENTIALS', server_reply: '535', cause: 'No such login.', fix: null, link: null },
    },
    now,
  );
  expect(checks[0]).toMatchObject({ state: 'failed', text: 'No such login.' });
  expect(healthSummary(checks)).toEqual({ state: 'failed', word: 'Broken, 5 of 6' });
});

test('a mailbox whose provider sends nothing for it says why and what to do', () => {
  const rest = {
    reason: 'Sending limit reached: 550 5.4.5 Daily user sending limit exceeded.',
    fix: 'It resumes within 24 hours.',
    until: '2026-11-20T15:00:00Z',
  };
  expect(healthOf({ ...mailbox, sending_rest: rest }, now)[0]).toMatchObject({
    state: 'warning',
    text: 'Sending limit reached: 550 5.4.5 Daily user sending limit exceeded. It resumes within 24 hours.',
  });
});

test('a record that needs a look shows what to do, and one that was not looked up claims nothing', () => {
  const warned = healthOf(
    {
      ...mailbox,
      dns: {
        domain: 'a.test',
        spf: pass,
        dkim: pass,
        mx: pass,
        dmarc: { verdict: 'warn', record: 'v=DMARC1; p=none', text: 'Move to p=quarantine.' },
      },
    },
    now,
  );
  expect(warned.find((check) => check.id === 'DMARC')).toMatchObject({
    state: 'warning',
    text: 'Move to p=quarantine.',
  });
  expect(healthSummary(warned).word).toBe('Needs attention, 5 of 6');
  expect(healthSummary(healthOf({ ...mailbox, dns: null }, now))).toEqual({
    state: 'waiting',
    word: '2 of 6 checked',
  });
});
