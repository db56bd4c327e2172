import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { replyTemplatesContract } from '@skein/contracts/main/reply-templates.contract';
import { untrackedBlocksContract } from '@skein/contracts/untracked-replies/untracked-blocks.contract';
import { untrackedRepliesContract } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import { untrackedRulesContract } from '@skein/contracts/untracked-replies/untracked-rules.contract';
import type { SignedIn } from '#main/testing';
import { createTestServices, type TestServices } from '#server/testing/test-services';

/** What is undone beside conversations: an address that was forgotten, block lists of untracked replies, a deleted template. */
let services: TestServices;
let ada: SignedIn;
let tom: SignedIn;
let mailboxId: number;
let enrolmentId: number;

const sql = <Row = { id: number }>(text: string, values: unknown[]) =>
  services.main.test.query<Row & object>(text, values) as Promise<Row[]>;
const one = async (text: string, values: unknown[]) => (await sql(`${text} returning id`, values))[0]?.id as number;

beforeAll(async () => {
  services = await createTestServices();
});
afterAll(() => services.close());

beforeEach(async () => {
  ada = await services.main.signIn();
  tom = await services.main.signIn({ workspaceId: ada.workspaceId, role: 'ADMIN_ACCESS' });
  mailboxId = await one(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
      )
      values ($1::int, 'Rosa', 'rosa-' || $1::int || '@northlight.test', 'h', 1, 'u', 'h', 1, 'u')
    `,
    [ada.workspaceId],
  );
  enrolmentId = await addLead('priya@alder.test');
});

async function addLead(email: string): Promise<number> {
  const campaignId = await one(`insert into campaign (workspace_id, name) values ($1, 'Yard time')`, [ada.workspaceId]);
  const leadId = await one(
    `insert into lead (workspace_id, email, domain, first_name) values ($1, $2, 'alder.test', 'Priya')`,
    [ada.workspaceId, email],
  );
  return one(
    `insert into enrolment (workspace_id, campaign_id, lead_id, row_number, status) values ($1, $2, $3, 1, 'INPROGRESS')`,
    [ada.workspaceId, campaignId, leadId],
  );
}
let counter = 0;
const arrives = async (from: string) =>
  Number(
    await one(
      `
      insert into message (
        workspace_id, direction, mailbox_id, message_id, dedupe_key, from_email, subject, text_body, at, untracked_state,
        classification
      )
      values ($1, 'in', $2, $3, $3, $4, 'Re: Hello', 'Yes', now(), 'OPEN', '{"kind": "reply", "evidence": []}')
    `,
      [ada.workspaceId, mailboxId, `<in-${(counter += 1)}@x>`, from],
    ),
  );
/** An association taught that the lead also writes from here. */
const learn = (email: string, of = enrolmentId) =>
  one(
    `
      insert into lead_alias (workspace_id, lead_id, email, evidence)
      select workspace_id, lead_id, $2, jsonb_build_object('by', 'person', 'user_id', $3::int)
      from enrolment
      where id = $1
    `,
    [of, email, tom.userId],
  );

const changes = async (person = ada) =>
  (await services.asClient(inboxRecentContract, person).listRecentChanges({})).changes;
const undo = (key: string | null, person = ada) =>
  services.asClient(inboxRecentContract, person).undoRecentChange({ params: { changeKey: key as string } });
const rules = (person = ada) => services.asClient(untrackedRulesContract, person);
const addresses = async () => (await rules().listUntrackedRules({ query: {} })).rows;
const forget = async (ruleId: number, person = ada) =>
  (await rules(person).removeUntrackedRule({ params: { ruleId } })).change_key;

describe('a forgotten address', () => {
  test('is learned again as it was, once, by who forgot it', async () => {
    const ruleId = await learn('p.raman@private.test');
    const before = await addresses();
    const key = await forget(ruleId);
    expect(await addresses()).toEqual([]);
    expect(await changes()).toMatchObject([
      {
        ...{ key, kind: 'address_forgotten', subject: 'p.raman@private.test', can_undo: true, state: 'DONE' },
        conversation: { enrolment_id: enrolmentId, name: 'Priya' },
      },
    ]);
    expect(await changes(tom)).toMatchObject([{ key, can_undo: false }]);
    await expect(undo(key, tom)).rejects.toMatchObject({ status: 404 });
    await expect(undo(key, await services.main.signIn())).rejects.toMatchObject({ status: 404 });
    expect(await undo(key)).toMatchObject({ restored: 1, kept: 0 });
    expect(await addresses()).toEqual(before);
    await expect(undo(key)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    expect(await changes()).toMatchObject([{ state: 'UNDONE', can_undo: false }]);
  });

  test('stays with the lead that it was taught for since', async () => {
    const key = await forget(await learn('p.raman@private.test'));
    const other = await addLead('ravi@alder.test');
    await learn('p.raman@private.test', other);
    expect(await undo(key)).toMatchObject({
      ...{ restored: 0, kept: 1 },
      reasons: [{ reason: 'The address was learned again since', count: 1 }],
    });
    expect(await addresses()).toMatchObject([{ lead: { email: 'ravi@alder.test' } }]);
  });

  test('of two leads comes back to both', async () => {
    const other = await addLead('ravi@alder.test');
    const rulesOfBoth = [await learn('shared@private.test'), await learn('shared@private.test', other)];
    const keys = [];
    for (const ruleId of rulesOfBoth) keys.push(await forget(ruleId));
    for (const key of keys.toReversed()) expect(await undo(key)).toMatchObject({ restored: 1 });
    expect((await addresses()).map(({ lead }) => lead.email)).toEqual(['ravi@alder.test', 'priya@alder.test']);
  });

  test('goes with its lead', async () => {
    const key = await forget(await learn('p.raman@private.test'));
    const [lead] = await sql('select lead_id as id from enrolment where id = $1', [enrolmentId]);
    await services.asClient(leadsContract, ada).eraseLead({ params: { leadId: lead?.id as number }, body: {} });
    expect(await sql('select before from inbox_change_row where enrolment_id = $1', [enrolmentId])).toEqual([
      { before: { alias_id: expect.any(Number), learned_at: expect.any(String), forgotten_at: expect.any(String) } },
    ]);
    await expect(undo(key)).rejects.toMatchObject({ status: 404 });
  });
});

describe('block lists of untracked replies', () => {
  const none = { emails: [], domains: [], subjects: [], keywords: [] };
  const blocks = (person = ada) => services.asClient(untrackedBlocksContract, person);
  const lists = async () => (await blocks().readUntrackedBlocks({})).lists;
  const save = async (given: Partial<typeof none> | Record<string, string[]>, person = ada) =>
    (await blocks(person).saveUntrackedBlocks({ body: { ...none, ...given } })).change_key;
  const open = async () =>
    (await services.asClient(untrackedRepliesContract, ada).listUntracked({ query: {} })).rows.map(({ id }) => id);

  test('are as they were, with the replies that they set aside', async () => {
    const [vendor, person] = [await arrives('deals@vendor.test'), await arrives('eva@partner.test')];
    await save({ subjects: ['invoice'] });
    const key = await save({ domains: ['vendor.test'] });
    expect(await open()).toEqual([person]);
    expect((await changes())[0]).toMatchObject({ key, kind: 'block_lists', subject: null, can_undo: true });
    await expect(undo(key, tom)).rejects.toMatchObject({ status: 404 });
    expect(await undo(key)).toMatchObject({ restored: 1 });
    expect(await lists()).toEqual({ ...none, subjects: ['invoice'] });
    expect((await open()).toSorted()).toEqual([vendor, person].toSorted());
  });

  test('that a colleague has saved since stay, and so does what they set aside', async () => {
    await arrives('deals@vendor.test');
    const key = await save({ domains: ['vendor.test'] });
    await save({ domains: ['vendor.test'], keywords: ['norway'] }, tom);
    expect(await undo(key)).toMatchObject({
      ...{ restored: 0, kept: 1 },
      reasons: [{ reason: 'The block lists changed since', count: 1 }],
    });
    expect(await open()).toEqual([]);
    expect(await lists()).toMatchObject({ keywords: ['norway'] });
  });

  test('that are saved as they are leave nothing to undo', async () => {
    await save({ domains: ['vendor.test'] });
    expect(await save({ domains: ['vendor.test'] })).toBeNull();
  });

  test('are no longer for whom they are not', async () => {
    const key = await save({ domains: ['vendor.test'] }, tom);
    await sql(`update app_user set role = 'LIMITED_FULL_MEMBER_ACCESS' where id = $1`, [tom.userId]);
    await expect(undo(key, tom)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await lists()).toMatchObject({ domains: ['vendor.test'] });
  });
});

describe('a deleted reply template', () => {
  const content = { name: 'Price list', html: '<p>Hi {{first_name}}</p>', attachments: [], is_shared: false };
  const templates = (person = ada) => services.asClient(replyTemplatesContract, person);
  const list = async (person = ada) => (await templates(person).listReplyTemplates({})).templates;
  const remove = async (replyTemplateId: number, person = ada) =>
    (await templates(person).deleteReplyTemplate({ params: { replyTemplateId } })).change_key;

  test('is there again, with its use, for who deleted it; nobody else hears of one’s own', async () => {
    const { id } = await templates().createReplyTemplate({ body: content });
    await sql('update reply_template set used_count = 7 where id = $1', [id]);
    const before = await list();
    const key = await remove(id);
    expect(await list()).toEqual([]);
    expect(await changes()).toMatchObject([{ key, kind: 'template_deleted', subject: 'Price list', can_undo: true }]);
    expect(await changes(tom)).toEqual([]);
    await expect(undo(key, tom)).rejects.toMatchObject({ status: 404 });
    expect(await undo(key)).toMatchObject({ restored: 1 });
    expect(await list()).toEqual(before);
  });

  test('of a colleague comes back to that colleague, while the role changes shared ones', async () => {
    const { id } = await templates().createReplyTemplate({ body: { ...content, is_shared: true } });
    const key = await remove(id, tom);
    expect(await changes()).toMatchObject([{ key, subject: 'Price list', can_undo: false }]);
    await sql(`update app_user set role = 'VIEW_ONLY_ACCESS' where id = $1`, [tom.userId]);
    await expect(undo(key, tom)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await sql(`update app_user set role = 'ADMIN_ACCESS' where id = $1`, [tom.userId]);
    expect(await undo(key, tom)).toMatchObject({ restored: 1 });
    expect(await list()).toMatchObject([{ id, is_own: true, is_shared: true, author: expect.any(String) }]);
  });

  test('stays deleted when its author has as many as one person can have', async () => {
    const { id } = await templates().createReplyTemplate({ body: content });
    const key = await remove(id);
    await sql(
      `
        insert into reply_template (workspace_id, user_id, name, html)
        select $1, $2, 'T' || n, '<p>Hi</p>' from generate_series(1, 500) n
      `,
      [ada.workspaceId, ada.userId],
    );
    expect(await undo(key)).toMatchObject({ restored: 0, kept: 1 });
  });

  test('stays for a day', async () => {
    const { id } = await templates().createReplyTemplate({ body: content });
    const key = await remove(id);
    services.main.clock.advance(25 * 3_600_000);
    await expect(undo(key)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    expect(await changes()).toEqual([]);
  });
});
