import { authContract } from '@skein/contracts/main/auth.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { operatorContract } from '@skein/contracts/main/operator.contract';
import { whitelabelContract } from '@skein/contracts/main/whitelabel.contract';
import { zoneResolver } from '#platform/mail/zone-resolver';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import type { SignedIn } from '#main/testing';
import { findHostBrand } from './find-brand';
import { verifyAll, verifyWhitelabel } from './verify-domain';
import { readWhitelabel } from './whitelabel.store';

let main: MailedMain;
let me: SignedIn;
const zone = { txt: {} as Record<string, string[]>, mx: {} };
const password = 'a long enough password';
const head = (width: number, height: number) => {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const png = head(64, 64);

beforeAll(async () => {
  main = await createMailedMain({ resolver: zoneResolver(zone) });
  me = await main.signIn();
});
afterAll(() => main.close());

const brand = (person: SignedIn = me) => main.asClient(whitelabelContract, person);
const put = (kind: string, body: Buffer | string, person = me) =>
  main.app.request(`/api/whitelabel/images/${kind}`, {
    method: 'PUT',
    body: new Uint8Array(Buffer.from(body)),
    headers: { ...person.headers, 'content-type': 'image/png' },
  });
const logInAt = (host: string, email: string) =>
  main.app.request('/api/client/login', {
    method: 'POST',
    headers: { host, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
async function prove(domain: string, person = me) {
  const { domain_proof } = await brand(person).change({ body: { domain } });
  zone.txt[domain_proof?.record_name as string] = [domain_proof?.record_value as string];
  return brand(person).verify({ body: {} });
}

it('shows a brand by host name once DNS proves it, and not before', async () => {
  await brand().change({ body: { name: 'Bright', accent: '#0B6E4F', domain: 'App.Bright.test' } });
  expect(await findHostBrand(main.deps, 'app.bright.test')).toBeNull();
  const unproven = await brand().verify({ body: {} });
  expect(unproven).toMatchObject({
    login_url: null,
    domain_proof: { verified_at: null, problem: expect.stringContaining('No TXT record at _skein.app.bright.test') },
  });
  const proven = await prove('app.bright.test');
  expect(proven).toMatchObject({
    login_url: 'http://app.bright.test:3000/client-login',
    domain_proof: { verified_at: expect.any(String), problem: null },
  });
  expect(await findHostBrand(main.deps, 'APP.bright.test:3000')).toMatchObject({
    name: 'Bright',
    accent: '#0b6e4f',
    hasLogo: false,
  });
  expect(await brand().read({})).toMatchObject({ font: 'standard', radius: 'standard', accent_dark: null });
  const face = { accent_dark: '#8fe3c0', font: 'serif', radius: 'sharp', login_text: 'Campaigns by Bright.' } as const;
  expect(await brand().change({ body: face })).toMatchObject(face);
  expect(await findHostBrand(main.deps, 'app.bright.test')).toMatchObject({
    accentDark: '#8fe3c0',
    font: 'serif',
    radius: 'sharp',
    text: 'Campaigns by Bright.',
  });
  await expect(brand().change({ body: { accent_dark: '#0b6e4f' } })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [
      {
        field: 'accent_dark',
        message: expect.stringMatching(/^has a contrast of 2[.]4 to 1 in the dark theme, .* #[0-9a-f]{6} passes$/),
      },
    ],
  });
  for (const host of [
    'bright.test',
    'x.app.bright.test',
    'localhost:3000',
    '127.0.0.1',
    'app.bright.test@evil.test',
    undefined,
  ])
    expect(await findHostBrand(main.deps, host)).toBeNull();
});

it('one host name has one face, and loses it when the record is gone', async () => {
  const other = await main.signIn();
  const { domain_proof } = await brand(other).change({ body: { domain: 'app.bright.test' } });
  expect((await brand(other).verify({ body: {} })).domain_proof?.problem).toContain('says something else');
  zone.txt['_skein.app.bright.test']?.push(domain_proof?.record_value as string);
  expect((await brand(other).verify({ body: {} })).domain_proof).toMatchObject({
    verified_at: null,
    problem: expect.stringContaining('another workspace'),
  });
  zone.txt['_skein.app.bright.test'] = [domain_proof?.record_value as string];
  await verifyAll(main.deps);
  expect(await findHostBrand(main.deps, 'app.bright.test')).toBeNull();
  expect((await brand(other).verify({ body: {} })).login_url).not.toBeNull();
  await brand(other).change({ body: { domain: null } });
  await prove('app.bright.test');
});

it('stays proven while DNS is only silent', async () => {
  const silent = {
    ...main.deps,
    resolver: {
      resolveMx: async () => [],
      resolveTxt: async () => {
        throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' });
      },
    },
  };
  await verifyAll(silent);
  expect(await findHostBrand(main.deps, 'app.bright.test')).not.toBeNull();
});

it('a client logs in at its agency’s address and gets mail in its name; clients of others do not log in there', async () => {
  const other = await main.signIn();
  await main
    .asClient(clientsContract, me)
    .createClient({ body: { name: 'Acme', email: 'acme@client.test', password } });
  await main
    .asClient(clientsContract, other)
    .createClient({ body: { name: 'Other', email: 'other@client.test', password } });
  await main.test.query(`update app_user set is_email_verified = true where email like '%@client.test'`);
  expect((await logInAt('app.bright.test', 'acme@client.test')).status).toBe(200);
  expect((await logInAt('localhost:3000', 'other@client.test')).status).toBe(200);
  const stranger = await logInAt('app.bright.test', 'other@client.test');
  expect([stranger.status, ((await stranger.json()) as { code: string }).code]).toEqual([400, 'INVALID_CREDENTIALS']);

  const sender = await brand().change({ body: { sender_name: 'Bright Team', sender_address: 'hello@bright.test' } });
  const mailAfterForgot = async () => {
    await main.asClient(authContract).forgotPassword({ body: { email: 'acme@client.test' } });
    await main.runJobs();
    return main.mails.at(-1);
  };
  expect(await mailAfterForgot()).toMatchObject({
    from: 'no-reply@system.test',
    to: ['acme@client.test'],
    text: expect.stringContaining('http://app.bright.test:3000/reset-password?uuid='),
    html: expect.stringMatching(/font:16px\/1\.5 Charter, .*border-radius:2px.*#0b6e4f/s),
  });
  zone.txt[sender.sender_proof?.record_name as string] = [sender.sender_proof?.record_value as string];
  expect((await brand().verify({ body: {} })).sender_proof?.verified_at).toEqual(expect.any(String));
  expect(await mailAfterForgot()).toMatchObject({ from: 'hello@bright.test' });
  await main.asClient(authContract).forgotPassword({ body: { email: me.email } });
  await main.runJobs();
  expect(main.mails.at(-1)).toMatchObject({
    from: 'no-reply@system.test',
    to: [me.email],
    text: expect.stringContaining('http://localhost:3000/reset-password'),
  });
});

it('a name that is put in the place of a proven one while DNS is asked is not proven by it', async () => {
  const racer = await main.signIn();
  const { domain_proof } = await brand(racer).change({
    body: { domain: 'own.racer.test', sender_address: 'a@own.racer.test' },
  });
  zone.txt[domain_proof?.record_name as string] = [domain_proof?.record_value as string];
  const before = await main.deps.db.tenantSql(racer.workspaceId, (sql) => readWhitelabel(racer.workspaceId, sql, ''));
  const slow = zoneResolver(zone);
  await verifyWhitelabel(
    {
      ...main.deps,
      resolver: {
        ...slow,
        resolveTxt: async (name) => {
          await brand(racer).change({ body: { domain: 'app.victim.test', sender_address: 'ceo@victim.test' } });
          return slow.resolveTxt(name);
        },
      },
    },
    before,
  );
  expect(await findHostBrand(main.deps, 'app.victim.test')).toBeNull();
  expect(await brand(racer).read({})).toMatchObject({
    domain: 'app.victim.test',
    domain_proof: { verified_at: null },
    sender_proof: { verified_at: null },
  });
});

it('takes pictures by their bytes and nothing else', async () => {
  expect((await put('logo', png)).status).toBe(200);
  expect(await findHostBrand(main.deps, 'app.bright.test')).toMatchObject({ hasLogo: true });
  for (const hostile of [
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<!doctype html><script>1</script>',
    'GIF89a',
    '',
  ])
    expect((await put('logo', hostile)).status).toBe(415);
  // What neither PDF reports nor some email programs show would be missing there without a word.
  const webp = Buffer.from('524946460000000057454250565038580000000000000000000000000000', 'hex');
  expect((await put('logo', webp)).status).toBe(415);
  expect((await put('favicon', webp)).status).toBe(200);
  expect((await put('favicon', Buffer.concat([png, Buffer.alloc(600 * 1024)]))).status).toBe(413);
  // Few bytes can hold more pixels than any server draws.
  for (const huge of [head(2001, 1), head(1, 100_000)]) {
    const refused = await put('logo', huge);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({
        details: [{ field: 'logo', message: expect.stringContaining('at most 2000 by 2000 are accepted') }],
      }),
    ]);
  }
  expect((await put('logo', head(2000, 2000))).status).toBe(200);
  expect((await put('logo', png.subarray(0, 20))).status).toBe(415);
  expect((await brand().dropImage({ params: { kind: 'logo' } })).logo_url).toBeNull();
});

it.each([
  [{ accent: '#ffff00' }, 'accent'],
  [{ accent: '#757575' }, 'accent'],
  [{ accent_dark: '#111111' }, 'accent_dark'],
  [{ accent: 'red;}body{display:none}' }, 'accent'],
  [{ accent: 'url(http://evil.test)' }, 'accent'],
  [{ name: 'A\r\nBcc: x@y.test' }, 'name'],
  [{ name: '<b>' }, 'name'],
  [{ sender_name: 'A" <x@y.test>' }, 'sender_name'],
  [{ domain: 'http://app.test' }, 'domain'],
  [{ domain: 'app.test/path' }, 'domain'],
  [{ domain: '10.0.0.1' }, 'domain'],
  [{ domain: 'app.test:80' }, 'domain'],
  [{ domain: 'localhost' }, 'domain'],
  [{ sender_address: 'a@localhost' }, 'sender_address'],
])('refuses %j', async (body, field) => {
  await expect(brand().change({ body })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: expect.stringContaining(field) }],
  });
});

it('names the theme in which a colour cannot be read, and one that can', async () => {
  const refusal = await brand()
    .change({ body: { accent: '#ffcc00', accent_dark: '#222222' } })
    .catch((error: { details: { field: string; message: string }[] }) => error);
  const details = (refusal as { details: { field: string; message: string }[] }).details;
  expect(details).toEqual([
    { field: 'accent', message: expect.stringContaining('in the light theme') },
    { field: 'accent_dark', message: expect.stringContaining('in the dark theme') },
  ]);
  const [light, dark] = details.map(({ message }) => / (#[0-9a-f]{6}) passes/.exec(message)?.[1] as string);
  expect(await brand().change({ body: { accent: light, accent_dark: dark } })).toMatchObject({
    accent: light,
    accent_dark: dark,
  });
});

it('is for owners and administrators on plans that include it', async () => {
  const small = await main.signIn({ plan: 'popular' });
  await expect(brand(small).change({ body: { name: 'A' } })).rejects.toMatchObject({ code: 'PLAN_REQUIRED' });
  expect((await put('logo', png, small)).status).toBe(403);
  await expect(
    brand(await main.signIn({ workspaceId: me.workspaceId, role: 'FULL_MEMBER_ACCESS' })).read({}),
  ).rejects.toMatchObject({ status: 403 });
});

it('opens no workspace at an agency’s address, with an invitation or without', async () => {
  await prove('sign-up.bright.test');
  const post = (host: string, path: string, body: object) =>
    main.app.request(path, {
      method: 'POST',
      headers: { host, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const signUpAt = (host: string) =>
    post(host, '/api/auth/signup', { name: 'Ada', email: 'ada@sign-up-there.test', password });
  expect((await signUpAt('sign-up.bright.test')).status).toBe(404);
  expect((await signUpAt('localhost:3000')).status).toBe(200);

  const email = 'kim@invited-there.test';
  const operator = await main.signIn({ isOperator: true });
  await main.asClient(operatorContract, operator).inviteToSignUp({ body: { email } });
  await main.runJobs();
  const mail = main.mails.filter(({ to }) => to.includes(email)).at(-1);
  const uuid = /sign-up\?invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const readAt = (host: string) => main.app.request(`/api/auth/sign-up-invitation?uuid=${uuid}`, { headers: { host } });
  const acceptAt = (host: string) => post(host, '/api/auth/sign-up-invitation', { uuid, name: 'Kim', password });
  expect((await readAt('sign-up.bright.test')).status).toBe(404);
  expect((await acceptAt('sign-up.bright.test')).status).toBe(404);
  expect((await readAt('localhost:3000')).status).toBe(200);
  expect((await acceptAt('localhost:3000')).status).toBe(200);
});
