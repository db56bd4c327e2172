import { untrackedRepliesContract } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import { untrackedRulesContract } from '@skein/contracts/untracked-replies/untracked-rules.contract';
import type { SignedIn } from '#main/testing';
import { createTestServices, type TestServices } from '#server/testing/test-services';

let services: TestServices;
let me: SignedIn;
let box: number;
let enrolmentId: number;

const one = async (text: string, values: unknown[]) =>
  (await services.main.test.query<{ id: number }>(text, values))[0]?.id as number;

beforeAll(async () => {
  services = await createTestServices();
});
afterAll(() => services.close());

beforeEach(async () => {
  me = await services.main.signIn();
  const ws = me.workspaceId;
  box = await one(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
        imap_username, created_by
      )
      values ($1::int, 'Rosa', 'rosa-' || $1::int || '@northlight.test', 'h', 1, 'u', 'h', 1, 'u', $2)
      returning id
    `,
    [ws, me.userId],
  );
  const campaignId = await one(`insert into campaign (workspace_id, name) values ($1, 'Yard time') returning id`, [ws]);
  const leadId = await one(
    `insert into lead (workspace_id, email, domain, first_name) values ($1, 'priya@alder.test', 'alder.test', 'Priya') returning id`,
    [ws],
  );
  enrolmentId = await one(
    `
      insert into enrolment (workspace_id, campaign_id, lead_id, row_number, status, mailbox_id)
      values ($1, $2, $3, 1, 'INPROGRESS', $4)
      returning id
    `,
    [ws, campaignId, leadId, box],
  );
  await one(
    `
      insert into intent (
        workspace_id, kind, stats_id, campaign_id, enrolment_id, mailbox_id, state, slot_at, send_at, sent_at, message_id,
        envelope_id, to_email, subject
      )
      values (
        $1::int, 'CAMPAIGN', gen_random_uuid(), $2, $3, $4, 'SENT', now() - interval '3 days', now() - interval '3 days',
        now() - interval '3 days', '<sent-' || $1::int || '@x>', 'envelope-' || $1::int, 'priya@alder.test', 'Hello'
      )
      returning id
    `,
    [ws, campaignId, enrolmentId, box],
  );
});

let counter = 0;
const arrives = (from: string, daysAgo: number) =>
  one(
    `
      insert into message (
        workspace_id, direction, mailbox_id, message_id, dedupe_key, from_email, subject, text_body, at, untracked_state,
        classification
      )
      values (
        $1, 'in', $2, $3, $3, $4, 'Re: Hello', 'Yes', now() - $5::int * interval '1 day', 'OPEN',
        '{"kind": "reply", "evidence": []}'
      )
      returning id
    `,
    [me.workspaceId, box, `<in-${(counter += 1)}@x>`, from, daysAgo],
  );
const replies = (person = me) => services.asClient(untrackedRepliesContract, person);
const rules = (person = me) => services.asClient(untrackedRulesContract, person);

it('takes what else the address wrote since the lead was mailed, and learns the address', async () => {
  const first = await arrives('p.raman@private.test', 1);
  await arrives('p.raman@private.test', 2);
  await arrives('p.raman@private.test', 30);
  await arrives('other@private.test', 1);
  expect(await rules().countUntracked({ query: {} })).toEqual({ open: 4, unread: 4, ignored: 0 });
  expect(await replies().associate({ params: { replyId: first }, body: { enrolment_id: enrolmentId } })).toMatchObject({
    also: 1,
    is_stopped: true,
  });
  expect(await rules().countUntracked({ query: {} })).toEqual({ open: 2, unread: 2, ignored: 0 });
  const learned = await rules().listUntrackedRules({ query: { search: 'raman' } });
  expect(learned).toMatchObject({ total: 1, rows: [{ email: 'p.raman@private.test', lead: { name: 'Priya' } }] });
  const ruleId = learned.rows[0]?.id as number;
  const stranger = await services.main.signIn();
  await expect(rules(stranger).removeUntrackedRule({ params: { ruleId } })).rejects.toMatchObject({ status: 404 });
  await rules().removeUntrackedRule({ params: { ruleId } });
  expect((await rules().listUntrackedRules({ query: {} })).total).toBe(0);
});

it('shows those of one person’s mailboxes', async () => {
  const tom = await services.main.signIn({ workspaceId: me.workspaceId, role: 'FULL_MEMBER_ACCESS' });
  await arrives('p.raman@private.test', 1);
  expect((await replies().listUntracked({ query: { user_id: me.userId } })).total).toBe(1);
  expect((await replies().listUntracked({ query: { user_id: tom.userId } })).total).toBe(0);
  expect(await rules().countUntracked({ query: { user_id: tom.userId } })).toEqual({ open: 0, unread: 0, ignored: 0 });
});
