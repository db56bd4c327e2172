import type { z } from 'zod';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { whitelabelContract } from '@skein/contracts/main/whitelabel.contract';
import { zoneResolver } from '#platform/mail/zone-resolver';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import { createCodeMail } from '#main/main.api';
import type { SignedIn } from '#main/testing';
import { mailToPerson } from '#identity/account-mail/mail-to-person';
import type { mailToPerson as job } from '#identity/system-mail/system-mail.jobs';
import { mailOneDigest } from './notices/delivery/mail-one-digest';
import { mailOneNotice } from './notices/delivery/mail-notices';

let main: MailedMain;
let me: SignedIn;
const zone = { txt: {} as Record<string, string[]>, mx: {} };
const password = 'a long enough password';
const client = 'acme@client.test';
const logo = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
type Kind = z.output<typeof job.payload>['kind'];
/** Whether a client gets it; the others are about what only the owner of a workspace does. */
const reachesClients: Record<Kind, boolean> = {
  verify: true,
  magic: true,
  reset: true,
  welcome: false,
  taken: true,
  'password-changed': true,
  'password-removed': true,
  otp: true,
  'two-factor-on': true,
  'two-factor-off': true,
  'client-taken': true,
  'client-login': true,
  guessed: true,
  'workspace-deletion': false,
  'address-changed': true,
};
const kinds = (Object.keys(reachesClients) as Kind[]).filter((kind) => reachesClients[kind]);

beforeAll(async () => {
  main = await createMailedMain({ resolver: zoneResolver(zone) });
  main.deps.config.systemMail.from = 'Skein <no-reply@system.test>';
  me = await main.signIn();
  await main.asClient(clientsContract, me).createClient({ body: { name: 'Acme', email: client, password } });
  await main.test.query(`update app_user set is_email_verified = true, two_factor_secret = 'x' where email = $1`, [
    client,
  ]);
  await main.runJobs();
  const brand = main.asClient(whitelabelContract, me);
  const { domain_proof } = await brand.change({
    body: {
      name: 'Bright & Partners',
      accent: '#0b6e4f',
      accent_dark: '#8fe3c0',
      font: 'serif',
      radius: 'sharp',
      mail_greeting: 'Dear {{name}},',
      mail_footer: 'Bright & Partners\nMill Lane 4, York',
      support_address: 'help@bright.test',
      domain: 'app.bright.test',
      sender_name: 'Bright Team',
      sender_address: 'hello@app.bright.test',
    },
  });
  zone.txt[domain_proof?.record_name as string] = [domain_proof?.record_value as string];
  await brand.verify({ body: {} });
  const sent = await main.app.request('/api/whitelabel/images/logo', {
    method: 'PUT',
    body: new Uint8Array(logo),
    headers: { ...me.headers, 'content-type': 'image/png' },
  });
  expect(sent.status).toBe(200);
});
afterAll(() => main.close());

/** What the work mailed to an address. */
async function mailedBy(work: () => Promise<unknown>, to = client) {
  main.mails.length = 0;
  await work();
  const mails = main.mails.filter((mail) => mail.to.includes(to));
  expect(mails).toHaveLength(1);
  return mails[0] as (typeof main.mails)[number];
}

/** Whatever a client may read of an email, and nothing of it ours. */
function expectBrand(mail: (typeof main.mails)[number], greeting: RegExp) {
  expect([mail.from, mail.fromName, mail.replyTo]).toEqual([
    'hello@app.bright.test',
    'Bright Team',
    'help@bright.test',
  ]);
  expect(JSON.stringify([mail.subject, mail.text, mail.html, mail.fromName])).not.toMatch(/skein|localhost|no-reply/i);
  expect(mail.text).toMatch(greeting);
  expect(mail.text).toMatch(/-- \nBright & Partners\nMill Lane 4, York\nQuestions\? Write to help@bright[.]test\n*$/);
  expect(mail.html).toContain('Bright &#38; Partners</span>');
  expect(mail.html).toContain('Mill Lane 4, York');
  expect(mail.html).toContain('href="mailto:help@bright.test"');
  expect(mail.html).toMatch(/font:16px\/1\.5 Charter, /);
  expect(mail.html).toContain('border-radius:2px');
  expect(mail.html).toContain('prefers-color-scheme:dark');
  if (mail.html.includes('class="a"')) expect(mail.html).toContain('background:#0b6e4f');
  const [picture] = mail.attachments;
  expect(picture).toMatchObject({ type: 'image/png', isInline: true, contentId: 'brand-logo' });
  expect(Buffer.from(picture?.bytes ?? []).equals(logo)).toBe(true);
  expect(mail.html).toContain('src="cid:brand-logo"');
}

it.each(kinds)('%s is in the agency’s brand for a client', async (kind) => {
  if (kind === 'verify' || kind === 'client-login')
    await main.test.query('update app_user set is_email_verified = false where email = $1', [client]);
  const mail = await mailedBy(() =>
    mailToPerson(main.deps, { kind, email: client, isProved: true, by: 'ann@bright.test' }),
  );
  await main.test.query('update app_user set is_email_verified = true where email = $1', [client]);
  expectBrand(mail, /^Dear \S/);
  if (mail.text.includes('uuid=')) expect(mail.text).toContain('http://app.bright.test:3000/');
});

it('a notification and a digest are in the agency’s brand for a client', async () => {
  const { workspaceId } = me;
  const notice = { title: 'A lead replied', text: 'Eva answered.', href: '/app/master-inbox' };
  const mail = await mailedBy(() => mailOneNotice(main.deps, { workspaceId, email: client, ...notice }));
  expectBrand(mail, /^Dear,\n\nEva answered[.]/);
  expect(mail.text).toContain('http://app.bright.test:3000/app/master-inbox');
  const digest = await mailedBy(() =>
    mailOneDigest(main.deps, {
      ...{ workspaceId, email: client, isClient: true, period: 'day', count: 1 },
      lines: [notice],
    }),
  );
  expectBrand(digest, /^Dear,\n\n/);
  expect(digest.text).toContain('Open Bright & Partners:\nhttp://app.bright.test:3000/app');
});

it('a code for a client’s mailbox is in the agency’s brand, and for the agency’s own in ours', async () => {
  const codes = createCodeMail(main.deps);
  const to = { workspaceId: me.workspaceId, email: 'sales@acme.test' };
  expectBrand(
    await mailedBy(() => codes.send({ ...to, isClients: true }, '123456'), to.email),
    /^Dear,\n\nEnter 123456/,
  );
  const own = await mailedBy(() => codes.send({ ...to, isClients: false }, '123456'), to.email);
  expect([own.fromName, own.attachments]).toEqual(['Skein', []]);
});

it('people of the agency get the product’s own emails', async () => {
  const mail = await mailedBy(() => mailToPerson(main.deps, { kind: 'reset', email: me.email }), me.email);
  expect([mail.fromName, mail.replyTo, mail.attachments]).toEqual(['Skein', null, []]);
  expect(mail.text).toMatch(/^Hello /);
  expect(mail.html).not.toMatch(/bright/i);
});

it('keeps what an agency writes from becoming HTML, headers or unknown variables', async () => {
  const brand = main.asClient(whitelabelContract, me);
  for (const body of [
    { mail_greeting: 'Dear {{first_name}},' },
    { mail_greeting: '<b>{{name}}</b>' },
    { mail_greeting: 'a\nb' },
    { mail_footer: '<img src=x>' },
    { mail_footer: 'x'.repeat(401) },
    { support_address: 'help@bright.test\r\nBcc: x@y.test' },
    { support_address: 'no address' },
  ])
    await expect(brand.change({ body })).rejects.toMatchObject({
      code: 'VALIDATION',
      details: [{ field: Object.keys(body)[0] }],
    });
  await brand.change({ body: { mail_greeting: null, mail_footer: null, support_address: null } });
  const mail = await mailedBy(() => mailToPerson(main.deps, { kind: 'magic', email: client }));
  expect(mail.text).toMatch(/^Hello \S/);
  expect([mail.replyTo, mail.text.includes('-- ')]).toEqual([null, false]);
});
