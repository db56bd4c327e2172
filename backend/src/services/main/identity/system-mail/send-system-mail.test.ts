import { createSelfSignedCertificate } from '#sandbox/mail-world/self-signed-certificate';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { sendSystemMail } from './send-system-mail';
import { passwordChangedMail } from './system-mails';

const servers: SMTPServer[] = [];
afterEach(() =>
  Promise.all(servers.splice(0).map((server) => new Promise<void>((done) => server.close(() => done())))),
);

/** What a real server is told of: logins and senders. */
async function serve(options: SMTPServerOptions): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const server = new SMTPServer({
    ...createSelfSignedCertificate(),
    onAuth(auth, _session, done) {
      seen.push(`login ${auth.username}`);
      done(null, { user: auth.username });
    },
    onMailFrom(address, _session, done) {
      seen.push(`from ${address.address}`);
      done();
    },
    ...options,
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return { url: `smtp://mailer:secret-4711@127.0.0.1:${port}`, seen };
}

/** What the operator's page is told of each email. */
const noted: (string | null)[] = [];
const send = (smtpUrl: string, needsTls: boolean, isSandbox = true) =>
  sendSystemMail(
    {
      config: {
        publicUrl: 'https://app.skein.io',
        trackingUrl: 'https://go.skein.io',
        isSandbox,
        systemMail: {
          from: 'Skein <no-reply@app.skein.io>',
          smtpUrl,
          needsTls,
          note: async (problem) => void noted.push(problem),
        },
      },
    },
    'ann@skein.io',
    passwordChangedMail('Ann', 'https://app.skein.io/forgot-password'),
  );

it('says nothing to a server that offers no TLS: neither password nor mail', async () => {
  const { url, seen } = await serve({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  await expect(send(url, true)).rejects.toThrow(/offers no TLS, so nothing was sent: use smtps/);
  expect(seen).toEqual([]);
  await send(url, false);
  expect(seen).toEqual(['login mailer', 'from no-reply@app.skein.io']);
  expect(noted.at(-1)).toBeNull();
});

it('speaks over STARTTLS, and refuses a certificate that nobody vouches for', async () => {
  const { url, seen } = await serve({});
  await send(url, true);
  expect(seen).toEqual(['login mailer', 'from no-reply@app.skein.io']);
  await expect(send(url, true, false)).rejects.toThrow(/shows no certificate that can be trusted/);
  expect(seen).toHaveLength(2);
});

it('names the setting when the server refuses the sender or the login', async () => {
  const sender = await serve({
    onMailFrom: (_address, _session, done) =>
      done(Object.assign(new Error('Sender address rejected: not owned by user'), { responseCode: 553 })),
  });
  const words = await send(sender.url, true).catch((error: Error) => error.message);
  expect(words).toMatch(
    /refuses the sender no-reply@app\.skein\.io: set SYSTEM_MAIL_FROM .*553 Sender address rejected/,
  );
  expect(words).not.toContain('secret-4711');
  expect(noted.at(-1)).toBe(words);
  const login = await serve({ onAuth: (_auth, _session, done) => done(new Error('No')) });
  await expect(send(login.url, true)).rejects.toThrow(/refuses the login: check user and password/);
});
