import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { failureTitle, historyOf } from './failure';

const refused = {
  code: 'CREDENTIALS' as const,
  server_reply: '535',
  cause: 'smtp.gmail.com:465 does not accept this user name and password.',
  fix: null,
  link: null,
};
const mailbox = {
  type: 'GMAIL',
  smtp_host: 'smtp.gmail.com',
  imap_host: 'imap.gmail.com',
  smtp_problem: refused,
  imap_problem: null,
} as MailboxView;

test('a refused login names the provider, or the host where there is none', () => {
  expect(failureTitle(mailbox)).toBe('Gmail refused the password.');
  expect(failureTitle({ ...mailbox, type: 'SMTP', smtp_host: 'mail.a.test' })).toBe(
    'mail.a.test refused the password.',
  );
  expect(
    failureTitle({ ...mailbox, type: 'SMTP', smtp_problem: null, imap_problem: refused, imap_host: 'imap.a.test' }),
  ).toBe('imap.a.test refused the password.');
});

test('a server that is not reached says its cause', () => {
  expect(
    failureTitle({
      ...mailbox,
      smtp_problem: { ...refused, code: 'CONNECTION', cause: 'Nothing answers at a.test:25.' },
    }),
  ).toBe('Nothing answers at a.test:25.');
  expect(failureTitle({ ...mailbox, smtp_problem: null })).toBe('the last email was not accepted.');
});

test('history is what is known, newest first, without what never happened', () => {
  const entries = historyOf({
    failing_since: '2026-11-19T09:14:00Z',
    checked_at: '2026-11-19T10:00:00Z',
    last_sent_at: '2026-11-19T09:10:00Z',
    last_synced_at: null,
    created_at: '2026-09-17T08:00:00Z',
    state: 'failing',
    is_smtp_success: false,
  });
  expect(entries.map((entry) => entry.id)).toEqual(['checked', 'failing', 'sent', 'added']);
});
