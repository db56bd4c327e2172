import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { writeCursor } from '#platform/http/cursor';
import { postForm } from '#platform/mail/post-form';
import { RefusedAddressError } from '#platform/mail/resolve-host';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { secretContext } from './mailbox-grants';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

async function insertMailbox(email: string, clientId: number | null = null): Promise<number> {
  const [row] = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, client_id, from_name, from_email, smtp_host, smtp_port, smtp_port_type, smtp_username,
          imap_host, imap_port, imap_port_type, imap_username, is_smtp_success, is_imap_success, checked_at
      )
      values (
        $1, $2, 'Rosa', $3, '127.0.0.1', 1, 'NONE', 'rosa', '127.0.0.1', 1, 'NONE', 'rosa', true, true, now()
      )
      returning id
    `,
    [me.workspaceId, clientId, email],
  );
  const { id } = row as { id: number };
  await main.test.query('insert into mailbox_secret (workspace_id, mailbox_id, kind, sealed) values ($1, $2, $3, $4)', [
    me.workspaceId,
    id,
    'smtp',
    main.deps.vault.seal('stored password', secretContext(me.workspaceId, id, 'smtp')),
  ]);
  return id;
}

test('a stored password is never sent to another server than the one it was given for', async () => {
  const client = main.asClient(mailboxesContract, me);
  const mailboxId = await insertMailbox('rosa@moved.test');
  const moved = (body: object) => client.reconnect({ params: { mailboxId }, body });
  await expect(moved({ smtp_host: 'localhost' })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'password', message: expect.any(String) }],
  });
  await expect(moved({ imap_host: 'localhost' })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'password', message: expect.any(String) }],
  });
  expect((await moved({ smtp_host: '127.0.0.1', smtp_port: 2 })).mailbox.smtp_port).toBe(2);
  expect(
    (await moved({ smtp_host: 'localhost', imap_host: 'localhost', password: 'typed again' })).mailbox.smtp_host,
  ).toBe('localhost');
  await main.test.query('insert into mailbox_secret (workspace_id, mailbox_id, kind, sealed) values ($1, $2, $3, $4)', [
    me.workspaceId,
    mailboxId,
    'imap',
    main.deps.vault.seal('another', secretContext(me.workspaceId, mailboxId, 'imap')),
  ]);
  await expect(moved({ imap_host: '127.0.0.1', password: 'typed again' })).rejects.toMatchObject({
    details: [{ field: 'imap_password', message: expect.any(String) }],
  });
});

test('a client of the agency sees its own mailboxes and campaigns, and no count of others', async () => {
  const client = await main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } });
  const [own, agencys] = [
    await insertMailbox('own@client.test', client.clientId),
    await insertMailbox('own@agency.test'),
  ];
  const mailboxes = main.asClient(mailboxesContract, client);
  const campaign = await main.asClient(campaignsContract, me).createCampaign({ body: { name: 'Of the agency' } });
  await main.test.query('insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) values ($1, $2, $3)', [
    me.workspaceId,
    campaign.id,
    own,
  ]);
  expect((await mailboxes.list({})).totals.all).toBe(1);
  expect((await mailboxes.get({ params: { mailboxId: own } })).id).toBe(own);
  expect((await mailboxes.campaigns({ params: { mailboxId: own } })).rows).toEqual([]);
  await expect(mailboxes.get({ params: { mailboxId: agencys } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(mailboxes.campaigns({ params: { mailboxId: agencys } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a member with limited access gives mailboxes and campaigns to clients that they see, and to no others', async () => {
  const member = await main.signIn({ workspaceId: me.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  const [theirs, foreign] = [
    await main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } }),
    await main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } }),
  ].map((person) => person.clientId as number) as [number, number];
  const mailboxId = await insertMailbox('mine@member.test');
  await main.test.query('update mailbox set created_by = $1 where id = $2', [member.userId, mailboxId]);
  await main.test.query('insert into member_assignment (workspace_id, user_id, client_id) values ($1, $2, $3)', [
    me.workspaceId,
    member.userId,
    theirs,
  ]);
  const [mailboxes, campaigns] = [main.asClient(mailboxesContract, member), main.asClient(campaignsContract, member)];
  const refused = { code: 'VALIDATION', details: [{ field: 'client_id', message: expect.any(String) }] };
  await expect(mailboxes.update({ params: { mailboxId }, body: { client_id: foreign } })).rejects.toMatchObject(
    refused,
  );
  await expect(campaigns.createCampaign({ body: { name: 'Foisted', client_id: foreign } })).rejects.toMatchObject(
    refused,
  );
  expect((await mailboxes.update({ params: { mailboxId }, body: { client_id: theirs } })).client_id).toBe(theirs);
  const { id: campaignId } = await campaigns.createCampaign({ body: { name: 'Theirs', client_id: theirs } });
  await expect(
    campaigns.updateCampaign({ params: { campaignId }, body: { client_id: foreign } }),
  ).rejects.toMatchObject(refused);
});

test('a client of another workspace, and a place that is none, are named as wrong input', async () => {
  const stranger = await main.signIn({ client: { permissions: ['full_access'] } });
  const client = main.asClient(mailboxesContract, me);
  const mailboxId = await insertMailbox('rosa@client.test');
  await expect(client.update({ params: { mailboxId }, body: { client_id: stranger.clientId } })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'client_id', message: expect.any(String) }],
  });
  await expect(client.list({ query: { cursor: writeCursor({ key: 'abc', id: 1 }) } })).rejects.toMatchObject({
    code: 'VALIDATION',
  });
});

test('a token endpoint has to be public and encrypted', async () => {
  const rules = { allowPrivateAddresses: false };
  for (const address of [
    'https://127.0.0.1/token',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/token',
    'https://[::ffff:10.0.0.1]/token',
    'https://localhost/token',
  ]) {
    await expect(postForm(address, new URLSearchParams(), rules)).rejects.toBeInstanceOf(RefusedAddressError);
  }
  for (const address of ['http://mail.example/token', 'file:///etc/passwd'])
    await expect(postForm(address, new URLSearchParams(), rules)).rejects.toThrow('https://');
});
