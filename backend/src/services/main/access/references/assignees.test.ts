import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { leadTasksContract } from '@skein/contracts/main/lead-tasks.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { v1MasterInboxContract } from '@skein/contracts/v1/master-inbox.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
/** The owner, two team members, a second login of no client, and two clients, each with a campaign and a lead. */
let people: Record<
  'owner' | 'looksAfter' | 'assigned' | 'other' | 'limited' | 'client' | 'sibling' | 'stranger',
  SignedIn
>;
let own: { campaignId: number; leadId: number; enrolmentId: number };

const insert = async (text: string, values: unknown[]) =>
  ((await main.test.query<{ id: number }>(text, values))[0] as { id: number }).id;

beforeAll(async () => {
  main = await createTestMain();
  const owner = await main.signIn();
  const { workspaceId } = owner;
  const full = { permissions: ['full_access'] };
  people = {
    owner,
    looksAfter: await main.signIn({ workspaceId, role: 'FULL_MEMBER_ACCESS' }),
    assigned: await main.signIn({ workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' }),
    other: await main.signIn({ workspaceId, role: 'FULL_MEMBER_ACCESS' }),
    limited: await main.signIn({ workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' }),
    client: await main.signIn({ workspaceId, client: full }),
    sibling: await main.signIn({ workspaceId, client: full }),
    stranger: await main.signIn(),
  };
  const campaignId = await insert(
    'insert into campaign (workspace_id, name, client_id, team_member_id) values ($1, $2, $3, $4) returning id',
    [workspaceId, 'Of the client', people.client.clientId, people.looksAfter.userId],
  );
  await main.test.query('insert into member_assignment (workspace_id, user_id, client_id) values ($1, $2, $3)', [
    workspaceId,
    people.assigned.userId,
    people.client.clientId,
  ]);
  await main.test.query('insert into member_assignment (workspace_id, user_id, campaign_id) values ($1, $2, $3)', [
    workspaceId,
    people.limited.userId,
    campaignId,
  ]);
  const leadId = await insert('insert into lead (workspace_id, email, domain) values ($1, $2, $3) returning id', [
    workspaceId,
    'ada@lead.test',
    'lead.test',
  ]);
  const enrolmentId = await insert(
    `
      insert into enrolment (workspace_id, campaign_id, lead_id, row_number, last_reply_at)
      values ($1, $2, $3, 1, now())
      returning id
    `,
    [workspaceId, campaignId, leadId],
  );
  own = { campaignId, leadId, enrolmentId };
});
afterAll(() => main.close());

/** Every place where somebody says who shall do something, as requests that name this person. */
const places: Record<string, (by: SignedIn, userId: number) => Promise<unknown>> = {
  'a task of a lead': (by, userId) =>
    main
      .asClient(leadTasksContract, by)
      .createLeadTask({ params: { leadId: own.leadId }, body: { name: 'Call', assigned_user_id: userId } }),
  'a change of a task': async (by, userId) => {
    const tasks = main.asClient(leadTasksContract, by);
    const { id } = await tasks.createLeadTask({ params: { leadId: own.leadId }, body: { name: 'Call' } });
    return tasks.changeLeadTask({ params: { taskId: id }, body: { assigned_user_id: userId } });
  },
  'a task of a conversation': (by, userId) =>
    main
      .asClient(inboxContract, by)
      .addTask({ params: { enrolmentId: own.enrolmentId }, body: { name: 'Call', assigned_user_id: userId } }),
  'a conversation': (by, userId) =>
    main
      .asClient(inboxContract, by)
      .changeConversations({ body: { enrolment_ids: [own.enrolmentId], action: { do: 'assign', user_id: userId } } }),
  'a manual step': (by, userId) =>
    main.asClient(sequencesContract, by).saveSequence({
      params: { campaignId: own.campaignId },
      body: { steps: [{ seq_type: 'MANUAL', detail: { assigned_user_id: userId } }] },
    }),
};

describe.each(Object.entries(places))('%s', (_, give) => {
  it('goes to no other client and to nobody of the team who does not serve the client that asks', async () => {
    for (const name of ['sibling', 'other', 'owner', 'stranger'] as const)
      await expect(give(people.client, people[name].userId)).rejects.toMatchObject({ code: 'VALIDATION' });
    for (const name of ['client', 'looksAfter', 'assigned', 'limited'] as const)
      await expect(give(people.client, people[name].userId)).resolves.toBeTruthy();
  });

  it('goes to the team and to no client whom a member with limited access does not see', async () => {
    for (const name of ['sibling', 'stranger'] as const)
      await expect(give(people.limited, people[name].userId)).rejects.toMatchObject({ code: 'VALIDATION' });
    for (const name of ['client', 'other', 'owner'] as const)
      await expect(give(people.limited, people[name].userId)).resolves.toBeTruthy();
  });

  it('goes to everybody of the workspace, and to nobody beside it, for those who see everything', async () => {
    await expect(give(people.owner, people.sibling.userId)).resolves.toBeTruthy();
    await expect(give(people.owner, people.stranger.userId)).rejects.toMatchObject({ code: 'VALIDATION' });
  });
});

it('tells a client as little about a person that exists as about one that does not', async () => {
  const refusal = async (userId: number) =>
    places['a task of a lead']?.(people.client, userId).catch((error: { details: unknown }) => error.details);
  expect(await refusal(people.sibling.userId)).toEqual(await refusal(2_000_000_000));
});

it('the key of a client gives a conversation to nobody else through the public API either', async () => {
  const key = await main.apiKey(people.client);
  const wire = main.asClient(v1MasterInboxContract, { headers: { 'x-api-key': key } as never });
  await expect(
    wire.assign({ body: { email_lead_map_id: own.enrolmentId, team_member_id: people.sibling.userId } as never }),
  ).rejects.toMatchObject({ status: expect.any(Number) });
});
