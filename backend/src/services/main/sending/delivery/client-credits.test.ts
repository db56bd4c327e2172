import { authContract } from '@skein/contracts/main/auth.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { createSendingWorld, type SendingWorld } from './testing';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const hour = 3_600_000;
const clients = () => world.main.asClient(clientsContract, world.me);
const assign = (clientId: number, body: { lead_credits?: number | null; email_credits?: number | null }) =>
  clients().changeClient({ params: { clientId }, body });
const sent = async (campaignId: number) =>
  (
    await world.main.test.query<{ count: number }>(
      `select count(*)::int as count from intent where campaign_id = $1 and state = 'SENT'`,
      [campaignId],
    )
  )[0]?.count;

test('a client’s campaigns send and hold no more than its agency assigned, and the agency’s own are not held up', async () => {
  const client = await clients().createClient({
    body: { name: 'Client', email: 'one@client.test', permission: ['full_access'] },
  });
  const campaign = async (clientId: number | null, name: string) =>
    world.campaign({
      mailboxIds: [await world.connect(`${name}@northlight.test`, { min_time_to_wait_minutes: 3 })],
      leads: Array.from({ length: 4 }, (_, index) => `silent.${name}${index}@prospects.test`),
      settings: { min_time_btwn_emails: 5, max_leads_per_day: 0, client_id: clientId },
    });
  const theirs = await campaign(client.id, 'theirs');
  const ours = await campaign(null, 'ours');
  expect(await assign(client.id, { lead_credits: 5, email_credits: 2 })).toMatchObject({
    credits: { leads_used: 4, leads_assigned: 5, emails_used: 0, emails_assigned: 2 },
  });
  const person = await world.main.signIn({
    workspaceId: world.me.workspaceId,
    client: { permissions: ['full_access'] },
  });
  await world.main.test.query('update app_user set client_id = $2 where id = $1', [person.userId, client.id]);
  world.main.deps.authenticator.forget(world.me.workspaceId);

  await world.runUntil(world.main.clock.now() + 10 * hour);
  expect([await sent(theirs), await sent(ours)]).toEqual([2, 4]);
  const why = await world.main.asClient(reviewContract, person).explainCampaign({ params: { campaignId: theirs } });
  expect(why.binding).toMatchObject({ code: 'CREDITS', facts: {} });
  const { plan } = await world.main.asClient(authContract, person).me({});
  expect(plan).toMatchObject({
    lead_credits: 0,
    email_credits: 0,
    client_credits: { leads_used: 4, leads_assigned: 5, emails_used: 2, emails_assigned: 2 },
  });

  const added = await world.main
    .asClient(campaignLeadsContract, world.me)
    .addLeads({ params: { campaignId: theirs }, body: { leads: [{ email: 'x@p.test' }, { email: 'y@p.test' }] } });
  expect(added.outcomes).toEqual([
    expect.objectContaining({ outcome: 'IMPORTED_NEW' }),
    expect.objectContaining({ outcome: 'LIMIT_REACHED', reason: 'No lead credits left' }),
  ]);
  const copy = { params: { campaignId: theirs }, body: { with_unfinished_leads: true } };
  await expect(world.main.asClient(campaignsContract, world.me).duplicateCampaign(copy)).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
  });

  await assign(client.id, { email_credits: null, lead_credits: null });
  await world.runUntil(world.main.clock.now() + 24 * hour);
  expect(await sent(theirs)).toBe(4);
});
