import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxRecordsContract } from '@skein/contracts/main/inbox-records.contract';
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
const people = (person: SignedIn) => main.asClient(inboxPeopleContract, person);
const first = () => ({ params: { enrolmentId: ids[0] as number } });

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

describe('undoing what a person wrote next to a conversation', () => {
  const records = (person: SignedIn) => main.asClient(inboxRecordsContract, person);

  it('takes a note away with its notifications, by its author and once', async () => {
    const { id: noteId } = await inbox(ada).addNote({
      ...first(),
      body: { note_message: '@Tom Adeyemi, a look?', mentioned_user_ids: [tom.userId] },
    });
    await expect(records(tom).removeNote({ params: { noteId } })).rejects.toMatchObject({ status: 404 });
    await records(ada).removeNote({ params: { noteId } });
    expect((await inbox(ada).getPanel(first())).notes).toEqual([]);
    expect((await main.asClient(noticesContract, tom).listNotices({})).rows).toEqual([]);
    await expect(records(ada).removeNote({ params: { noteId } })).rejects.toMatchObject({ status: 404 });
  });

  it('takes a task away by who made it, never the task of a step', async () => {
    const { id: taskId } = await inbox(ada).addTask({ ...first(), body: { name: 'Call' } });
    await expect(records(tom).removeTask({ params: { taskId } })).rejects.toMatchObject({ status: 404 });
    const campaign = await main.test.query<{ id: number }>(
      `
        insert into sequence_step (workspace_id, campaign_id, seq_number, seq_type)
        select workspace_id, campaign_id, 1, 'MANUAL' from enrolment where id = $1
        returning id
      `,
      [ids[0]],
    );
    await main.test.query('update lead_task set step_id = $2 where id = $1', [taskId, campaign[0]?.id]);
    await expect(records(ada).removeTask({ params: { taskId } })).rejects.toMatchObject({ status: 404 });
    await main.test.query('update lead_task set step_id = null where id = $1', [taskId]);
    await records(ada).removeTask({ params: { taskId } });
    expect((await inbox(ada).getPanel(first())).tasks).toEqual([]);
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

  it('sends plain text where the campaign says so for replies too, or the writer does', async () => {
    await inbox(ada).reply({ ...first(), body: { html: '<p>One</p>', plain_text: true } });
    await main.test.query('update campaign set send_as_plain_text = true where workspace_id = $1', [ada.workspaceId]);
    expect((await inbox(ada).getThread(first())).reply_to.is_plain_text).toBe(false);
    await main.test.query('update campaign set force_plain_text = true where workspace_id = $1', [ada.workspaceId]);
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
