import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import type { AcceptedMail, SandboxWorld, SeenViolation } from '#main/sandbox-world';

/** A world whose record the test writes. */
const record: AcceptedMail[] = [];
const violations: SeenViolation[] = [];
const world: SandboxWorld = {
  servers: () => ({
    smtp: { host: '127.0.0.1', port: 2525 },
    imap: { host: '127.0.0.1', port: 2143 },
    freeMailboxes: [
      { email: 'nora@mine.test', password: 'of-nora' },
      { email: 'felix@mine.test', password: 'of-felix' },
    ],
  }),
  publishTxt: () => undefined,
  publishCname: () => undefined,
  readMails: async (to) => [
    {
      id: '1',
      to: to ?? 'all',
      from: 'no-reply@system.test',
      subject: 'Hello',
      text: 'text',
      links: [],
      at: new Date(0),
    },
  ],
  readRecord: async (senders) => ({ accepted: record.filter((mail) => senders.includes(mail.sender)), violations }),
  readHistory: async () => ({ state: 'running', doneDays: 4, totalDays: 30, text: 'Making history: day 4 of 30' }),
};

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain({ sandbox: world });
  me = await main.signIn();
});

afterAll(() => main.close());

it('shows campaign time with its scale, and changes the scale for everybody', async () => {
  const client = main.asClient(sandboxContract, me);
  // It is told to the workspace whose history it is; nobody else waits for it.
  expect(await client.time({})).toMatchObject({ history: { state: 'none' } });
  await main.test.query('update workspace set history_until = now() where id = $1', [me.workspaceId]);
  expect(await client.time({})).toMatchObject({
    is_sandbox: true,
    now: new Date(main.clock.now()).toISOString(),
    scale: 1,
    history: { state: 'running', done_days: 4 },
  });
  expect(await client.setScale({ body: { scale: 60 } })).toMatchObject({ scale: 60 });
  await expect(client.setScale({ body: { scale: 1.5 } })).rejects.toMatchObject({ code: 'VALIDATION' });
  await expect(
    main.asClient(sandboxContract, await main.signIn({ role: 'VIEW_ONLY_ACCESS' })).setScale({ body: { scale: 2 } }),
  ).rejects.toMatchObject({ status: 403 });
});

it("compares the server's record only with the workspace's own mailboxes, and names what came twice", async () => {
  await main.test.query(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username
      )
      values ($1, 'Me', 'me@mine.test', 'h', 1, 'u', 'h', 1, 'u')
    `,
    [me.workspaceId],
  );
  const mail = (messageId: string, sender = 'me@mine.test'): AcceptedMail => ({
    sender,
    messageId,
    recipients: ['anna@prospects.test'],
    subject: 'Hello',
    acceptedAt: new Date(0),
  });
  record.push(mail('<a>'), mail('<b>'), mail('<a>'), mail('<c>', 'other@else.test'));
  const client = main.asClient(sandboxContract, me);
  const ofAgency = await main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } });
  expect(await main.asClient(sandboxContract, ofAgency).record({})).toMatchObject({ accepted: 0 });
  expect(await client.record({})).toEqual({
    accepted: 3,
    distinct_message_ids: 2,
    duplicates: ['<a>'],
    violations: [],
    mails: [],
  });
  violations.push({ messageId: '<b>', kind: 'after-reply', prospect: 'anna@prospects.test' });
  expect((await client.record({})).violations).toEqual(['after-reply: anna@prospects.test']);
  const { id } = await main.asClient(campaignsContract, me).createCampaign({ body: { name: 'Another' } });
  expect(await client.record({ query: { campaign_id: id } })).toMatchObject({ accepted: 0, violations: [] });
  const { mails } = await client.record({ query: { with_mails: true } });
  expect(mails.map((row) => row.message_id)).toEqual(['<a>', '<b>', '<a>']);
  expect(mails[0]).toEqual({
    message_id: '<a>',
    sender: 'me@mine.test',
    recipients: ['anna@prospects.test'],
    subject: 'Hello',
    checked_at: null,
    accepted_at: '1970-01-01T00:00:00.000Z',
  });
});

it("tells what a person wrote to somebody who has answered from a campaign's mail after the answer", async () => {
  const person = await main.signIn();
  const [mailbox] = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username
      )
      values ($1, 'Me', 'own@mine.test', 'h', 1, 'u', 'h', 1, 'u')
      returning id
    `,
    [person.workspaceId],
  );
  const intents = { '<campaign>': 'CAMPAIGN', '<reply>': 'REPLY', '<forward>': 'FORWARD', '<filed>': 'CAMPAIGN' };
  for (const [messageId, kind] of Object.entries(intents))
    await main.test.query(
      `
        insert into intent (
          workspace_id, kind, mailbox_id, state, slot_at, send_at, message_id, envelope_id, to_email
        )
        values ($1, $2, $3, 'SENT', now(), now(), $4, $4, 'anna@prospects.test')
      `,
      [person.workspaceId, kind, mailbox?.id, messageId],
    );
  // Written with another mail program; a campaign's mail stays one, whatever its copy in Sent was taken for.
  for (const messageId of ['<outside>', '<filed>'])
    await main.test.query(
      `
        insert into message (
          workspace_id, direction, mailbox_id, message_id, dedupe_key, from_email, kind, at
        )
        values ($1, 'out', $2, $3, $3, 'own@mine.test', 'outside', now())
      `,
      [person.workspaceId, mailbox?.id, messageId],
    );
  const prospect = 'anna@prospects.test';
  const ids = ['<campaign>', '<reply>', '<forward>', '<filed>', '<outside>', '<unknown>', null];
  violations.splice(0);
  violations.push(...ids.map((messageId) => ({ messageId, kind: 'after-reply' as const, prospect })));
  violations.push({ messageId: '<reply>', kind: 'duplicate', prospect });
  const shown = await main.asClient(sandboxContract, person).record({});
  expect(shown.violations).toEqual([
    ...Array.from({ length: 4 }, () => `after-reply: ${prospect}`),
    `duplicate: ${prospect}`,
  ]);
  // Another workspace's intents say nothing about this one's mails.
  violations.splice(0, violations.length, { messageId: '<reply>', kind: 'after-reply', prospect });
  expect((await main.asClient(sandboxContract, me).record({})).violations).toHaveLength(1);
  violations.splice(0);
});

it('names its mail servers, and with their passwords the free mailboxes that no workspace has connected', async () => {
  const servers = (person: SignedIn) => main.asClient(sandboxContract, person).servers({});
  const [nora, felix] = world.servers().freeMailboxes;
  expect(await servers(me)).toEqual({
    smtp: { host: '127.0.0.1', port: 2525, security: 'none' },
    imap: { host: '127.0.0.1', port: 2143, security: 'none' },
    free_mailboxes: [nora, felix],
  });
  const other = await main.signIn();
  await main.test.query(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username
      )
      values ($1, 'Nora', 'nora@mine.test', 'h', 1, 'u', 'h', 1, 'u'), ($1, 'Own', 'own@mine.test', 'h', 1, 'u', 'h', 1, 'u')
    `,
    [other.workspaceId],
  );
  // Her password would open what the other workspace reads and writes there.
  for (const person of [me, other]) expect((await servers(person)).free_mailboxes).toEqual([felix]);
  await main.test.query(`update mailbox set deleted_at = now() where from_email = 'nora@mine.test'`);
  expect((await servers(other)).free_mailboxes).toEqual([nora, felix]);
  expect((await servers(me)).free_mailboxes).toEqual([felix]);
  await main.test.query(`delete from mailbox where from_email = 'nora@mine.test'`);
});

it.each(['smtp_username', 'imap_username'])(
  'a mailbox whose login is a %s is connected, whichever address it sends from',
  async (login) => {
    const free = async () =>
      (await main.asClient(sandboxContract, me).servers({})).free_mailboxes.map(({ email }) => email);
    expect(await free()).toContain('nora@mine.test');
    const other = await main.signIn();
    await main.test.query(
      `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username
      )
      values ($1, 'Nora', 'nora+sales@mine.test', 'h', 1, 'u', 'h', 1, 'u')
    `,
      [other.workspaceId],
    );
    await main.test.query(`update mailbox set ${login} = 'Nora@Mine.test' where from_email = 'nora+sales@mine.test'`);
    expect(await free()).toEqual(['felix@mine.test']);
    await main.test.query(`delete from mailbox where from_email = 'nora+sales@mine.test'`);
  },
);

it('tells passwords of its mailboxes to nobody who may connect none', async () => {
  const { workspaceId } = me;
  for (const given of [
    { workspaceId, role: 'VIEW_ONLY_ACCESS' as const },
    { workspaceId, client: { permissions: ['full_access' as const] } },
  ])
    await expect(main.asClient(sandboxContract, await main.signIn(given)).servers({})).rejects.toMatchObject({
      status: 403,
    });
  const answer = await main.app.request('/api/sandbox/servers');
  expect([answer.status, await answer.text()]).toEqual([401, expect.not.stringContaining('of-nora')]);
});

it('has no mails, no record and no other scale outside the sandbox', async () => {
  const production = await createTestMain({ sandbox: null });
  production.deps.config.isSandbox = false;
  try {
    const client = production.asClient(sandboxContract, await production.signIn());
    await expect(client.mails({})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(client.record({})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(client.servers({})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(client.setScale({ body: { scale: 60 } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await client.time({})).toMatchObject({ is_sandbox: false, scale: 1 });
  } finally {
    await production.close();
  }
});

it('shows the caught mails under no name but its own, so that no page elsewhere reads login links', async () => {
  const ask = async (host: string) => (await main.app.request('/api/sandbox/mails', { headers: { host } })).status;
  for (const host of ['rebound.attacker.test', 'rebound.attacker.test:3000', 'localhost.attacker.test', 'a b'])
    expect([host, await ask(host)]).toEqual([host, 403]);
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', new URL(main.deps.config.publicUrl).host])
    expect([host, await ask(host)]).toEqual([host, 200]);
});
