// `node deploy/rehearse.mjs [FOLDER]`, as root on a Linux: the runbook (docs/operating.md) followed from a fresh clone
// to a first campaign behind TLS, then a backup, the loss of the disk at a random second after an email and an
// unsubscribe, and the way back, with the minutes of each chapter. All of it happens in a network of its own (unshare)
// with names, ports and mail servers that nobody else sees. It needs Debian's postgresql-15, caddy and openssl;
// `--app FOLDER` takes a folder that deploy/assemble.mjs made instead of cloning and building, `--losses 20` loses the
// disk twenty times, and `--no-journal` loses the journal with it.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { build } from 'esbuild';

import { root } from '../scripts/lib/install.mjs';
import { installFromDebian, isExecutable } from '../scripts/lib/install-from-debian.mjs';
import { accepted, emailsTo, judge, newestFirst, settled, startCampaign, unsubscribe } from './rehearsal-mails.mjs';
import { createMachine } from './rehearsal-machine.mjs';
import { keepBooks, makeCertificate, pause, waitFor } from './rehearsal-tools.mjs';
import { POSTGRES, run } from './trial-database.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    app: { type: 'string' },
    inside: { type: 'boolean' },
    losses: { type: 'string', default: '1' },
    'no-journal': { type: 'boolean' },
  },
});
const losses = Number(values.losses);
if (!Number.isInteger(losses) || losses < 1) throw new Error('--losses is a whole number from 1 on.');
const base = resolve(positionals[0] ?? mkdtempSync(join(tmpdir(), 'skein-rehearsal-')));
const app = values.app ? resolve(values.app) : join(base, 'app');
const APP_HOST = 'app.skein-rehearsal.io';
const MAIL_HOST = 'mail.skein-rehearsal.net';
/** Looks public, as mail servers must in production, and leads nowhere but to this network's own loopback. */
const MAIL_ADDRESS = '9.9.9.90';
const ADMIN = 'operator@skein-rehearsal.net';
const SENDER = 'eva@skein-rehearsal.net';
const PASSWORD = 'Rehearsal-4411-quiet-river';

const { chapter, chapters, say, check, checks, start, end, endAll } = keepBooks(base);

/** With the network of this machine: everything that downloads. */
async function outside() {
  if (!isExecutable(join(POSTGRES, 'postgres')) || !isExecutable('/usr/bin/caddy'))
    installFromDebian('postgresql-15', 'caddy', 'openssl');
  if (!values.app)
    await chapter('Install: clone, packages, build, assemble', async () => {
      const clone = join(base, 'clone');
      run('git', [
        'clone',
        '--quiet',
        '--depth',
        '1',
        `file://${run('git', ['rev-parse', '--show-toplevel'], { cwd: root }).trim()}`,
        clone,
      ]);
      run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: clone });
      run('npm', ['run', 'build'], { cwd: clone });
      run('node', ['deploy/assemble.mjs', app], { cwd: clone });
    });
  await build({
    entryPoints: [join(root, 'backend/src/sandbox/rehearsal-mail-server.ts')],
    outfile: join(base, 'mail-server.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  writeFileSync(
    join(base, 'hosts'),
    `127.0.0.1 localhost ${APP_HOST} go.skein-rehearsal.io\n${MAIL_ADDRESS} ${MAIL_HOST}\n`,
  );
  const network = `ip link set lo up && ip addr add ${MAIL_ADDRESS}/32 dev lo && mount --bind ${base}/hosts /etc/hosts`;
  const again = [process.execPath, fileURLToPath(import.meta.url), base, '--inside', '--app', app];
  again.push('--losses', String(losses), ...(values['no-journal'] ? ['--no-journal'] : []));
  const result = spawnSync('unshare', ['--net', '--mount', 'sh', '-c', `${network} && exec "$@"`, 'sh', ...again], {
    stdio: 'inherit',
  });
  process.exitCode = result.status ?? 1;
}

let proxyAuthority;
let token;
/** Through the proxy, as a browser comes, with its certificate checked. */
const ask = (method, path, body) => {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  return askHost({ host: APP_HOST, path, method, headers }, body === undefined ? undefined : JSON.stringify(body));
};
const askHost = (options, body) =>
  new Promise((done, fail) => {
    const sent = request({ ...options, ca: proxyAuthority }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => (text += part));
      answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, text }));
    });
    sent.on('error', fail).end(body);
  });
async function must(method, path, body) {
  const { status, text } = await ask(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}: ${text.slice(0, 500)}`);
  return JSON.parse(text).data;
}

/** Everything up to a mail server and a proxy with a certificate of its own. */
function setUp(machine) {
  return chapter('Database, key, variables, TLS, mail server', async () => {
    makeCertificate(base, MAIL_HOST);
    const accounts = [ADMIN, SENDER].map((email) => ({ email, password: PASSWORD, sendAsAny: email === ADMIN }));
    start('mail', process.execPath, [
      machine.folder('mail-server.mjs'),
      MAIL_ADDRESS,
      machine.folder('mail'),
      JSON.stringify(accounts),
    ]);
    await waitFor('The mail server', 20, async () => (await fetch('http://127.0.0.1:9925/')).ok);
    await machine.startDatabase();
    const key = `1:${randomBytes(32).toString('base64')}`;
    writeFileSync(machine.folder('keys/master.key'), key, { mode: 0o600 });
    machine.writeEnvironment();
    writeFileSync(
      machine.folder('Caddyfile'),
      // The rehearsal's options go into the block of options that the file has.
      readFileSync(join(root, 'deploy', 'Caddyfile'), 'utf8').replace(
        /^\{$/m,
        '{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off',
      ),
    );
    start('caddy', 'caddy', ['run', '--config', machine.folder('Caddyfile'), '--adapter', 'caddyfile'], {
      env: {
        ...process.env,
        XDG_DATA_HOME: machine.folder('caddy'),
        XDG_CONFIG_HOME: machine.folder('caddy'),
        PUBLIC_HOST: APP_HOST,
        TRACKING_HOST: 'go.skein-rehearsal.io',
        SKEIN_UPSTREAM: '127.0.0.1:3000',
      },
    });
  });
}

function startBehindTls(machine) {
  return chapter('First start behind TLS', async () => {
    await machine.startSkein();
    const authority = machine.folder('caddy/caddy/pki/authorities/local/root.crt');
    await waitFor('The certificate', 30, async () => existsSync(authority));
    proxyAuthority = readFileSync(authority);
    const page = await waitFor('The login page', 30, async () => {
      const answer = await ask('GET', '/login');
      return answer.status === 200 && answer;
    });
    check('the login page comes over TLS, with HSTS', 'strict-transport-security' in page.headers);
    check('figures are not for strangers', (await ask('GET', '/metrics')).status === 404);
  });
}

function firstAdministrator(machine) {
  return chapter('First administrator', async () => {
    const link = /uuid=(\S+)/.exec(machine.operator('create-admin', ADMIN, '--name', 'Operator'))?.[1];
    await must('POST', '/api/auth/password/reset', { uuid: link, newPassword: PASSWORD });
    token = (await must('POST', '/api/auth/login', { email: ADMIN, password: PASSWORD })).token;
    const { user } = await must('GET', '/api/auth/me');
    check(`${ADMIN} is logged in and an operator`, user.is_operator);
    await must('POST', '/api/operator/invitations', { email: 'guest@skein-rehearsal.net' });
    const mail = await waitFor('The invitation', 60, async () => {
      const texts = await (await fetch('http://127.0.0.1:9925/texts')).json();
      return texts.find(({ text }) => text.includes('guest@skein-rehearsal.net'));
    });
    check('the product’s own mail arrives over TLS', Boolean(mail));
  });
}

/** @returns the id of the mailbox */
async function firstCampaign() {
  let mailboxId;
  await chapter('A mailbox and a first campaign', async () => {
    const { mailbox, report } = await must('POST', '/api/mailboxes', {
      from_name: 'Eva',
      from_email: SENDER,
      username: SENDER,
      password: PASSWORD,
      smtp_host: MAIL_HOST,
      smtp_port: 465,
      smtp_port_type: 'SSL',
      imap_host: MAIL_HOST,
      imap_port: 993,
      imap_port_type: 'SSL',
      min_time_to_wait_minutes: 0,
      message_per_day: 500,
    });
    check('the mailbox logs in at both servers', report.smtp.ok && report.imap.ok);
    mailboxId = mailbox.id;
    await startCampaign(must, mailboxId, 0);
    await waitFor('The first mail', 300, async () => (await accepted()).length >= 1);
    check('a first mail of the campaign has arrived', (await accepted()).length >= 1);
  });
  return mailboxId;
}

/** Who opted out, and how many emails they had by then. */
const optedOut = new Map();

/** Backup, an email and an unsubscribe behind it, and the disk is gone. */
async function loseTheDisk(machine, { mailboxId, loss, lost, no }) {
  await chapter(`Backup while it runs${no}`, async () => {
    // Its first email leaves soon after the backup.
    await startCampaign(must, mailboxId, loss);
    say(machine.operator('backup', '--into', machine.folder('backups'), '--keep', '14'));
  });

  await chapter(`An email and an unsubscribe after the backup${no}`, async () => {
    const { length } = await accepted();
    await waitFor('A further mail', 600, async () => (await accepted()).length > length);
    const all = await accepted();
    const { to } = newestFirst(all, optedOut);
    await unsubscribe(to, askHost);
    optedOut.set(to, emailsTo(await accepted(), to));
    const seconds = Math.random() * 60;
    say(`${all.length} mails were accepted; ${to} opted out; the loss comes ${seconds.toFixed(1)} s later`);
    await pause(seconds * 1000);
  });

  await chapter(`The disk is lost${no}`, async () => {
    await machine.endSkein('SIGKILL');
    machine.loseDatabase();
    for (const name of lost) rmSync(machine.folder(name), { recursive: true, force: true });
  });
}

/** Back from the newest backup, with what left after it known from the journal, or from the mail server's record. */
function restore(machine, { key, before, lost, no }) {
  return chapter(`Restore${no}`, async () => {
    for (const name of lost) mkdirSync(machine.folder(name), { mode: 0o700 });
    writeFileSync(machine.folder('keys/master.key'), key, { mode: 0o600 });
    await machine.startDatabase();
    machine.writeEnvironment();
    const [newest] = readdirSync(machine.folder('backups'))
      .filter((name) => /^\d{4}-/.test(name))
      .sort()
      .reverse();
    say(machine.operator('restore', join(machine.folder('backups'), newest)));
    await machine.startSkein();
    const status = machine.operator('status');
    check(`sending is paused (${status.split('\n')[0]})`, /paused/.test(status) && !/not paused/.test(status));
    const login = await ask('POST', '/api/auth/login', { email: ADMIN, password: PASSWORD });
    check('the administrator logs in as before', login.status === 200);
    ({ token } = JSON.parse(login.text).data);
    check('nothing has left meanwhile', (await accepted()).length === before.length);
    say(machine.operator('confirm-instance'));
    if (values['no-journal']) {
      // What a person finds out before deciding: who has got an email, here from the mail server's record.
      const known = join(base, 'got-an-email.txt');
      writeFileSync(known, [...new Set(before.map(({ to }) => to))].join('\n'));
      say(machine.operator('release-held', '--all', '--except', known));
    }
  });
}

function tellTheMinutes() {
  console.log('\nMinutes by chapter');
  for (const [name, minutes] of chapters) say(`${minutes.toFixed(1).padStart(5)}  ${name}`);
  say(
    `${chapters
      .reduce((sum, [, minutes]) => sum + minutes, 0)
      .toFixed(1)
      .padStart(5)}  in all`,
  );
  console.log(`${checks.filter(Boolean).length} of ${checks.length} are right.`);
  if (checks.includes(false)) process.exitCode = 1;
  endAll();
}

async function inside() {
  const machine = createMachine(base, {
    app,
    start,
    end,
    settings: [
      `PUBLIC_URL=https://${APP_HOST}`,
      'TRACKING_URL=https://go.skein-rehearsal.io',
      `SYSTEM_SMTP_URL=smtps://${encodeURIComponent(ADMIN)}:${PASSWORD}@${MAIL_HOST}:465`,
      `SYSTEM_MAIL_FROM=Skein <${ADMIN}>`,
      'TRUSTED_PROXIES=1',
      'SIGN_UP=invitation',
    ],
  });
  await setUp(machine);
  await startBehindTls(machine);
  await firstAdministrator(machine);
  const mailboxId = await firstCampaign();
  // Kept apart from the machine, as the runbook asks.
  const key = readFileSync(machine.folder('keys/master.key'));
  const lost = values['no-journal'] ? ['data', 'keys', 'journal'] : ['data', 'keys'];
  for (let loss = 1; loss <= losses; loss++) {
    const no = losses > 1 ? ` (${loss} of ${losses})` : '';
    await loseTheDisk(machine, { mailboxId, loss, lost, no });
    const before = await accepted();
    await restore(machine, { key, before, lost, no });
    await chapter(`Sending resumes${no}`, async () => {
      await waitFor('A further mail', 900, async () => (await accepted()).length > before.length);
      const all = await settled(optedOut, loss === losses);
      judge(all, optedOut, check);
    });
  }
  await machine.endSkein('SIGTERM');
  machine.loseDatabase();
  tellTheMinutes();
}

try {
  await (values.inside ? inside() : outside());
} catch (error) {
  console.error(error);
  endAll();
  process.exit(1);
}
