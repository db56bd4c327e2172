import { mailboxClientRulesContract } from '@skein/contracts/main/mailbox-client-rules.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let me: SignedIn;
let acme: number;
let beta: number;
let tagId: number;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  const client = async (name: string) =>
    (
      await main.test.query<{ id: number }>(
        'insert into agency_client (workspace_id, name, email) values ($1, $2, $3) returning id',
        [me.workspaceId, name, `${name}@agency.test`],
      )
    )[0]?.id as number;
  acme = await client('acme');
  beta = await client('beta');
  tagId = (
    await main.test.query<{ id: number }>(`insert into tag (workspace_id, name) values ($1, 'Beta') returning id`, [
      me.workspaceId,
    ])
  )[0]?.id as number;
});
afterAll(() => main.close());

const rules = (person = me) => main.asClient(mailboxClientRulesContract, person);
/** Connects a mailbox whose servers do not answer: it is kept all the same. */
const connect = async (email: string, more: object = {}) =>
  (
    await main.asClient(mailboxesContract, me).create({
      body: {
        from_name: 'Rosa',
        from_email: email,
        username: email,
        password: 'x',
        smtp_host: '127.0.0.1',
        smtp_port: 1,
        smtp_port_type: 'NONE',
        imap_host: '127.0.0.1',
        imap_port: 1,
        imap_port_type: 'NONE',
        ...more,
      },
    })
  ).mailbox;
const tag = (id: number) => main.test.query('insert into mailbox_tag values ($1, $2, $3)', [me.workspaceId, id, tagId]);

test('a rule is previewed, and new mailboxes get its client; a client that was chosen stays, and so do existing mailboxes', async () => {
  const before = await connect('old@rule.test');
  await connect('beta@rule.test', { client_id: beta });
  const rule = { condition: { domain: 'Rule.test' }, client_id: acme };
  expect(await rules().previewClientRule({ body: rule })).toEqual({
    without_client: 1,
    of_this_client: 0,
    of_others: 1,
    examples: ['old@rule.test'],
  });
  expect(await rules().addClientRule({ body: rule })).toMatchObject({ domain: 'rule.test', client: { name: 'acme' } });
  expect((await connect('new@rule.test')).client_id).toBe(acme);
  expect((await connect('chosen@rule.test', { client_id: beta })).client_id).toBe(beta);
  expect((await connect('new@sub.rule.test')).client_id).toBeNull();
  const found = await main.asClient(mailboxesContract, me).get({ params: { mailboxId: before.id } });
  expect(found.client_id).toBeNull();
  expect((await rules().listClientRules({})).rules).toMatchObject([{ mailboxes: 1 }]);
});

test('a rule about a tag goes before one about a domain', async () => {
  const mailbox = await connect('tagged@other.test');
  await rules().addClientRule({ body: { condition: { tag_id: tagId }, client_id: beta } });
  await rules().addClientRule({ body: { condition: { domain: 'other.test' }, client_id: acme } });
  await tag(mailbox.id);
  await main.test.query('select apply_client_rules($1, $2)', [me.workspaceId, [mailbox.id]]);
  expect((await main.asClient(mailboxesContract, me).get({ params: { mailboxId: mailbox.id } })).client_id).toBe(beta);
});

test('a domain has one rule, of the workspace’s own clients and tags; without it, mailboxes keep their client', async () => {
  const stranger = await main.signIn();
  const add = (condition: { domain: string } | { tag_id: number }, client_id: number, person = me) =>
    rules(person).addClientRule({ body: { condition, client_id } });
  for (const attempt of [
    () => add({ domain: 'rule.test' }, beta),
    () => add({ domain: 'not a domain' }, beta),
    () => add({ domain: 'theirs.test' }, acme, stranger),
    () => add({ tag_id: 2_000_000 }, beta),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'VALIDATION' });
  const [first] = (await rules().listClientRules({})).rules.filter((rule) => rule.domain === 'rule.test');
  await expect(
    rules(stranger).deleteClientRule({ params: { clientRuleId: first?.id as number } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await rules().deleteClientRule({ params: { clientRuleId: first?.id as number } });
  expect((await connect('later@rule.test')).client_id).toBeNull();
  const kept = await main.asClient(mailboxesContract, me).list({ query: { search: 'new@rule.test' } });
  expect(kept.rows[0]?.client_id).toBe(acme);
});
