import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import type { WireAccount } from '@skein/contracts/v1/email-accounts.contract';
import dns from 'node:dns/promises';
import { zoneResolver } from '#platform/mail/zone-resolver';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { startMailWorld, type MailWorld } from '#sandbox/mail-world/world';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { wireApi, type Api } from './testing';

let main: TestMain;
let me: SignedIn;
let api: Api;
let mail: MailWorld;
let number = 0;

beforeAll(async () => {
  const resolver = zoneResolver({
    txt: {},
    mx: { 'agency.test': [{ exchange: 'aspmx.l.google.com', priority: 1 }], 'own.test': [] },
  });
  main = await createTestMain({ resolver });
  me = await main.signIn();
  api = await wireApi(main, me);
  mail = await startMailWorld({
    store: createMemoryMailStore(),
    clock: main.clock,
    seed: 'wire',
    mode: 'stepped',
    concurrency: 1,
  });
});
afterAll(async () => {
  await mail.close();
  await main.close();
});

const servers = () => ({
  smtp_host: '127.0.0.1',
  smtp_port: mail.smtp.port,
  smtp_port_type: 'NONE',
  imap_host: '127.0.0.1',
  imap_port: mail.imap.port,
  imap_port_type: 'NONE',
});
async function body(more: Record<string, unknown> = {}) {
  const email = `box${(number += 1)}@northlight.test`;
  await mail.createMailbox({ email, password: 'right-password' });
  return {
    id: null,
    from_name: 'Rosa',
    from_email: email,
    user_name: email,
    password: 'right-password',
    ...servers(),
    warmup_enabled: false,
    max_email_per_day: 25,
    ...more,
  };
}
const save = async (given: unknown, path = '/email-accounts/save') =>
  (await api('POST', path, given)).json as {
    ok: boolean;
    emailAccountId: number;
    data: { is_smtp_success: boolean; smtp_failure_error: string | null };
  };
const get = async (id: number) => (await api('GET', `/email-accounts/${id}`)).json as Required<WireAccount>;
const connect = async (more: Record<string, unknown> = {}) => (await save(await body(more))).emailAccountId;

test('a mailbox is connected live and read back without any password', async () => {
  const given = await body({
    time_to_wait_in_mins: 4,
    bcc: 'archive@northlight.test',
    signature: '<p>Rosa</p>',
    client_id: null,
  });
  const answer = await save(given);
  expect(answer).toMatchObject({
    ok: true,
    message: 'Email account saved successfully.',
    emailAccountId: expect.any(Number),
    warmupKey: null,
    data: {
      id: answer.emailAccountId,
      from_email: given.from_email,
      is_smtp_success: true,
      is_imap_success: true,
      smtp_failure_error: null,
    },
  });
  const account = await api('GET', `/email-accounts/${answer.emailAccountId}/`);
  expect(account.json).toMatchObject({
    id: answer.emailAccountId,
    from_name: 'Rosa',
    from_email: given.from_email,
    username: given.user_name,
    password: null,
    imap_password: null,
    message_per_day: 25,
    minTimeToWaitInMins: 4,
    bcc_email: 'archive@northlight.test',
    signature: '<p>Rosa</p>',
    is_smtp_success: true,
    type: 'SMTP',
    daily_sent_count: 0,
    campaign_count: 0,
    campaign_ids: [],
    tags: [],
    is_suspended: false,
    warmup_details: null,
    user_id: me.userId,
  });
  expect(account.text).not.toContain('right-password');
});

test("creation succeeds when the login fails, with the server's words", async () => {
  const answer = await save(await body({ password: 'wrong-password' }));
  expect(answer).toMatchObject({
    ok: true,
    data: { is_smtp_success: false, is_imap_success: false, smtp_failure_error: expect.stringMatching(/535/) },
  });
  expect(await get(answer.emailAccountId)).toMatchObject({
    is_smtp_success: false,
    smtp_failure_error: expect.stringMatching(/535/),
    imap_failure_error: expect.any(String),
  });
  expect((await save({ id: answer.emailAccountId, password: 'right-password' })).data).toMatchObject({
    is_smtp_success: true,
    is_imap_success: true,
  });
});

test('other names of the fields are read', async () => {
  const { user_name, max_email_per_day, smtp_port_type: _smtp, imap_port_type: _imap, ...rest } = await body();
  const id = (
    await save({ ...rest, username: user_name, message_per_day: max_email_per_day, imap_username: user_name })
  ).emailAccountId;
  expect(await get(id)).toMatchObject({ message_per_day: 25, username: user_name, smtp_port_type: 'NONE' });
  const { from_name: _name, from_email, ...more } = await body();
  const other = await save({ ...more, email: from_email, name: 'By LM' }, '/email-accounts');
  expect(await get(other.emailAccountId)).toMatchObject({ from_name: 'By LM', from_email });
  const incomplete = await api('POST', '/email-accounts/save', { from_name: 'x' });
  expect(incomplete).toMatchObject({
    status: 400,
    json: {
      validation: { keys: expect.arrayContaining(['from_email', 'user_name', 'password', 'smtp_host', 'imap_port']) },
    },
  });
  expect((await api('POST', '/email-accounts/save', { ...(await body()), from_email })).status).toBe(409);
});

test('a new mailbox warms up unless told otherwise, and saving by id switches warmup', async () => {
  const isWarming = async (id: number) =>
    (await main.asClient(mailboxesContract, me).get({ params: { mailboxId: id } })).warmup.enabled;
  const id = await connect({ warmup_enabled: undefined });
  expect(await isWarming(id)).toBe(true);
  await save({ id, warmup_enabled: false });
  expect(await isWarming(id)).toBe(false);
  expect(await isWarming(await connect({ warmup_enabled: false }))).toBe(false);
});

test('limits, names and suspension change; saving by id changes too', async () => {
  const id = await connect();
  expect(
    (
      await api('POST', `/email-accounts/${id}`, {
        max_email_per_day: 0,
        from_name: 'Dan',
        time_to_wait_in_mins: 9,
        custom_tracking_url: 'track.northlight.test',
        bcc: null,
        signature: 'S',
      })
    ).json,
  ).toMatchObject({ ok: true, emailAccountId: id });
  expect(await get(id)).toMatchObject({
    message_per_day: 0,
    from_name: 'Dan',
    minTimeToWaitInMins: 9,
    custom_tracking_domain: 'track.northlight.test',
    signature: 'S',
  });
  await api('POST', `/email-accounts/${id}`, { message_per_day: '12', name: 'Eva' });
  expect(await get(id)).toMatchObject({ message_per_day: 12, from_name: 'Eva' });
  await save({ id, max_email_per_day: 30, from_name: 'Kim' });
  expect(await get(id)).toMatchObject({ message_per_day: 30, from_name: 'Kim', is_smtp_success: true });
  expect((await api('PUT', `/email-accounts/suspend/${id}`)).json).toMatchObject({
    success: true,
    ok: true,
    data: { accountId: id, isSuspended: true },
  });
  expect(await get(id)).toMatchObject({ is_suspended: true });
  expect((await api('DELETE', `/email-accounts/unsuspend/${id}`)).json).toMatchObject({ data: { isSuspended: false } });
  await api('POST', `/email-accounts/${id}`, { is_suspended: true });
  expect((await api('PUT', `/email-accounts/unsuspend/${id}`)).json).toMatchObject({ data: { isSuspended: false } });
  expect(await get(id)).toMatchObject({ is_suspended: false });
});

test('the list is paged and filtered, and a deleted mailbox is missing in its own words', async () => {
  const failing = (await save(await body({ password: 'wrong-password' }))).emailAccountId;
  const list = async (query: string) =>
    ((await api('GET', `/email-accounts${query}`)).json as WireAccount[]).map((account) => account.id);
  const all = await list('/?limit=100');
  expect(all[0]).toBe(failing);
  expect(await list('?offset=1&limit=2')).toEqual(all.slice(1, 3));
  expect(await list('?isSmtpSuccess=false')).toEqual([failing]);
  expect(await list('?isInUse=true')).toEqual([]);
  expect(await list('?esp=smtp')).toEqual(all);
  expect(await list('?esp=GMAIL')).toEqual([]);
  expect(await list('?isWarmupBlocked=true')).toEqual([]);
  expect(await list('?emailWarmupStatus=INACTIVE')).toEqual(all);
  expect(await list(`?username=${(await get(failing)).username.slice(0, 8)}`)).toContain(failing);
  expect((await api('GET', '/email-accounts?limit=101')).status).toBe(400);
  expect((await api('GET', '/email-accounts?fetch_campaigns=true')).json).toMatchObject([
    { campaign_ids: [] },
    ...all.slice(1).map(() => ({})),
  ]);
  expect((await api('DELETE', `/email-accounts/${failing}`)).json).toMatchObject({ ok: true, emailAccountId: failing });
  expect(await api('GET', `/email-accounts/${failing}`)).toMatchObject({
    status: 404,
    json: { ok: false, errorCode: 'ACCOUNT_NOT_FOUND', message: expect.any(String) },
  });
});

test('mailboxes go into a campaign and out of it in every form', async () => {
  const ids = [await connect(), await connect(), await connect(), await connect(), await connect()] as [
    number,
    number,
    number,
    number,
    number,
  ];
  const campaignId = ((await api('POST', '/campaigns/create')).json as { id: number }).id;
  const path = `/campaigns/${campaignId}/email-accounts`;
  const inside = async () => ((await api('GET', path)).json as WireAccount[]).map((account) => account.id);
  expect((await api('POST', path, { email_account_ids: ids.slice(0, 3), auto_adjust_warmup: true })).json).toEqual({
    ok: true,
  });
  expect((await api('POST', path, { email_account_id: String(ids[3]) })).json).toEqual({ ok: true });
  expect((await api('POST', path, { email_accounts_ids: [ids[4], ids[0]] })).json).toEqual({ ok: true });
  expect(await inside()).toEqual(ids);
  expect((await api('GET', `${path}?include_tags=true`)).json).toMatchObject([
    { password: null, tags: [], campaign_count: 1 },
    {},
    {},
    {},
    {},
  ]);
  expect((await api('DELETE', path, { email_account_ids: [ids[0]] })).json).toEqual({ ok: true, result: 1 });
  expect((await api('DELETE', path, { email_accounts_ids: [ids[1]] })).json).toEqual({ ok: true, result: 1 });
  expect((await api('DELETE', `${path}?email_account_id=${ids[2]}`)).json).toEqual({ ok: true, result: 1 });
  expect((await api('DELETE', `${path}/${ids[3]}`)).json).toEqual({ ok: true, result: 1 });
  expect(await inside()).toEqual([ids[4]]);
  expect((await api('DELETE', `${path}/${ids[3]}`)).status).toBe(404);
  expect((await api('DELETE', path)).status).toBe(400);
  expect((await api('POST', path, { email_account_ids: [2_000_000_000] })).status).toBe(400);
  expect(await get(ids[4])).toMatchObject({ campaign_ids: [campaignId], campaign_count: 1 });
});

test('a client sees its own mailboxes only', async () => {
  const client = await main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } });
  const own = await wireApi(main, client);
  const [foreign, mine] = [await connect(), await connect({ client_id: client.clientId })];
  expect(((await own('GET', '/email-accounts')).json as WireAccount[]).map((account) => account.id)).toEqual([mine]);
  expect((await own('GET', `/email-accounts/${foreign}`)).status).toBe(404);
  expect((await own('GET', `/email-accounts/${mine}`)).status).toBe(200);
});

test('an address, a password and a name are enough where the provider is known by the domain or its mail exchangers', async () => {
  const lookup = jest.spyOn(dns, 'lookup').mockResolvedValue([{ address: '127.0.0.1', family: 4 }] as never);
  try {
    const short = (email: string) => save({ email, password: 'right-password', name: 'Rosa' });
    const gmail = { smtp_host: 'smtp.gmail.com', smtp_port: 465, imap_host: 'imap.gmail.com', type: 'GMAIL' };
    for (const email of ['rosa.agency@gmail.com', 'rosa@agency.test']) {
      const { ok, emailAccountId } = await short(email);
      expect(ok).toBe(true);
      expect(await get(emailAccountId)).toMatchObject({
        ...gmail,
        from_email: email,
        username: email,
        from_name: 'Rosa',
      });
    }
    expect(lookup.mock.calls.flat()).toEqual(expect.arrayContaining(['smtp.gmail.com', 'imap.gmail.com']));
  } finally {
    lookup.mockRestore();
  }
  expect(
    await api('POST', '/email-accounts/save', { email: 'rosa@own.test', password: 'right-password', name: 'Rosa' }),
  ).toMatchObject({
    status: 400,
    json: {
      message: expect.stringContaining('the mail servers of own.test are not known'),
      validation: { keys: ['smtp_host', 'smtp_port', 'imap_host', 'imap_port'] },
    },
  });
});
