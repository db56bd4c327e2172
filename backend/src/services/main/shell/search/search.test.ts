import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { searchContract } from '@skein/contracts/main/search.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let owner: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  owner = await main.signIn();
});
afterAll(() => main.close());

const search = (text: string, person = owner) =>
  main.asClient(searchContract, person).searchRecords({ query: { search: text } });

interface Setup {
  name: string;
  word: string;
  clientId?: number | null;
  memberId?: number;
  person?: SignedIn;
}

/** A campaign with a mailbox, a lead and its reply, all of which have the word in their names. */
async function setUp({ name, word, clientId = null, memberId, person = owner }: Setup) {
  const { workspaceId } = person;
  const campaign = await main.asClient(campaignsContract, person).createCampaign({ body: { name: `${word} ${name}` } });
  await main.test.query('update campaign set client_id = $2, team_member_id = $3 where id = $1', [
    campaign.id,
    clientId,
    memberId ?? null,
  ]);
  const [mailbox] = await main.test.query<{ id: number }>(
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
    [workspaceId, clientId, `${word}@${name}.test`],
  );
  const added = await main.asClient(campaignLeadsContract, person).addLeads({
    params: { campaignId: campaign.id },
    body: { leads: [{ email: `${name}@leads.test`, first_name: word, last_name: name }] },
  });
  const enrolmentId = added.outcomes[0]?.enrolment_id as number;
  await main.test.query(`update enrolment set last_inbound_at = now(), last_reply_at = now() where id = $1`, [
    enrolmentId,
  ]);
  return { campaignId: campaign.id, mailboxId: mailbox?.id, leadId: added.outcomes[0]?.lead_id, enrolmentId };
}

/** The ids of each kind, in order. */
const idsOf = (found: Awaited<ReturnType<typeof search>>) => ({
  campaigns: found.campaigns.map(({ id }) => id).sort(),
  leads: found.leads.map(({ id }) => id).sort(),
  mailboxes: found.mailboxes.map(({ id }) => id).sort(),
  conversations: found.conversations.map(({ enrolment_id: id }) => id).sort(),
});

it('finds campaigns, leads, mailboxes and conversations by name in one answer', async () => {
  const made = await setUp({ name: 'northlight', word: 'Alder' });
  expect(await search('alder')).toEqual({
    campaigns: [{ id: made.campaignId, name: 'Alder northlight', status: 'DRAFTED', parent_campaign_id: null }],
    leads: [
      {
        id: made.leadId,
        email: 'northlight@leads.test',
        first_name: 'Alder',
        last_name: 'northlight',
        company_name: null,
      },
    ],
    mailboxes: [{ id: made.mailboxId, from_email: 'Alder@northlight.test', from_name: 'Rosa' }],
    conversations: [
      {
        enrolment_id: made.enrolmentId,
        lead: { email: 'northlight@leads.test', first_name: 'Alder', last_name: 'northlight' },
        subject: '',
        campaign_name: 'Alder northlight',
      },
    ],
  });
  expect(await search('no such thing')).toEqual({ campaigns: [], leads: [], mailboxes: [], conversations: [] });
});

it('takes a text as it is written, with the wildcards of SQL as plain characters', async () => {
  const made = await setUp({ name: 'wild', word: 'Half%_off' });
  expect(idsOf(await search('half%_off')).campaigns).toEqual([made.campaignId]);
  expect(idsOf(await search('h%f')).campaigns).toEqual([]);
  await expect(search('a')).rejects.toMatchObject({ code: 'VALIDATION' });
});

it('answers with five of a kind at most', async () => {
  for (const at of [1, 2, 3, 4, 5, 6, 7]) await setUp({ name: `many${at}`, word: 'Cedar' });
  const found = await search('cedar');
  expect(Object.values(found).map((rows) => rows.length)).toEqual([5, 5, 5, 5]);
});

it('looks for leads and conversations from three characters on', async () => {
  const made = await setUp({ name: 'short', word: 'Zu' });
  expect(idsOf(await search('zu'))).toEqual({
    campaigns: [made.campaignId],
    leads: [],
    mailboxes: [made.mailboxId],
    conversations: [],
  });
});

it('never crosses into another workspace', async () => {
  const other = await main.signIn();
  const theirs = await setUp({ name: 'theirs', word: 'Birch', person: other });
  const ours = await setUp({ name: 'ours', word: 'Birch' });
  expect(idsOf(await search('birch')).campaigns).toEqual([ours.campaignId]);
  expect(idsOf(await search('birch', other))).toEqual({
    campaigns: [theirs.campaignId],
    leads: [theirs.leadId],
    mailboxes: [theirs.mailboxId],
    conversations: [theirs.enrolmentId],
  });
});

it('shows a client what its own lists show: by permission, by client and without restricted categories', async () => {
  const { workspaceId } = owner;
  const full = await main.signIn({ workspaceId, client: { permissions: ['full_access'] } });
  const reader = await main.signIn({ workspaceId, client: { permissions: ['reply_master_inbox'] } });
  const restricted = await main.signIn({
    workspaceId,
    client: { permissions: ['full_access'], restrictedCategories: [2] },
  });
  await setUp({ name: 'agency', word: 'Maple' });
  const ofFull = await setUp({ name: 'full', word: 'Maple', clientId: full.clientId });
  const ofReader = await setUp({ name: 'reader', word: 'Maple', clientId: reader.clientId });
  const ofRestricted = await setUp({ name: 'restricted', word: 'Maple', clientId: restricted.clientId });
  await main.test.query('update enrolment set category_id = 2 where id = $1', [ofRestricted.enrolmentId]);

  expect(idsOf(await search('maple', full))).toEqual({
    campaigns: [ofFull.campaignId],
    leads: [ofFull.leadId],
    mailboxes: [ofFull.mailboxId],
    conversations: [ofFull.enrolmentId],
  });
  expect(idsOf(await search('maple', reader))).toEqual({
    campaigns: [],
    leads: [],
    mailboxes: [],
    conversations: [ofReader.enrolmentId],
  });
  expect(idsOf(await search('maple', restricted))).toEqual({
    campaigns: [ofRestricted.campaignId],
    leads: [],
    mailboxes: [ofRestricted.mailboxId],
    conversations: [],
  });
});

it('shows a limited member only the campaigns assigned to them and what is in those', async () => {
  const { workspaceId } = owner;
  const limited = await main.signIn({ workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  const viewer = await main.signIn({ workspaceId, role: 'VIEW_ONLY_ACCESS' });
  const assigned = await setUp({ name: 'assigned', word: 'Willow', memberId: limited.userId });
  const other = await setUp({ name: 'unassigned', word: 'Willow' });
  await main.test.query('insert into member_assignment (workspace_id, user_id, mailbox_id) values ($1, $2, $3)', [
    workspaceId,
    limited.userId,
    assigned.mailboxId,
  ]);
  expect(idsOf(await search('willow', limited))).toEqual({
    campaigns: [assigned.campaignId],
    leads: [assigned.leadId],
    mailboxes: [assigned.mailboxId],
    conversations: [assigned.enrolmentId],
  });
  expect(idsOf(await search('willow', viewer)).campaigns).toEqual([assigned.campaignId, other.campaignId]);
});
