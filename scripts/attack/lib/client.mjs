// Who attacks: people, keys and strangers, each as a function that asks and tells status, body and time.
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';

import { waitFor } from './installation.mjs';

/** A password that every rule accepts. */
const password = 'Attack-4411-quiet-river';

/** A kept connection that the server closed while this program was busy with something else, such as a file that it made. */
const isStaleConnection = (error) => ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].includes(error.cause?.code);

/** Several connections may have been kept, and all of them closed: each is found out by one try. */
async function pastStaleConnections(send, tries = 20) {
  try {
    return await send();
  } catch (error) {
    if (tries === 1 || !isStaleConnection(error)) throw error;
    return pastStaleConnections(send, tries - 1);
  }
}

/**
 * @returns `ask(method, path, body?)`, which never throws for an answer: `{ status, data, text, headers, milliseconds }`
 */
export const caller = (url, headers = {}) =>
  async function ask(method, path, body, more = {}) {
    const begin = performance.now();
    const send = () =>
      fetch(url + path, {
        method,
        redirect: 'manual',
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers, ...more },
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(120_000),
      });
    const answer = await pastStaleConnections(send);
    const text = await answer.text();
    const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
    return {
      status: answer.status,
      json,
      data: json?.data,
      text,
      headers: answer.headers,
      milliseconds: performance.now() - begin,
    };
  };

const must = (answer, what) => {
  if (answer.status < 300) return answer.data ?? answer.json;
  throw new Error(`${what} was answered with ${answer.status}: ${answer.text.slice(0, 300)}`);
};

/** The uuid in the newest mail of the product to that address. */
export async function readLink(url, address) {
  const mail = await waitFor(`A mail to ${address}`, 30, async () => {
    const { mails } = must(await caller(url)('GET', `/api/sandbox/mails?to=${encodeURIComponent(address)}`), 'mails');
    return mails[0];
  });
  const link = mail.links.find((each) => /uuid=|\/[\w-]{20,}/.test(each)) ?? '';
  return /uuid=([^&]+)/.exec(link)?.[1] ?? link.split('/').at(-1);
}

/** People of one installation. */
export function people(url, demo) {
  const ask = caller(url);
  const withToken = (token) => Object.assign(caller(url, { authorization: `Bearer ${token}` }), { token });
  async function logIn(email, given, door = '/api/auth/login') {
    const { token, user } = must(await ask('POST', door, { email, password: given }), `The login of ${email}`);
    return Object.assign(withToken(token), { email, password: given, id: user.id });
  }
  return {
    anyone: ask,
    password,
    logIn,
    withToken,
    owner: () => logIn(demo.email, demo.password),
    key: () => caller(url, { 'x-api-key': demo.api_key }),
    /** Somebody who signs up, with a workspace of their own. */
    async signUp() {
      const email = `attacker-${randomUUID().slice(0, 8)}@stranger.test`;
      must(await ask('POST', '/api/auth/signup', { name: 'Attacker', email, password, company: 'Attack' }), 'Sign-up');
      must(await ask('GET', `/api/auth/verify-user?uuid=${await readLink(url, email)}`), 'The confirmation');
      return logIn(email, password);
    },
    /** A client of the workspace of `owner`, logged in. */
    async addClient(owner, permission, campaignIds = []) {
      const email = `client-${randomUUID().slice(0, 8)}@stranger.test`;
      const given = { name: `Client ${email.slice(7, 15)}`, email, password, permission, campaign_ids: campaignIds };
      const { id } = must(await owner('POST', '/api/clients', given), 'A new client');
      const uuid = await readLink(url, email);
      must(await ask('GET', `/api/auth/verify-user?uuid=${uuid}`), 'The confirmation');
      return Object.assign(await logIn(email, password, '/api/client/login'), { clientId: id, clientName: given.name });
    },
    /** A request from another address of loopback, which is another place to whoever counts tries. */
    askFrom: (localAddress, method, path, body) =>
      new Promise((done, fail) => {
        const { hostname, port } = new URL(url);
        const sent = request(
          { hostname, port, method, path, localAddress, headers: { 'content-type': 'application/json' } },
          (answer) => {
            answer.setEncoding('utf8');
            let text = '';
            answer.on('data', (part) => (text += part));
            answer.on('end', () => done({ status: answer.statusCode, json: JSON.parse(text) }));
          },
        );
        sent.on('error', fail).end(JSON.stringify(body));
      }),
  };
}
