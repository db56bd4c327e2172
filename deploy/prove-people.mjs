// Chapters of deploy/prove.mjs about people: the first administrator, six seeds, and two workspaces with their mailboxes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { headerOf, mailsOf } from './mail-providers.mjs';
import {
  ADMIN,
  connectionOf,
  OTHER_SENDER,
  OWNER,
  PARTNER,
  PARTNER_OWNER,
  PASSWORD,
  PROVIDERS,
  SEEDS,
  SENDER,
} from './prove-world.mjs';
import { waitFor } from './rehearsal-tools.mjs';

export const providerOf = ({ providers }, address) => providers.find(({ users }) => address in users);

/** The installation's newest mail to somebody, out of quoted-printable. */
const letterTo = (story, address, pattern) =>
  waitFor(`A mail of the product to ${address}`, 90, async () => {
    const text = mailsOf(providerOf(story, address), address).at(-1)?.text ?? '';
    return pattern.exec(text.replace(/=\r?\n/g, '').replace(/=3D/g, '='));
  });

const setPassword = (installation, uuid) =>
  installation.must('POST', '/api/auth/password/reset', { body: { uuid, newPassword: PASSWORD } });

/** `create-admin`, and the link that it prints. */
export async function makeAdministrator(installation) {
  const said = installation.operator('create-admin', ADMIN, '--name', 'Operator', '--workspace', 'Operations');
  await setPassword(installation, /uuid=(\S+)/.exec(said)?.[1]);
  return installation.logIn(ADMIN, PASSWORD);
}

export async function firstAdministrator(story) {
  await story.chapter('First administrator', async () => {
    story.admin = await makeAdministrator(story.first);
    const { user } = await story.admin('GET', '/api/auth/me');
    story.check(`${ADMIN} is logged in and an operator`, user.is_operator);
  });
}

export async function connectSeeds({ base, first, admin, chapter, say, check }) {
  const hostOf = (provider) => PROVIDERS.find(({ name }) => name === provider).host;
  const [ada, bo, cy] = SEEDS.Northmail;
  const [dan, eli, flo] = SEEDS.Eastpost;
  const asSeed = (email, provider, region) => ({ email, password: PASSWORD, host: hostOf(provider), region, provider });
  await chapter('An operator connects six seeds', async () => {
    const password = join(base, 'seed-password');
    writeFileSync(password, `${PASSWORD}\n`, { mode: 0o600 });
    const where = ['--region', 'Europe', '--host', hostOf('Northmail'), '--provider', 'Northmail'];
    say(first.operator('add-seed', ada, ...where, '--password-file', password));
    const file = join(base, 'seeds.csv');
    const rows = [
      [bo, 'Northmail', 'Europe'],
      [dan, 'Eastpost', 'Asia'],
    ].map(([email, provider, region]) => [email, PASSWORD, hostOf(provider), region, provider].join());
    writeFileSync(file, ['email,password,host,region,provider', ...rows, ''].join('\n'), { mode: 0o600 });
    say(first.operator('add-seeds', file));
    const path = '/api/smart-delivery/operator/seeds';
    await admin('POST', path, asSeed(cy, 'Northmail', 'America'));
    const seeds = [asSeed(eli, 'Eastpost', 'Europe'), { ...asSeed(flo, 'Eastpost', 'America'), password: 'wrong' }];
    const tried = (await admin('POST', `${path}/import`, { seeds })).rows;
    check(
      `a wrong password connects nothing (${tried[1].problem})`,
      tried[0].problem === null && tried[1].problem !== null,
    );
    await admin('POST', path, asSeed(flo, 'Eastpost', 'America'));
    const listed = (await admin('GET', path)).rows;
    check(
      'six seeds are active at two providers',
      listed.filter((seed) => seed.is_active && !seed.problem).length === 6,
    );
    say(first.operator('seeds'));
  });
}

/** A workspace by invitation, one that the operator makes, and the mailboxes of both. */
export async function openWorkspaces(story) {
  const { first, chapter, check, say } = story;
  await chapter('Two workspaces and their mailboxes', async () => {
    say(first.operator('invite', OWNER));
    const [, uuid] = await letterTo(story, OWNER, /sign-up\?invitation=([\w-]+)/);
    const body = { uuid, name: 'Lena', company: 'Acme', password: PASSWORD };
    await first.must('POST', '/api/auth/sign-up-invitation', { body });
    say(first.operator('create-workspace', 'Globex', '--owner', PARTNER_OWNER, '--owner-name', 'Hana'));
    const [, link] = await letterTo(story, PARTNER_OWNER, /uuid=([\w-]+)/);
    await setPassword(first, link);
    const invitation = mailsOf(providerOf(story, PARTNER_OWNER), PARTNER_OWNER).at(-1);
    check(
      `the product's own mail reached ${invitation.folder} over TLS (${headerOf(invitation, 'Subject')})`,
      invitation.folder === 'INBOX',
    );
    story.acme = await first.logIn(OWNER, PASSWORD);
    story.globex = await first.logIn(PARTNER_OWNER, PASSWORD);
    const idOf = (name) => new RegExp(`^(\\d+) +${name}`, 'm').exec(first.operator('workspaces', name))?.[1];
    story.acmeId = idOf('Acme');
    for (const id of [story.acmeId, idOf('Globex')])
      say(first.operator('set-plan', id, 'pro', '--until', '2027-12-31'));

    const connect = async (who, address, name) => {
      // These have sent for long: on its first day a new one would have no room for two runs of a test.
      const settings = { ...connectionOf(address, name), min_time_to_wait_minutes: 0, starts_gently: false };
      const { mailbox, report } = await who('POST', '/api/mailboxes', settings);
      check(`${address} logs in at both servers`, report.smtp.ok && report.imap.ok);
      return mailbox.id;
    };
    story.senderId = await connect(story.acme, SENDER, 'Eva');
    await connect(story.acme, OTHER_SENDER, 'Tom');
    story.partnerId = await connect(story.globex, PARTNER, 'Gus');
  });
}
