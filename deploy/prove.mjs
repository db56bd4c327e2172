// `node deploy/prove.mjs [FOLDER]`, as root on a Debian: a production installation that is run for real customers,
// followed from the runbook (docs/operating.md). Two mail providers (Postfix and Dovecot) are the outside. An operator
// connects six seeds, a workspace fails a placement test, repairs its records, passes, connects seeds of its own, warms
// up over the pool with another workspace, and moves to a second installation. All of it happens in a network of its
// own (unshare) with names and addresses that nobody else sees. `--app FOLDER` takes a folder that deploy/assemble.mjs
// made of a build.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { promises as dns } from 'node:dns';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { root } from '../scripts/lib/install.mjs';
import { installFromDebian, isExecutable } from '../scripts/lib/install-from-debian.mjs';
import { MAIL_PACKAGES, MAIL_PROGRAMS, startNames, startProvider } from './mail-providers.mjs';
import { installProduction } from './production.mjs';
import { moveAway } from './prove-move.mjs';
import { testPlacement } from './prove-placement.mjs';
import { connectSeeds, firstAdministrator, openWorkspaces } from './prove-people.mjs';
import { keepOwnSeeds } from './prove-seeds.mjs';
import { warmUp } from './prove-warmup.mjs';
import { ADDRESSES, firstRecords, INSTALLATIONS, PASSWORD, PROVIDERS, SYSTEM } from './prove-world.mjs';
import { keepBooks, waitFor } from './rehearsal-tools.mjs';
import { POSTGRES, run } from './trial-database.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { app: { type: 'string' }, inside: { type: 'boolean' } },
});
const base = resolve(positionals[0] ?? mkdtempSync(join(tmpdir(), 'skein-proof-')));
const app = values.app ? resolve(values.app) : join(base, 'app');

/** With the network of this machine: everything that downloads. */
function outside() {
  const programs = [...MAIL_PROGRAMS, join(POSTGRES, 'postgres'), '/usr/bin/caddy'];
  if (!programs.every(isExecutable)) installFromDebian(...MAIL_PACKAGES, 'postgresql-15', 'caddy');
  mkdirSync(base, { recursive: true });
  // The mail servers and PostgreSQL run as users of their own.
  chmodSync(base, 0o755);
  if (!values.app) run('node', [join(root, 'deploy/assemble.mjs'), app], { cwd: root });
  writeFileSync(join(base, 'hosts'), '127.0.0.1 localhost\n');
  writeFileSync(join(base, 'resolv.conf'), 'nameserver 127.0.0.1\n');
  const network = [
    'ip link set lo up',
    ...ADDRESSES.map((address) => `ip addr add ${address}/32 dev lo`),
    ...['hosts', 'resolv.conf'].map((name) => `mount --bind ${base}/${name} /etc/${name}`),
  ].join(' && ');
  const again = [process.execPath, fileURLToPath(import.meta.url), base, '--inside', '--app', app];
  // Whatever runs inside ends with it.
  const walls = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const result = spawnSync('unshare', [...walls, 'sh', '-c', `${network} && exec "$@"`, 'sh', ...again], {
    stdio: 'inherit',
  });
  process.exitCode = result.status ?? 1;
}

async function inside() {
  const books = keepBooks(base);
  const { chapter, chapters, check, checks } = books;
  const say = (text) => text.split('\n').forEach(books.say);
  const story = { base, books, chapter, say, check };

  await chapter('Outside: names and two mail providers', async () => {
    const answered = () => waitFor('The name server', 10, async () => (await dns.resolveMx('eastpost.org')).length > 0);
    const names = startNames(base, books, answered);
    await names.publish(firstRecords([]));
    story.providers = PROVIDERS.map((provider) => startProvider(base, books, provider));
    const keys = story.providers.flatMap((provider) => provider.keys);
    story.records = firstRecords(keys);
    story.keys = keys;
    story.publish = async (more) => names.publish((story.records = [...story.records, ...more]));
    await story.publish([]);
    say(`${PROVIDERS.map(({ name, domains }) => `${name} (${domains.join(', ')})`).join(' and ')} run.`);
  });

  story.install = (name) =>
    installProduction(base, books, {
      name,
      app,
      ...INSTALLATIONS[name],
      variables: {
        SYSTEM_SMTP_URL: `smtps://${encodeURIComponent(SYSTEM)}:${PASSWORD}@mx.northmail.net:465`,
        SYSTEM_MAIL_FROM: `Skein <${SYSTEM}>`,
      },
      authorities: story.providers.map(({ authority }) => authority),
    });
  await chapter('Install: database, key, variables, proxy, first start', async () => {
    story.first = await story.install('first');
    const { status } = await story.first.ask('GET', '/login');
    check('the login page comes over TLS', status === 200);
  });
  await firstAdministrator(story);
  await connectSeeds(story);
  await openWorkspaces(story);
  await testPlacement(story);
  await keepOwnSeeds(story);
  await warmUp(story);
  await moveAway(story);

  console.log('\nMinutes by chapter');
  for (const [name, minutes] of chapters) say(`${minutes.toFixed(1).padStart(5)}  ${name}`);
  console.log(`${checks.filter(Boolean).length} of ${checks.length} are right.`);
  process.exit(checks.includes(false) ? 1 : 0);
}

try {
  await (values.inside ? inside() : outside());
} catch (error) {
  console.error(error);
  process.exit(1);
}
