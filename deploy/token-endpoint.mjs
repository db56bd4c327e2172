// Where a mail provider of deploy/prove.mjs gives out access tokens: an OAuth2 client renews them by its refresh token
// (RFC 6749, section 6), and Dovecot asks whose an access token is.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const newToken = () => randomBytes(24).toString('hex');

/** What the endpoint answers. A refresh token serves once, and comes with the next one. @param seconds how long an access token lasts */
export function createTokens(client, { seconds = 60, now = Date.now } = {}) {
  const refresh = new Map();
  const access = new Map();
  const grant = (address) => {
    const token = newToken();
    refresh.set(token, address);
    return token;
  };
  return {
    /** The consent of a mailbox's owner. @returns its refresh token */
    grant,
    /** Withdraws the consent: nothing that was given for the mailbox works any more. */
    revoke(address) {
      for (const tokens of [refresh, access])
        for (const [token, given] of tokens) if ((given.address ?? given) === address) tokens.delete(token);
    },
    renew(form) {
      if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
        return { status: 401, body: { error: 'invalid_client' } };
      const address = refresh.get(form.get('refresh_token'));
      if (!address) return { status: 400, body: { error: 'invalid_grant' } };
      refresh.delete(form.get('refresh_token'));
      const token = newToken();
      access.set(token, { address, until: now() + seconds * 1000 });
      return {
        status: 200,
        body: { access_token: token, token_type: 'Bearer', expires_in: seconds, refresh_token: grant(address) },
      };
    },
    /** Whose an access token is. */
    tell(token) {
      const given = access.get(token);
      return given && given.until > now()
        ? { status: 200, body: { email: given.address } }
        : { status: 401, body: { error: 'invalid_token' } };
    },
  };
}

const send = (response, { status, body }) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Listens on the provider's address with its certificate, and for Dovecot on loopback. @returns `url` and what createTokens does */
export async function startTokenEndpoint({ folder, host, address, ports }, client) {
  const tokens = createTokens(client);
  const certificate = { cert: readFileSync(join(folder, 'mail.crt')), key: readFileSync(join(folder, 'mail.key')) };
  const outside = createTlsServer(certificate, (request, response) => {
    void text(request).then((body) => send(response, tokens.renew(new URLSearchParams(body))));
  });
  const inside = createServer(({ url }, response) =>
    send(response, tokens.tell(new URL(url, 'http://localhost').searchParams.get('token'))),
  );
  const listen = (server, ...place) => new Promise((done) => server.listen(...place, done));
  await Promise.all([listen(outside, ports.tokens, address), listen(inside, ports.tokens, '127.0.0.1')]);
  return { ...tokens, client, url: `https://${host}:${ports.tokens}/token` };
}
