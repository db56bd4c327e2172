import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let me: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  other = await main.signIn();
});
afterAll(() => main.close());

const insertMailbox = async (workspaceId: number, email: string): Promise<number> => {
  const [row] = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username, is_smtp_success, is_imap_success, checked_at
      )
      values ($1, 'Rosa', $2, '127.0.0.1', 1, 'rosa', '127.0.0.1', 1, 'rosa', true, true, now())
      returning id
    `,
    [workspaceId, email],
  );
  return (row as { id: number }).id;
};

test('many mailboxes are suspended at once; those that were so, and those of others, are passed over', async () => {
  const client = main.asClient(mailboxesContract, me);
  const mine = [await insertMailbox(me.workspaceId, 'a@bulk.test'), await insertMailbox(me.workspaceId, 'b@bulk.test')];
  const foreign = await insertMailbox(other.workspaceId, 'c@bulk.test');
  await client.suspend({ params: { mailboxId: mine[0] as number }, body: {} });
  expect(await client.suspendMany({ body: { mailbox_ids: [...mine, foreign], is_suspended: true } })).toEqual({
    changed: [mine[1]],
  });
  expect((await client.list({ query: { search: 'bulk.test' } })).totals).toMatchObject({ suspended: 2, connected: 0 });
  expect((await main.asClient(mailboxesContract, other).get({ params: { mailboxId: foreign } })).is_suspended).toBe(
    false,
  );
  expect((await client.suspendMany({ body: { mailbox_ids: mine, is_suspended: false } })).changed.sort()).toEqual(
    [...mine].sort(),
  );
});

test('a list shows the mailboxes that are named, and none of another workspace', async () => {
  const mine = [
    await insertMailbox(me.workspaceId, 'a@named.test'),
    await insertMailbox(me.workspaceId, 'b@named.test'),
  ];
  const foreign = await insertMailbox(other.workspaceId, 'c@named.test');
  const ids = [mine[1] as number, foreign];
  const { rows, total } = await main.asClient(mailboxesContract, me).list({ query: { ids } });
  expect([rows.map((row) => row.id), total]).toEqual([[mine[1]], 1]);
});

test('tags are put on many mailboxes and taken off again; a tag of another workspace is not', async () => {
  const client = main.asClient(mailboxesContract, me);
  const ids = [await insertMailbox(me.workspaceId, 'a@tags.test'), await insertMailbox(me.workspaceId, 'b@tags.test')];
  const tag = await main.asClient(campaignsContract, me).saveTag({ body: { name: 'Warm' } });
  const foreign = await main.asClient(campaignsContract, other).saveTag({ body: { name: 'Theirs' } });
  expect(await client.tagMany({ body: { mailbox_ids: ids, add_tag_ids: [tag.id, foreign.id] } })).toEqual({
    changed: 2,
  });
  expect(
    (await client.list({ query: { tag_ids: [tag.id] } })).rows.map((row) => row.tags.map((each) => each.name)),
  ).toEqual([['Warm'], ['Warm']]);
  await client.tagMany({ body: { mailbox_ids: [ids[0] as number], remove_tag_ids: [tag.id] } });
  expect((await client.list({ query: { tag_ids: [tag.id] } })).total).toBe(1);
});

test('a mailbox whose servers are not reached is kept, and shows cause and fix beside the servers’ words whenever it is read', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const client = main.asClient(mailboxesContract, me);
  const { mailbox, report } = await client.create({
    body: {
      from_name: 'Rosa',
      from_email: 'rosa@kept.test',
      username: 'rosa',
      password: 'a password',
      smtp_host: '127.0.0.1',
      smtp_port: port,
      smtp_port_type: 'NONE',
      imap_host: '127.0.0.1',
      imap_port: port,
      imap_port_type: 'NONE',
    },
  });
  expect(report.smtp).toMatchObject({ ok: false, code: 'CONNECTION', cause: `Nothing answers at 127.0.0.1:${port}.` });
  const kept = await client.get({ params: { mailboxId: mailbox.id } });
  const { ok: _ok, ...smtp } = report.smtp;
  const { ok: _imapOk, ...imap } = report.imap;
  expect(kept).toMatchObject({ state: 'failing', smtp_problem: smtp, imap_problem: imap });
  expect(JSON.stringify(kept)).not.toContain('a password');
});

test('a refused login that is stored keeps its kind, and one server’s failure is not laid to the other', async () => {
  const id = await insertMailbox(me.workspaceId, 'refused@kept.test');
  await main.test.query(
    `
      update mailbox
      set is_smtp_success = false, smtp_failure_error = '535 5.7.8 not accepted',
        failure_code = 'CREDENTIALS', failing_since = now(), is_imap_success = false,
        imap_failure_error = 'connect ECONNREFUSED 127.0.0.1:1'
      where id = $1
    `,
    [id],
  );
  const view = await main.asClient(mailboxesContract, me).get({ params: { mailboxId: id } });
  expect(view.smtp_problem).toMatchObject({ code: 'CREDENTIALS', server_reply: '535 5.7.8 not accepted' });
  expect(view.imap_problem).toMatchObject({ code: 'CONNECTION', cause: 'Nothing answers at 127.0.0.1:1.' });
});
