// One production installation for a trial, made as docs/operating/install.md says under "Install manually": database,
// key, variables, proxy with TLS, and the product as a process of a folder that deploy/assemble.mjs made.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';

import { root } from '../scripts/lib/install.mjs';
import { waitFor } from './rehearsal-tools.mjs';
import { run, startDatabase } from './trial-database.mjs';

const DATA = ['keys', 'data', 'backups', 'journal'];

/** deploy/Caddyfile with certificates of its own authority, on one address, and out of reach of others that run here. */
async function startProxy(books, { folder, name, hosts, address, port }) {
  writeFileSync(
    join(folder, 'Caddyfile'),
    readFileSync(join(root, 'deploy', 'Caddyfile'), 'utf8').replace(
      /^\{$/m,
      `{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n\tdefault_bind ${address}`,
    ),
  );
  books.start(`${name}-caddy`, 'caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: {
      ...process.env,
      XDG_DATA_HOME: join(folder, 'caddy'),
      XDG_CONFIG_HOME: join(folder, 'caddy'),
      PUBLIC_HOST: hosts.app,
      TRACKING_HOST: hosts.links,
      SKEIN_UPSTREAM: `127.0.0.1:${port}`,
    },
  });
  const authority = join(folder, 'caddy/caddy/pki/authorities/local/root.crt');
  await waitFor('The certificate of the proxy', 60, async () => existsSync(authority));
  return readFileSync(authority, 'utf8');
}

/**
 * Installs and starts it.
 * @param given `name`, `app` (the assembled folder), `hosts` (`app`, `links`), `address`, `port`, `variables` beyond
 * those of every installation, `authorities` of the mail servers outside (PEM)
 * @returns `operator`: runs a command of the runbook; `logIn`, `ask`: what a browser does; `end`
 */
export async function installProduction(base, books, given) {
  const { name, app, hosts, port, variables, authorities } = given;
  const folder = join(base, name);
  const at = (file) => join(folder, file);
  mkdirSync(folder, { recursive: true });
  for (const each of DATA) mkdirSync(at(each), { recursive: true, mode: 0o700 });
  const database = await startDatabase(at('postgres'));
  writeFileSync(at('keys/master.key'), `1:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
  const all = {
    PORT: port,
    HOST: '127.0.0.1',
    SKEIN_DATA: at('data'),
    DATABASE_URL: database.url,
    SKEIN_MASTER_KEY_FILE: at('keys/master.key'),
    JOURNAL_FOLDER: at('journal'),
    PUBLIC_URL: `https://${hosts.app}`,
    TRACKING_URL: `https://${hosts.links}`,
    TRUSTED_PROXIES: 1,
    SIGN_UP: 'invitation',
    ...variables,
  };
  const text = Object.entries(all).map(([key, value]) => `${key}=${value}\n`);
  writeFileSync(at('skein.env'), text.join(''), { mode: 0o600 });
  const proxyAuthority = await startProxy(books, { ...given, folder });
  writeFileSync(at('authorities.pem'), [...authorities, proxyAuthority].join('\n'));
  const env = {
    ...process.env,
    NODE_EXTRA_CA_CERTS: at('authorities.pem'),
    SKEIN_ENV_FILE: at('skein.env'),
    NODE_ENV: 'production',
  };
  const skein = books.start(name, 'node', ['scripts/start-production.mjs'], { cwd: app, env });
  await waitFor(`The installation ${name}`, 180, async () => {
    if (skein.exitCode !== null) throw new Error(readFileSync(join(base, `${name}.log`), 'utf8').slice(-2000));
    return (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
  });
  const operator = (...parameters) => run('node', ['scripts/operator.mjs', ...parameters], { cwd: app, env }).trim();
  async function end() {
    await books.end(skein, 'SIGTERM');
    database.destroy();
  }
  return { name, folder, operator, end, stop: () => database.stop(), ...people(hosts.app, proxyAuthority) };
}

/** What people do, through the proxy and with its certificate checked. */
function people(host, ca) {
  const ask = (method, path, { body, bytes, form, token, host: to = host } = {}) =>
    new Promise((done, fail) => {
      const headers = {
        ...(bytes ? { 'content-type': 'application/zip', 'content-length': bytes.length } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      };
      const sent = request({ host: to, path, method, headers, ca }, (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () => done({ status: answer.statusCode, bytes: Buffer.concat(parts) }));
      });
      sent.on('error', fail).end(bytes ?? form ?? (body === undefined ? undefined : JSON.stringify(body)));
    });
  const read = ({ bytes }) => JSON.parse(bytes.toString('utf8')).data;
  async function must(method, path, given) {
    const answer = await ask(method, path, given);
    if (answer.status >= 300)
      throw new Error(
        `${method} ${path} was answered with ${answer.status}: ${answer.bytes.toString('utf8').slice(0, 800)}`,
      );
    return read(answer);
  }
  /** Somebody who is logged in: `call(method, path, body)` answers what the route does, and logs in again once the token is too old. */
  async function logIn(email, password) {
    const begin = async () => (await must('POST', '/api/auth/login', { body: { email, password } })).token;
    let token = await begin();
    async function call(method, path, body, bytes) {
      const first = await ask(method, path, { body, bytes, token });
      if (first.status === 401) token = await begin();
      else if (first.status < 300) return read(first);
      return must(method, path, { body, bytes, token });
    }
    return Object.assign(call, { token: begin });
  }
  return { ask, must, logIn, host };
}
