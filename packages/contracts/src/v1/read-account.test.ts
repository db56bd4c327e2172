import { readNewAccount } from './read-account';

test('a mailbox by address, password and name gets its login and the servers of its provider', () => {
  expect(readNewAccount({ email: 'ada@gmail.com', password: 'secret', name: 'Ada' })).toMatchObject({
    from_email: 'ada@gmail.com',
    from_name: 'Ada',
    user_name: 'ada@gmail.com',
    password: 'secret',
    type: 'GMAIL',
    smtp_host: 'smtp.gmail.com',
    smtp_port: 465,
    imap_host: 'imap.gmail.com',
  });
});

test('the type tells the servers of an own domain; servers that are given stay, and a change adds nothing', () => {
  expect(readNewAccount({ email: 'ada@ownfirm.test', password: 'x', name: 'Ada', type: 'outlook' })).toMatchObject({
    smtp_host: 'smtp.office365.com',
  });
  expect(readNewAccount({ email: 'ada@ownfirm.test', name: 'Ada' })['smtp_host']).toBeUndefined();
  expect(readNewAccount({ email: 'ada@gmail.com', smtp_host: 'mail.test' })).toMatchObject({ smtp_host: 'mail.test' });
  expect(readNewAccount({ id: 4, from_email: 'ada@gmail.com' })['smtp_host']).toBeUndefined();
});
