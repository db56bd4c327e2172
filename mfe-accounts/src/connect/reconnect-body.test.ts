import { formOf, reconnectBody, reconnectProblems } from './reconnect-body';

const mailbox = {
  type: 'SMTP',
  from_name: 'Rosa',
  from_email: 'rosa@a.test',
  username: 'rosa@a.test',
  smtp_host: 'smtp.a.test',
  smtp_port: 465,
  smtp_port_type: 'SSL',
  imap_host: 'imap.a.test',
  imap_port: 993,
  imap_port_type: 'SSL',
  imap_username: 'rosa@a.test',
  time_zone: 'Etc/GMT',
} as const;

test('only what was changed is sent', () => {
  expect(reconnectBody(formOf(mailbox), mailbox)).toEqual({});
  expect(
    reconnectBody({ ...formOf(mailbox), password: 'new', smtp_port: 587, smtp_port_type: 'TLS' }, mailbox),
  ).toEqual({ password: 'new', smtp_port: 587, smtp_port_type: 'TLS' });
});

test('a user name of its own for IMAP is kept apart, and given up with the choice', () => {
  const apart = { ...mailbox, imap_username: 'reader' };
  expect(formOf(apart).separate_imap).toBe(true);
  expect(reconnectBody(formOf(apart), apart)).toEqual({});
  expect(reconnectBody({ ...formOf(apart), separate_imap: false, imap_password: 'typed before' }, apart)).toEqual({
    imap_username: 'rosa@a.test',
  });
});

test('a field that was emptied is required', () => {
  expect(reconnectProblems({ ...formOf(mailbox), smtp_host: '', imap_port: null }, mailbox)).toEqual([
    { field: 'smtp_host', message: 'is required' },
    { field: 'imap_port', message: 'is required' },
  ]);
  expect(reconnectProblems({ ...formOf(mailbox), password: 'x' }, mailbox)).toEqual([]);
});
