import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TokenServerOptions {
  host: string;
  /** 0 picks a free one. */
  port: number;
  clientId: string;
  clientSecret: string;
  /** How long an access token lasts, in real seconds. */
  lifetimeSeconds: number;
  /**
   * A refresh token serves once and comes with the next one, as with providers that rotate them; one that is used again ends the consent.
   */
  isOneUse?: boolean;
  /** Fields that the answer leaves out, of those that RFC 6749 lets a server leave out. */
  omits?: readonly ('expires_in' | 'token_type')[];
  /** Real time in milliseconds; lets a test expire tokens. */
  now: () => number;
}

export interface RunningTokenServer {
  /** The token endpoint. */
  url: string;
  /** Makes a refresh token for a mailbox, as a consent screen would. */
  grant(email: string): string;
  /** Takes a mailbox's consent back: its refresh and access tokens stop working. */
  revoke(email: string): void;
  /** How many access tokens were given. */
  given(): number;
  /** To be given to the mail world. */
  verifyToken(email: string, accessToken: string): boolean;
  close(): Promise<void>;
}

const maximumBody = 16 * 1024;

/** A local OAuth2 token endpoint: the refresh_token grant of RFC 6749 section 6, for XOAUTH2 without a provider. */
export async function startTokenServer(options: TokenServerOptions): Promise<RunningTokenServer> {
  const tokens = createTokens(options);
  let given = 0;

  const server = createServer((request, response) => {
    answer(request, response).catch(() => send(response, 400, { error: 'invalid_request' }));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/token') return send(response, 404, { error: 'not_found' });
    const form = new URLSearchParams(await readBody(request));
    if (!isClient(request, form)) return send(response, 401, { error: 'invalid_client' });
    if (form.get('grant_type') !== 'refresh_token') return send(response, 400, { error: 'unsupported_grant_type' });
    const asked = form.get('refresh_token') ?? '';
    const email = tokens.ownerOf(asked);
    if (!email)
      return send(response, 400, {
        error: 'invalid_grant',
        error_description: 'The refresh token is unknown or was revoked.',
      });
    given += 1;
    const whole = {
      access_token: tokens.access(email),
      token_type: 'Bearer',
      expires_in: options.lifetimeSeconds,
      ...(options.isOneUse ? { refresh_token: tokens.replace(asked, email) } : {}),
    };
    send(response, 200, omit(whole, options.omits ?? []));
  }

  function isClient(request: IncomingMessage, form: URLSearchParams): boolean {
    const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '');
    const written = basic
      ? Buffer.from(basic[1] as string, 'base64').toString()
      : `${form.get('client_id')}:${form.get('client_secret')}`;
    const [given, wanted] = [Buffer.from(written), Buffer.from(`${options.clientId}:${options.clientSecret}`)];
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host}:${port}/token`,
    grant: tokens.grant,
    revoke: tokens.revoke,
    given: () => given,
    verifyToken: tokens.verify,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Refresh tokens and access tokens of every mailbox. */
function createTokens({ now, lifetimeSeconds }: TokenServerOptions) {
  const refreshTokens = new Map<string, string>();
  /** Refresh tokens that were used, of those that serve once. */
  const used = new Map<string, string>();
  const accessTokens = new Map<string, { email: string; expiresAt: number }>();
  const random = () => randomBytes(24).toString('base64url');

  function grant(email: string): string {
    const token = random();
    refreshTokens.set(token, email.toLowerCase());
    return token;
  }

  function revoke(email: string): void {
    for (const [token, owner] of refreshTokens) if (owner === email.toLowerCase()) refreshTokens.delete(token);
    for (const [token, entry] of accessTokens) if (entry.email === email.toLowerCase()) accessTokens.delete(token);
  }

  return {
    grant,
    revoke,
    /** Whose refresh token it is; one that was used before ends the consent. */
    ownerOf(refreshToken: string): string | undefined {
      const reused = used.get(refreshToken);
      if (reused) revoke(reused);
      return refreshTokens.get(refreshToken);
    },
    access(email: string): string {
      const token = random();
      accessTokens.set(token, { email, expiresAt: now() + lifetimeSeconds * 1_000 });
      return token;
    },
    replace(old: string, email: string): string {
      refreshTokens.delete(old);
      used.set(old, email);
      return grant(email);
    },
    verify(email: string, accessToken: string): boolean {
      const entry = accessTokens.get(accessToken);
      return entry !== undefined && entry.email === email.toLowerCase() && entry.expiresAt > now();
    },
  };
}

const omit = (answer: object, fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => !fields.includes(name)));

function send(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > maximumBody) throw new Error('Body too large');
  }
  return body;
}
