import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { whitelabelContract } from '@skein/contracts/main/whitelabel.contract';
import { zoneResolver } from '#platform/mail/zone-resolver';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import { createCodeMail } from '#main/main.api';
import type { SignedIn } from '#main/testing';
import { beginChange } from '#identity/address-change/address-change.store';
import { mailAddressChange } from '#identity/address-change/mail-address-change';
import { mailToPerson } from '#identity/account-mail/mail-to-person';
import type { mailToPerson as job } from '#identity/system-mail/system-mail.jobs';
import { mailOneDigest } from './notices/delivery/mail-one-digest';
import { mailOneNotice } from './notices/delivery/mail-notices';
import { sendBy } from './notices/delivery/send-notice';

let main: MailedMain;
let me: SignedIn;
const zone = { txt: {} as Record<string, string[]>, mx: {} };
const password = 'a long enough password';
const client = 'acme@client.test';
const logo = Buffer.from('89504e470d0a1a0a0000000d494844520000000b00000005', 'hex');
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
      support_address: 'help@app.bright.test',
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
    'help@app.bright.test',
  ]);
  expect(JSON.stringify([mail.subject, mail.text, mail.html, mail.fromName])).not.toMatch(/skein|localhost|no-reply/i);
  expect(mail.text).toMatch(greeting);
  expect(mail.text).toMatch(
    /-- \nBright & Partners\nMill Lane 4, York\nQuestions\? Write to help@app[.]bright[.]test\n*$/,
  );
  expect(mail.html).toContain('Bright &#38; Partners</span>');
  expect(mail.html).toContain('Mill Lane 4, York');
  expect(mail.html).toContain('href="mailto:help@app.bright.test"');
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
  expectBrand(mail, /^Dear Acme,\n\nEva answered[.]/);
  expect(mail.text).toContain('http://app.bright.test:3000/app/master-inbox');
  const digest = await mailedBy(() =>
    mailOneDigest(main.deps, {
      ...{ workspaceId, email: client, isClient: true, period: 'day', count: 1 },
      lines: [notice],
    }),
  );
  expectBrand(digest, /^Dear Acme,\n\n/);
  expect(digest.text).toContain('Open Bright & Partners:\nhttp://app.bright.test:3000/app');
});

it('a code for a client’s mailbox is in the agency’s brand, and for the agency’s own in ours', async () => {
  const codes = createCodeMail(main.deps);
  const to = { workspaceId: me.workspaceId, email: 'sales@acme.test', name: 'Sam' };
  expectBrand(
    await mailedBy(() => codes.send({ ...to, isClients: true }, '123456'), to.email),
    /^Dear Sam,\n\nEnter 123456/,
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

it('a notification follows what its person was when it was queued, and is sent to nobody who left', async () => {
  const { workspaceId } = me;
  const notice = { workspaceId, title: 'A lead replied', text: 'Eva answered.', href: null };
  const mail = await mailedBy(
    () => mailOneNotice(main.deps, { ...notice, email: me.email, isClient: false }),
    me.email,
  );
  expect([mail.fromName, mail.text.startsWith('Eva answered.')]).toEqual(['Skein', true]);
  main.mails.length = 0;
  const gone = 'gone@client.test';
  for (const isClient of [undefined, true]) await mailOneNotice(main.deps, { ...notice, email: gone, isClient });
  await mailOneDigest(main.deps, { workspaceId, email: gone, isClient: true, period: 'day', count: 0, lines: [] });
  expect(main.mails).toEqual([]);
});

it('a client’s own webhook is called by no product, and is given the agency’s address', async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, answer) => {
    seen.push(request.headers['user-agent']);
    request.on('data', (body: Buffer) => seen.push((JSON.parse(body.toString()) as { url: string }).url));
    request.on('end', () => answer.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const notice = { id: 1, kind: 'reply', title: 'A lead replied', text: 'Eva answered.', href: '/app' } as const;
  for (const email of [client, me.email]) {
    const [person] = await main.test.query<{ id: number }>(
      `
        with person as (select id, workspace_id from app_user where email = $1)
        insert into notice_setting (workspace_id, user_id, webhook_url)
        select workspace_id, id, $2 from person
        returning user_id as id
      `,
      [email, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`],
    );
    const who = { workspaceId: me.workspaceId, userId: person?.id as number };
    expect(await sendBy(main.deps, who, 'webhook', notice)).toBeNull();
  }
  await new Promise((resolve) => server.close(resolve));
  expect(seen).toEqual([
    'Webhooks/1',
    'http://app.bright.test:3000/app',
    'Skein-Webhooks/1',
    'http://localhost:3000/app',
  ]);
});

it.each(kinds)(
  '%s leads everybody but a client to us, also when it is asked for at the agency’s address',
  async (kind) => {
    const verified = (is: boolean) =>
      main.test.query(`update app_user set is_email_verified = $2, two_factor_secret = 'x' where email = $1`, [
        me.email,
        is,
      ]);
    await verified(kind !== 'verify' && kind !== 'client-login');
    const mail = await mailedBy(
      () => mailToPerson(main.deps, { kind, email: me.email, isProved: true, host: 'app.bright.test' }),
      me.email,
    );
    await verified(true);
    // The look may be the agency's; an address of ours is in it only where the mail has a link.
    expect(mail.text).not.toContain('app.bright.test:3000');
    if (mail.html.includes('class="a"')) expect(mail.text).toContain('http://localhost:3000/');
  },
);

it('a change of address is confirmed in the agency’s brand by a client, and at our address by others', async () => {
  const confirm = async (email: string, fresh: string) => {
    const [person] = await main.test.query<{ id: number }>('select id from app_user where email = $1', [email]);
    const userId = person?.id as number;
    await main.deps.db.tenantSql(me.workspaceId, (sql) =>
      beginChange(me.workspaceId, sql, userId, {
        ...{ email: fresh, at: new Date(main.deps.realClock.now()) },
        unusable: { 'address-old': `old ${email}`, 'address-new': `new ${email}` },
      }),
    );
    main.mails.length = 0;
    await mailAddressChange(main.deps, { workspaceId: me.workspaceId, userId });
    return main.mails;
  };
  const theirs = await confirm(client, 'new@client.test');
  expect(theirs.map(({ to }) => to)).toEqual([[client], ['new@client.test']]);
  for (const mail of theirs) {
    expectBrand(mail, /^Dear Acme,/);
    expect(mail.text).toContain('http://app.bright.test:3000/confirm-address?uuid=');
  }
  const ours = await confirm(me.email, 'new@agency.test');
  expect(ours).toHaveLength(2);
  for (const mail of ours) expect(mail.text).toContain('http://localhost:3000/confirm-address?uuid=');
});

it('carries a logo of 100 KB at most, and no WebP', async () => {
  const reset = () => mailedBy(() => mailToPerson(main.deps, { kind: 'reset', email: client }));
  const put = (key: string, size: number) =>
    main.deps.files.put(key, Readable.from([Buffer.alloc(size, 1)]), { type: 'image/png', maximum: 1e6 });
  const use = (key: string, type: string) =>
    main.test.query('update whitelabel set logo_key = $2, logo_type = $3 where workspace_id = $1', [
      ...[me.workspaceId, key, type],
    ]);
  const [before] = await main.test.query<{ logo_key: string }>(
    'select logo_key from whitelabel where workspace_id = $1',
    [me.workspaceId],
  );
  await put('brand/large.png', 100 * 1024 + 1);
  await put('brand/right.png', 100 * 1024);
  await put('brand/old.webp', 100);
  for (const [key, type, count] of [
    ['brand/large.png', 'image/png', 0],
    ['brand/right.png', 'image/png', 1],
    ['brand/old.webp', 'image/webp', 0],
  ] as const) {
    await use(key, type);
    const mail = await reset();
    expect([key, mail.attachments.length, mail.html.includes('cid:')]).toEqual([key, count, count === 1]);
    expect(mail.html).toContain('Bright &#38; Partners</span>');
  }
  await use(before?.logo_key as string, 'image/png');
});

it('writes for others’ addresses only what is proven', async () => {
  const brand = main.asClient(whitelabelContract, me);
  await brand.change({ body: { support_address: 'ceo@bank.test' } });
  const reset = () => mailedBy(() => mailToPerson(main.deps, { kind: 'reset', email: client }));
  const other = await reset();
  expect([other.replyTo, other.text.includes('Questions?')]).toEqual([null, false]);
  // The sender of another domain is not proven yet: the mail leaves from our address, so the agency's own words are not in it.
  await brand.change({ body: { sender_address: 'hello@bright.test', support_address: 'help@app.bright.test' } });
  const unproven = await reset();
  expect([unproven.from, unproven.fromName, unproven.replyTo]).toEqual([
    'no-reply@system.test',
    'Bright Team',
    'help@app.bright.test',
  ]);
  expect(unproven.text).toMatch(/^Hello Acme,/);
  expect(unproven.text).not.toContain('Mill Lane');
  await brand.change({ body: { sender_address: 'hello@app.bright.test' } });
  await brand.verify({ body: {} });
  expectBrand(await reset(), /^Dear Acme,/);
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
