import { createTransport } from 'nodemailer';
import { ImapFlow } from 'imapflow';
import { sender, startTestWorld } from './testing/test-world';
import { startTokenServer } from './token-server';

async function refresh(url: string, token: string, secret = 'secret') {
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: 'skein',
    client_secret: secret,
  });
  const answer = await fetch(url, { method: 'POST', body });
  return {
    status: answer.status,
    body: (await answer.json()) as { access_token?: string; expires_in?: number; error?: string },
  };
}

it('lets mailboxes in by XOAUTH2 with tokens that expire and can be revoked', async () => {
  let now = 0;
  const tokens = await startTokenServer({
    host: '127.0.0.1',
    port: 0,
    clientId: 'skein',
    clientSecret: 'secret',
    lifetimeSeconds: 60,
    now: () => now,
  });
  const test = await startTestWorld({ verifyToken: tokens.verifyToken });
  const imap = async (accessToken: string, user = sender.email) => {
    const client = new ImapFlow({ ...test.world.imap, secure: false, auth: { user, accessToken }, logger: false });
    client.on('error', () => undefined);
    await client.connect();
    await client.logout();
  };
  try {
    const grant = tokens.grant(sender.email);
    expect(await refresh(tokens.url, 'unknown')).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await refresh(tokens.url, grant, 'wrong')).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const first = (await refresh(tokens.url, grant)).body.access_token as string;
    await imap(first);
    await test.world.createMailbox({ email: 'omar@acme.test', password: 'another password' });
    await expect(imap(first, 'omar@acme.test')).rejects.toMatchObject({ authenticationFailed: true });
    await expect(imap('made-up')).rejects.toMatchObject({ authenticationFailed: true });

    const smtp = createTransport({
      ...test.world.smtp,
      auth: {
        type: 'OAuth2',
        user: sender.email,
        clientId: 'skein',
        clientSecret: 'secret',
        refreshToken: grant,
        accessUrl: tokens.url,
      },
    });
    await smtp.sendMail({ from: sender.email, to: 'silent@prospects.test', text: 'hi' });
    expect(test.world.record.find()).toMatchObject([{ login: sender.email }]);

    now += 61_000;
    await expect(imap(first)).rejects.toMatchObject({ authenticationFailed: true });
    const second = (await refresh(tokens.url, grant)).body.access_token as string;
    await imap(second);
    tokens.revoke(sender.email);
    await expect(imap(second)).rejects.toMatchObject({ authenticationFailed: true });
    expect((await refresh(tokens.url, grant)).status).toBe(400);
  } finally {
    await test.close();
    await tokens.close();
  }
});
