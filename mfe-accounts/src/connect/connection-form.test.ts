import { mailProviders, type MailProvider } from '@skein/contracts/mail-providers';
import {
  afterLoopbackHost,
  connectionBody,
  credentialText,
  draftOf,
  emptyForm,
  fieldOf,
  formProblems,
  oauthBody,
  passwordBody,
  portAfter,
  providerOf,
  readDraft,
  reportProblems,
  sandboxConnection,
  serversAfter,
  signatureOf,
  type ConnectionForm,
} from './connection-form';

const provider = (type: MailProvider['type']) => mailProviders.find((each) => each.type === type) as MailProvider;
const filled: ConnectionForm = {
  ...emptyForm(provider('GMAIL'), 'Europe/Berlin'),
  from_name: 'Rosa Kessler',
  from_email: 'rosa@northlight.test',
  username: 'rosa@northlight.test',
  password: 'secret word',
};

test('ports follow the choice of security', () => {
  expect(portAfter('smtp', 'TLS', 'SSL', 587)).toBe(465);
  expect(portAfter('smtp', 'SSL', 'TLS', 465)).toBe(587);
  expect(portAfter('smtp', 'SSL', 'NONE', 465)).toBe(25);
  expect(portAfter('imap', 'SSL', 'TLS', 993)).toBe(993);
  expect(portAfter('imap', 'SSL', 'NONE', 993)).toBe(143);
  expect(portAfter('imap', 'NONE', 'TLS', 143)).toBe(993);
});

test('a port of one’s own stays, an empty one is filled', () => {
  expect(portAfter('smtp', 'TLS', 'SSL', 2525)).toBe(2525);
  expect(portAfter('smtp', 'TLS', 'SSL', null)).toBe(465);
});

test('a form begins with the provider’s servers', () => {
  expect(emptyForm(provider('OUTLOOK'), 'UTC')).toMatchObject({
    type: 'OUTLOOK',
    smtp_host: 'smtp.office365.com',
    smtp_port: 587,
    smtp_port_type: 'TLS',
    imap_host: 'outlook.office365.com',
    imap_port: 993,
  });
  expect(providerOf('zoho')?.name).toBe('Zoho');
  expect(providerOf('aol')).toBeUndefined();
});

test('another provider replaces presets, and Other keeps hosts that were typed', () => {
  expect(serversAfter(filled, provider('GMAIL'), provider('ZOHO'))).toMatchObject({
    smtp_host: 'smtp.zoho.com',
    imap_host: 'imap.zoho.com',
  });
  expect(serversAfter(filled, provider('GMAIL'), provider('SMTP'))).toMatchObject({
    smtp_host: '',
    smtp_port: 587,
    smtp_port_type: 'TLS',
  });
  expect(
    serversAfter({ ...filled, smtp_host: 'mail.own.test', smtp_port: 2525 }, provider('GMAIL'), provider('SMTP')),
  ).toMatchObject({ smtp_host: 'mail.own.test', smtp_port: 2525, imap_host: '' });
});

test('in the sandbox its servers, and any on this machine, are filled in without encryption', () => {
  const known = { smtp: { host: '127.0.0.1', port: 40125 }, imap: { host: '127.0.0.1', port: 40143 } };
  const empty = emptyForm(provider('SMTP'), 'UTC');
  expect({ ...empty, ...sandboxConnection(known) }).toMatchObject({
    smtp_host: '127.0.0.1',
    smtp_port: 40125,
    smtp_port_type: 'NONE',
    imap_port: 40143,
    imap_port_type: 'NONE',
  });
  expect(afterLoopbackHost({ ...empty, smtp_host: ' LocalHost ' }, 'smtp', known)).toEqual({
    port: 40125,
    portType: 'NONE',
  });
  expect(afterLoopbackHost({ ...empty, imap_host: '127.0.0.1', imap_port: 2143 }, 'imap', known)).toEqual({
    port: 2143,
    portType: 'NONE',
  });
  expect(afterLoopbackHost({ ...empty, smtp_host: 'mail.company.com' }, 'smtp', known)).toBeNull();
  expect(afterLoopbackHost({ ...empty, smtp_host: '127.0.0.1.company.com' }, 'smtp', known)).toBeNull();
});

test('the contract’s rules stand beside the fields', () => {
  expect(formProblems(filled)).toEqual([]);
  expect(formProblems({ ...filled, from_name: ' ', password: '', smtp_port: null })).toEqual([
    { field: 'from_name', message: 'is required' },
    { field: 'password', message: 'is required' },
    { field: 'smtp_port', message: 'is required' },
  ]);
  expect(formProblems({ ...filled, bcc_email: 'nobody' })).toEqual([
    { field: 'bcc_email', message: 'must look like name@company.com' },
  ]);
  expect(formProblems({ ...filled, bcc_email: 'nobody' }, 'login')).toEqual([]);
  expect(formProblems({ ...filled, separate_imap: true })).toEqual([
    { field: 'imap_username', message: 'is required' },
  ]);
  expect(formProblems({ ...filled, login: 'oauth', password: '' }).map((problem) => problem.field)).toEqual([
    'token_url',
    'client_id',
    'client_secret',
    'refresh_token',
  ]);
});

test('nothing that was not asked for is sent', () => {
  expect(connectionBody({ ...filled, username: '', imap_username: 'left over' })).not.toHaveProperty('imap_username');
  expect(connectionBody({ ...filled, username: '' }).username).toBe('rosa@northlight.test');
  expect(passwordBody(filled)).toMatchObject({
    signature: null,
    bcc_email: null,
    message_per_day: 40,
    min_time_to_wait_minutes: 3,
    time_zone: 'Europe/Berlin',
  });
  expect(oauthBody({ ...filled, separate_imap: true, imap_password: 'other' })).not.toHaveProperty('password');
  expect(oauthBody({ ...filled, separate_imap: true, imap_password: 'other' })).not.toHaveProperty('imap_password');
});

test('paths of the server find their fields', () => {
  expect(fieldOf('from_email', filled)).toBe('from_email');
  expect(fieldOf('body.token.client_id', filled)).toBe('client_id');
  expect(fieldOf('somewhere', filled)).toBeNull();
});

const fine = { ok: true, code: 'OK' as const, server_reply: null, cause: null, fix: null, link: null };
const refused = {
  ok: false,
  code: 'CREDENTIALS' as const,
  server_reply: '535-5.7.8 Username and Password not accepted',
  cause: 'not accepted',
  fix: 'app password',
  link: null,
};
const failed = (cause: string) => ({
  ok: false,
  code: 'CONNECTION' as const,
  server_reply: 'error',
  cause,
  fix: 'check',
  link: null,
});

test('a refused login stands beside the password it was made with', () => {
  const form = { separate_imap: false, login: 'password' as const };
  expect(reportProblems({ smtp: refused, imap: refused }, form)).toEqual([
    { field: 'password', message: 'Authentication Failed' },
  ]);
  expect(reportProblems({ smtp: fine, imap: refused }, { ...form, separate_imap: true })).toEqual([
    { field: 'imap_password', message: 'Authentication Failed' },
  ]);
  expect(reportProblems({ smtp: refused, imap: fine }, { ...form, login: 'oauth' })).toEqual([
    { field: 'refresh_token', message: 'Authentication Failed' },
  ]);
  expect(reportProblems({ smtp: fine, imap: fine }, form)).toEqual([]);
});

test('the texts of a credential failure are recognised', () => {
  expect(credentialText('Invalid login: 535 5.7.8')).toBe('Invalid login');
  expect(credentialText('NO INVALID PASSWORD')).toBe('Invalid password');
  expect(credentialText(null)).toBe('Authentication Failed');
});

test('a server that is not reached stands beside host, port or security', () => {
  const form = { separate_imap: false, login: 'password' as const };
  expect(
    reportProblems(
      {
        smtp: failed('mail.nowhere.test does not exist in DNS.'),
        imap: failed('Nothing answers at mail.own.test:993.'),
      },
      form,
    ),
  ).toEqual([
    { field: 'smtp_host', message: 'mail.nowhere.test does not exist in DNS.' },
    { field: 'imap_port', message: 'Nothing answers at mail.own.test:993.' },
  ]);
  expect(
    reportProblems(
      { smtp: failed('The server does not offer encryption here: a:587 refuses STARTTLS.'), imap: fine },
      form,
    )[0]?.field,
  ).toBe('smtp_port_type');
});

test('a draft keeps everything but the secrets, and fits another provider', () => {
  const kept = JSON.stringify(draftOf({ ...filled, refresh_token: 'token', imap_password: 'other' }));
  expect(kept).not.toMatch(/secret word|token"?:"token|other/);
  expect(readDraft(kept, provider('GMAIL'), 'UTC')).toMatchObject({
    from_email: 'rosa@northlight.test',
    time_zone: 'Europe/Berlin',
    password: '',
  });
  expect(readDraft(kept, provider('ZOHO'), 'UTC')).toMatchObject({
    type: 'ZOHO',
    smtp_host: 'smtp.zoho.com',
    from_name: 'Rosa Kessler',
  });
  expect(readDraft('{"smtp_port":"no', provider('GMAIL'), 'UTC')).toEqual(emptyForm(provider('GMAIL'), 'UTC'));
  expect(readDraft('{"smtp_port":"587","from_name":7}', provider('GMAIL'), 'UTC')).toEqual(
    emptyForm(provider('GMAIL'), 'UTC'),
  );
});

test('an emptied editor is no signature', () => {
  expect(signatureOf('<p>&nbsp;</p>')).toBeNull();
  expect(signatureOf('<p><img src="https://a.test/b.png"></p>')).not.toBeNull();
  expect(signatureOf('<p>Rosa</p>')).toBe('<p>Rosa</p>');
});
