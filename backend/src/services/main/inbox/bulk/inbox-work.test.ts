import { inboxBulkContract } from '@skein/contracts/main/inbox-bulk.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxPeopleContract } from '@skein/contracts/main/inbox-people.contract';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { addLeads } from '#leads/people/add-leads';

let main: TestMain;
let ada: SignedIn;
let tom: SignedIn;
let ids: number[];
let boxes: number[];

beforeAll(async () => {
  main = await createTestMain();
});
afterAll(() => main.close());

async function mailbox(workspaceId: number, name: string): Promise<number> {
  const [box] = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
        imap_username, is_smtp_success
      )
      values ($1::int, $2::text, $2::text || '-' || $1::int || '@northlight.test', 'h', 1, 'u', 'h', 1, 'u', true)
      returning id
    `,
    [workspaceId, name],
  );
  return box?.id as number;
}

beforeEach(async () => {
  ada = await main.signIn();
  tom = await main.signIn({ workspaceId: ada.workspaceId, role: 'FULL_MEMBER_ACCESS' });
  await main.test.query(`update app_user set name = 'Tom Adeyemi' where id = $1`, [tom.userId]);
  const campaign = await createCampaign(main.deps, whoIs(ada), { name: 'Yard time' });
  await addLeads(main.deps, whoIs(ada), {
    campaignId: campaign.id,
    input: {
      leads: [1, 2, 3].map((n) => ({ email: `lead-${n}-${ada.workspaceId}@alder.test`, first_name: `Lead ${n}` })),
    },
  });
  boxes = [await mailbox(ada.workspaceId, 'rosa'), await mailbox(ada.workspaceId, 'zoe')];
  await main.test.query(
    'insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) select $1, $2, unnest($3::int[])',
    [ada.workspaceId, campaign.id, boxes],
  );
  ids = (
    await main.test.query<{ id: number }>(
      `
        update enrolment
        set mailbox_id = $2, last_inbound_at = $3, last_reply_at = $3
        where workspace_id = $1
        returning id
      `,
      [ada.workspaceId, boxes[0], new Date(main.clock.now() - 2 * 3_600_000)],
    )
  ).map(({ id }) => id);
});

const inbox = (person: SignedIn) => main.asClient(inboxContract, person);
const bulk = (person: SignedIn) => main.asClient(inboxBulkContract, person);
const people = (person: SignedIn) => main.asClient(inboxPeopleContract, person);
const first = () => ({ params: { enrolmentId: ids[0] as number } });
const listed = async (query: Parameters<ReturnType<typeof inbox>['listConversations']>[0]['query']) =>
  (await inbox(ada).listConversations({ query })).rows.map((row) => row.enrolment_id).sort((a, b) => a - b);

describe('a change of everything that a view shows', () => {
  it('reaches what matches but what is excluded, and can be undone once, by its author', async () => {
    await inbox(ada).changeConversations({
      body: { enrolment_ids: [ids[1] as number], action: { do: 'important', is_important: true } },
    });
    const done = await bulk(ada).changeMatching({
      body: { folder: 'replies', excluded_ids: [ids[2] as number], action: { do: 'archive', is_archived: true } },
    });
    expect(done).toMatchObject({ changed: 2, unchanged: 0, can_undo: true, has_more: false });
    expect(await listed({ folder: 'replies' })).toEqual([ids[2]]);
    const undo = { params: { bulkId: done.bulk_id } };
    await expect(bulk(tom).undoBulkChange(undo)).rejects.toMatchObject({ status: 404 });
    expect(await bulk(ada).undoBulkChange(undo)).toEqual({ changed: 2 });
    expect(await listed({ folder: 'replies' })).toEqual([...ids].sort((a, b) => a - b));
    await expect(bulk(ada).undoBulkChange(undo)).rejects.toMatchObject({ status: 404 });
  });

  it('puts each conversation back as it was', async () => {
    const categorise = (enrolmentId: number | undefined, category_id: number) =>
      inbox(ada).changeConversations({
        body: { enrolment_ids: [enrolmentId as number], action: { do: 'category', category_id } },
      });
    await categorise(ids[0], 1);
    await categorise(ids[1], 5);
    const { bulk_id } = await bulk(ada).changeMatching({ body: { action: { do: 'category', category_id: 3 } } });
    expect(await listed({ category_ids: [3] })).toHaveLength(3);
    await bulk(ada).undoBulkChange({ params: { bulkId: bulk_id } });
    expect([await listed({ category_ids: [1] }), await listed({ category_ids: [5] })]).toEqual([[ids[0]], [ids[1]]]);
    expect(await listed({ category_ids: [-1] })).toEqual([ids[2]]);
  });

  it('offers no undo where none is possible', async () => {
    expect(await bulk(ada).changeMatching({ body: { action: { do: 'category', category_id: 4 } } })).toMatchObject({
      can_undo: false,
    });
  });
});

it('counts what has waited for 1, 4 and 24 hours', async () => {
  const { folders } = await inbox(ada).countFolders({});
  expect(folders).toMatchObject({ waiting_1: 3, waiting_4: 0, waiting_24: 0, waiting: 0 });
});

describe('mentions', () => {
  it('notify the colleague, and nobody else', async () => {
    const { colleagues } = await people(ada).listColleagues(first());
    expect(colleagues).toEqual([{ id: tom.userId, name: 'Tom Adeyemi' }]);
    await inbox(ada).addNote({
      ...first(),
      body: { note_message: '@Tom Adeyemi, can you take this?', mentioned_user_ids: [tom.userId] },
    });
    const notices = async (person: SignedIn) => (await main.asClient(noticesContract, person).listNotices({})).rows;
    expect(await notices(tom)).toMatchObject([
      { kind: 'mention', text: '@Tom Adeyemi, can you take this?', href: `/app/master-inbox/replies/${ids[0]}` },
    ]);
    expect((await notices(ada)).filter(({ kind }) => kind === 'mention')).toEqual([]);
  });

  it('of somebody who does not see the conversation are refused, and the note is not kept', async () => {
    const stranger = await main.signIn();
    await expect(
      inbox(ada).addNote({ ...first(), body: { note_message: 'Hi', mentioned_user_ids: [stranger.userId] } }),
    ).rejects.toMatchObject({ status: 400, details: [{ field: 'mentioned_user_ids' }] });
    expect((await inbox(ada).getPanel(first())).notes).toEqual([]);
  });
});

describe('the sender of a reply', () => {
  it('can be another connected mailbox of the campaign, and none beyond', async () => {
    const { reply_to } = await inbox(ada).getThread(first());
    expect(reply_to.senders.map(({ id }) => id)).toEqual(boxes);
    await inbox(ada).reply({ ...first(), body: { html: '<p>Hello</p>', mailbox_id: boxes[1] as number } });
    const [mail] = await main.test.query<{ mailbox_id: number; body_html: string | null }>(
      'select mailbox_id, body_html from intent where workspace_id = $1',
      [ada.workspaceId],
    );
    expect(mail).toMatchObject({ mailbox_id: boxes[1], body_html: '<p>Hello</p>' });
    const foreign = await mailbox(ada.workspaceId, 'elsewhere');
    await expect(
      inbox(ada).reply({ ...first(), body: { html: '<p>Hello</p>', mailbox_id: foreign } }),
    ).rejects.toMatchObject({ status: 400, details: [{ field: 'mailbox_id' }] });
  });

  it('sends plain text where the campaign does, or the writer says so', async () => {
    await inbox(ada).reply({ ...first(), body: { html: '<p>One</p>', plain_text: true } });
    await main.test.query('update campaign set send_as_plain_text = true where workspace_id = $1', [ada.workspaceId]);
    expect((await inbox(ada).getThread(first())).reply_to.is_plain_text).toBe(true);
    await inbox(ada).reply({ ...first(), body: { html: '<p>Two</p>' } });
    await inbox(ada).reply({ ...first(), body: { html: '<p>Three</p>', plain_text: false } });
    const mails = await main.test.query<{ body_html: string | null; body_text: string }>(
      'select body_html, body_text from intent where workspace_id = $1 order by id',
      [ada.workspaceId],
    );
    expect(mails.map(({ body_html, body_text }) => [body_html, body_text.trim()])).toEqual([
      [null, 'One'],
      [null, 'Two'],
      ['<p>Three</p>', 'Three'],
    ]);
  });
});

it('keeps a booking link with its person', async () => {
  expect(await people(ada).readBookingLink({})).toEqual({ url: null, label: 'Book a time' });
  await people(ada).saveBookingLink({ body: { url: 'https://cal.com/ada/30min', label: 'Pick a slot' } });
  expect(await people(ada).readBookingLink({})).toEqual({ url: 'https://cal.com/ada/30min', label: 'Pick a slot' });
  expect((await people(tom).readBookingLink({})).url).toBeNull();
  await expect(people(ada).saveBookingLink({ body: { url: 'javascript:alert(1)' } })).rejects.toMatchObject({
    status: 400,
  });
  await people(ada).saveBookingLink({ body: { url: '' } });
  expect((await people(ada).readBookingLink({})).url).toBeNull();
});
