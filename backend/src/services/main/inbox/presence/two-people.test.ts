import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { replyTemplatesContract } from '@skein/contracts/main/reply-templates.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { addLeads } from '#leads/people/add-leads';

let main: TestMain;
let ada: SignedIn;
let tom: SignedIn;
let enrolmentId: number;

beforeAll(async () => {
  main = await createTestMain();
});
afterAll(() => main.close());
async function named(name: string, more: Parameters<TestMain['signIn']>[0] = {}): Promise<SignedIn> {
  const person = await main.signIn(more);
  await main.test.query('update app_user set name = $2 where id = $1', [person.userId, name]);
  return person;
}
beforeEach(async () => {
  ada = await named('Ada Berg');
  tom = await named('Tom Adeyemi', { workspaceId: ada.workspaceId, role: 'FULL_MEMBER_ACCESS' });
  const campaign = await createCampaign(main.deps, whoIs(ada), { name: 'Yard time' });
  await addLeads(main.deps, whoIs(ada), {
    campaignId: campaign.id,
    input: {
      leads: [{ email: `priya-${ada.workspaceId}@alder.test`, first_name: 'Priya' }],
    },
  });
  const [box] = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
        imap_username
      )
      values ($1, 'Rosa', $2, 'h', 1, 'u', 'h', 1, 'u')
      returning id
    `,
    [ada.workspaceId, `rosa-${ada.workspaceId}@northlight.test`],
  );
  const [row] = await main.test.query<{ id: number }>(
    `update enrolment set mailbox_id = $2 where workspace_id = $1 returning id`,
    [ada.workspaceId, box?.id],
  );
  enrolmentId = row?.id as number;
});

const inbox = (person: SignedIn) => main.asClient(inboxContract, person);
const presence = (person: SignedIn) => main.asClient(presenceContract, person);
const templates = (person: SignedIn) => main.asClient(replyTemplatesContract, person);
const params = () => ({ enrolmentId });
const tell = (person: SignedIn, doing: 'READING' | 'WRITING' | 'GONE') =>
  presence(person).tellPresence({ params: params(), body: { doing } });

describe('two people in one conversation', () => {
  it('see each other, while they are there', async () => {
    expect(await tell(ada, 'READING')).toEqual({ others: [] });
    expect((await tell(tom, 'WRITING')).others).toMatchObject([{ name: 'Ada Berg', doing: 'READING' }]);
    const { others } = await tell(ada, 'READING');
    expect(others).toMatchObject([{ name: 'Tom Adeyemi', doing: 'WRITING', since: expect.any(String) as string }]);
    main.realClock.advance(20_000);
    await tell(tom, 'WRITING');
    expect((await tell(ada, 'READING')).others[0]?.since).toBe(others[0]?.since);
    main.realClock.advance(31_000);
    expect((await tell(ada, 'READING')).others).toEqual([]);
    await tell(tom, 'READING');
    await tell(tom, 'GONE');
    expect((await tell(ada, 'READING')).others).toEqual([]);
  });

  it('can look at what the other has written so far', async () => {
    const draft = { html: '<p>Does Tuesday suit you?</p>' };
    await main.asClient(inboxDraftsContract, tom).putDraft({ params: params(), body: draft });
    expect(await presence(ada).colleagueDraft({ params: { enrolmentId, colleagueId: tom.userId } })).toMatchObject({
      name: 'Tom Adeyemi',
      html: draft.html,
    });
    const stranger = await main.signIn();
    await expect(
      presence(stranger).colleagueDraft({ params: { enrolmentId, colleagueId: tom.userId } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('do not answer twice by accident, not even at once', async () => {
    const [seen, also] = [
      (await inbox(ada).getThread({ params: params() })).answers,
      (await inbox(tom).getThread({ params: params() })).answers,
    ];
    const body = { html: '<p>Yes.</p>' };
    const sent = await Promise.allSettled([
      inbox(ada).reply({ params: params(), body: { ...body, answers_seen: seen } }),
      inbox(tom).reply({ params: params(), body: { ...body, answers_seen: also } }),
    ]);
    const refused = sent.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as { code: string; message: string }] : [],
    );
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/(?:Ada Berg|Tom Adeyemi) has answered here/) as string,
    });
    const loser = sent[0].status === 'rejected' ? ada : tom;
    const winner = loser === ada ? tom : ada;
    // One's own answer is no news; a second one of the same person goes out.
    await inbox(winner).reply({ params: params(), body: { ...body, answers_seen: seen } });
    await inbox(loser).reply({ params: params(), body: { ...body, answers_seen: seen, answer_anyway: true } });
    const { answers } = await inbox(loser).getThread({ params: params() });
    expect(answers).toBe(seen + 2);
    await inbox(loser).reply({ params: params(), body: { ...body, answers_seen: answers } });
  });

  it('are told of an email that came in meanwhile, and not of an answer that was cancelled', async () => {
    const { answers } = await inbox(ada).getThread({ params: params() });
    const called = await inbox(tom).reply({ params: params(), body: { html: '<p>Hm.</p>' } });
    await inbox(tom).cancelOutgoing({ params: { statsId: called.stats_id } });
    const body = { html: '<p>Yes.</p>', answers_seen: answers };
    await main.test.query(
      `
        insert into message (
          workspace_id, direction, mailbox_id, enrolment_id, message_id, dedupe_key, from_email, subject,
          text_body, snippet, kind, at
        )
        select workspace_id, 'in', mailbox_id, id, '<x@y>', 'x', 'priya@alder.test', 'Re', 'Wait', 'Wait', 'reply', now()
        from enrolment
        where id = $1
      `,
      [enrolmentId],
    );
    await expect(inbox(ada).reply({ params: params(), body })).rejects.toThrow('A new email arrived here');
  });
});

describe('reply templates', () => {
  const content = { name: 'Two pages', html: '<p>Hi {{first_name}}, about {{company_name}}: see below.</p>' };

  it('are filled with the lead’s values, and say what is missing', async () => {
    const made = await templates(ada).createReplyTemplate({ body: content });
    expect(made).toMatchObject({ is_own: true, is_shared: false, used_count: 0, author: 'Ada Berg' });
    const filled = await templates(ada).fillReplyTemplate({ params: { enrolmentId, replyTemplateId: made.id } });
    expect(filled.html).toContain('Hi Priya, about');
    expect(filled.html).not.toContain('{{');
    expect(filled.missing).toEqual(['company_name']);
    expect((await templates(ada).listReplyTemplates({})).templates[0]?.used_count).toBe(1);
  });

  it('are one’s own until they are shared, and a shared one stays shared', async () => {
    const made = await templates(ada).createReplyTemplate({ body: content });
    expect((await templates(tom).listReplyTemplates({})).templates).toEqual([]);
    const update = { replyTemplateId: made.id };
    await expect(templates(tom).updateReplyTemplate({ params: update, body: content })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await templates(ada).updateReplyTemplate({ params: update, body: { ...content, is_shared: true } });
    expect((await templates(tom).listReplyTemplates({})).templates).toMatchObject([{ is_own: false }]);
    await templates(tom).updateReplyTemplate({ params: update, body: { ...content, name: 'Pages', is_shared: true } });
    await expect(templates(tom).updateReplyTemplate({ params: update, body: content })).rejects.toThrow(
      'Only its author',
    );
    await templates(tom).deleteReplyTemplate({ params: update });
    expect((await templates(ada).listReplyTemplates({})).templates).toEqual([]);
  });

  it('take no files that were not uploaded here', async () => {
    await expect(
      templates(ada).createReplyTemplate({
        body: {
          ...content,
          attachments: [
            { storage_key: 'inbox/999999/uploads/x', name: 'a.pdf', content_type: 'application/pdf', size: 4 },
          ],
        },
      }),
    ).rejects.toMatchObject({ code: 'VALIDATION', details: [{ field: 'attachments' }] });
  });
});

describe('replies that wait for an answer', () => {
  const hour = 3_600_000;
  const waiting = async (hours: number) =>
    (await inbox(ada).listConversations({ query: { waiting_hours: hours } })).rows.map((row) => row.enrolment_id);

  it('are those that nobody has answered for so long, and that want an answer', async () => {
    const now = main.clock.now();
    await main.test.query(
      `update enrolment set last_inbound_at = $2, last_reply_at = $2, reply_count = 1 where id = $1`,
      [enrolmentId, new Date(now - 5 * hour)],
    );
    expect(await waiting(4)).toEqual([enrolmentId]);
    expect(await waiting(6)).toEqual([]);
    expect((await inbox(ada).countFolders({})).folders['waiting']).toBe(1);
    await main.test.query('update enrolment set category_id = 3 where id = $1', [enrolmentId]);
    expect(await waiting(4)).toEqual([]);
    await main.test.query('update enrolment set category_id = 1 where id = $1', [enrolmentId]);
    const { stats_id: statsId } = await inbox(tom).reply({ params: params(), body: { html: '<p>Yes.</p>' } });
    expect(await waiting(4)).toEqual([]);
    await inbox(tom).cancelOutgoing({ params: { statsId } });
    expect(await waiting(4)).toEqual([enrolmentId]);
  });
});
