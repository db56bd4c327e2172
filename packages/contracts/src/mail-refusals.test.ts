import { knownRefusal } from './mail-refusals';

test.each([
  [
    '534-5.7.9 Application-specific password required. For more information, go to 534 5.7.9 https://support.google.com/mail/?p=InvalidSecondFactor',
    /apppasswords/,
  ],
  [
    '535-5.7.8 Username and Password not accepted. For more information, go to 535 5.7.8 https://support.google.com/mail/?p=BadCredentials',
    /apppasswords/,
  ],
  [
    '[ALERT] Your account is not enabled for IMAP use. Please visit your Gmail settings page and enable your account for IMAP access.',
    /fwdandpop/,
  ],
  [
    '[ALERT] IMAP access is disabled for your domain. Please contact your domain administrator for questions about this feature.',
    /admin\.google\.com/,
  ],
  [
    '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant. Visit https://aka.ms/smtp_auth_disabled for more information.',
    /smtp_auth_disabled/,
  ],
  [
    '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Mailbox. Visit https://aka.ms/smtp_auth_disabled',
    /smtp_auth_disabled/,
  ],
  ['535 5.7.139 Authentication unsuccessful, basic authentication is disabled.', /smtp_auth_disabled/],
  ['User is authenticated but not connected.', /imap4-access/],
  ['AADSTS90094: The grant requires admin permission.', /admin-consent/],
  ['You are yet to enable IMAP for your account. Please contact your administrator.', /imap-access/],
  ['535 Authentication Failed. Invalid credentials (Failure)', /app_password/],
])('%s leads to its fix', (reply, page) => {
  expect(knownRefusal(reply)?.link?.url).toMatch(page);
});

test.each([
  'AADSTS50173: The provided grant has expired',
  'invalid_grant: Token has been expired or revoked.',
  'invalid_code',
])('%s is mended by signing in again', (reply) => {
  expect(knownRefusal(reply)).toMatchObject({ signInAgain: true, fix: expect.stringMatching(/again\.$/) });
});

test('words that are in no list mean nothing, and what is particular wins', () => {
  expect(knownRefusal('535 5.7.8 Error: authentication failed')).toBeNull();
  expect(knownRefusal('AADSTS7000215: Invalid client secret provided.')?.signInAgain).toBeUndefined();
  expect(knownRefusal('AADSTS999999: something new')?.link?.url).toMatch(/reference-error-codes/);
});
