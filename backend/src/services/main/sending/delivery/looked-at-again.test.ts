import { Readable } from 'node:stream';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { createSendingWorld, waitingForLocks, type SendingWorld, type TestStep } from './testing';
import { givenIn } from '#lifecycle/lead-state/testing';

const hour = 3_600_000;
const day = 24 * hour;
const opener: TestStep = { days: 0, subject: 'Docks', body: '<p>Hi</p>' };
let world: SendingWorld;
let names = 0;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterEach(async () => {
  await world.main.test.query(`update campaign set status = 'PAUSED' where status = 'ACTIVE'`);
});
afterAll(() => world.close());

const campaigns = () => world.main.asClient(campaignsContract, world.me);
const sent = async (campaignId: number) =>
  (await world.main.test.query(`select id from intent where campaign_id = $1 and state = 'SENT'`, [campaignId])).length;
const leads = (campaignId: number) =>
  world.main.test.query<{ id: number; email: string; constraint_code: string | null; is_parked: boolean }>(
    'select e.*, l.email from enrolment e join lead l on l.id = e.lead_id where e.campaign_id = $1 order by e.id',
    [campaignId],
  );
const run = (time: number) => world.runUntil(world.main.clock.now() + time);

/** Eight in the morning of the next such day of the week, from which on a campaign runs whose window opens then. */
async function campaign(
  weekday: 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat' | 'Sun',
  options: { count?: number; steps?: TestStep[]; settings?: Record<string, unknown> } = {},
): Promise<number> {
  await givenIn(world).at(`${weekday} 08:00`);
  names += 1;
  const mailboxId = await world.connect(`again${names}@northlight.test`);
  const emails = Array.from({ length: options.count ?? 1 }, (_, index) => `silent${index}@company${names}.test`);
  return world.campaign({
    mailboxIds: [mailboxId],
    leads: emails,
    steps: options.steps ?? [opener],
    settings: { min_time_btwn_emails: 60, ...options.settings },
  });
}

test('a follow-up that asks for a missing field no longer is sent to who waited for it', async () => {
  const campaignId = await campaign('Mon', {
    steps: [opener, { days: 1, subject: '', body: '<p>Again {{company_name}}</p>' }],
  });
  await run(2 * day);
  expect(await leads(campaignId)).toMatchObject([{ constraint_code: 'MISSING_MERGE_DATA', is_parked: true }]);
  const sequences = world.main.asClient(sequencesContract, world.me);
  const { steps } = await sequences.getSequence({ params: { campaignId } });
  await sequences.saveSequence({
    params: { campaignId },
    body: {
      steps: steps.map((step) => ({
        ...step,
        variants: step.variants.map((variant) => ({ ...variant, email_body: '<p>Again, friend</p>' })),
      })),
    },
  });
  await run(day);
  expect(await sent(campaignId)).toBe(2);
});

test('a field that comes with leads that are added once more lets its lead go on', async () => {
  const campaignId = await campaign('Mon', { steps: [{ ...opener, body: '<p>Hi {{company_name}}</p>' }] });
  await run(day);
  const [lead] = await leads(campaignId);
  expect(lead).toMatchObject({ constraint_code: 'MISSING_MERGE_DATA', is_parked: true });
  await world.main
    .asClient(campaignLeadsContract, world.me)
    .addLeads({ params: { campaignId }, body: { leads: [{ email: lead?.email ?? '', company_name: 'Acme' }] } });
  await run(day);
  expect(await sent(campaignId)).toBe(1);
});

test('a field that is filled in the moment in which a trigger sets its lead aside is seen', async () => {
  const campaignId = await campaign('Mon', { steps: [{ ...opener, body: '<p>Hi {{company_name}}</p>' }] });
  const [lead] = await world.main.test.query<{ id: number; lead_id: number }>(
    'select id, lead_id from enrolment where campaign_id = $1',
    [campaignId],
  );
  const { live } = world.deps;
  let filling: Promise<unknown> | undefined;
  world.deps.live = {
    ...live,
    publish: async (tx, workspaceId, topics) => {
      const {
        rows: [seen],
      } =
        'query' in tx
          ? await tx.query<{ is_parked: boolean }>('select is_parked from enrolment where id = $1', [lead?.id])
          : { rows: [] };
      if (!filling && seen?.is_parked) {
        // The trigger has written and not committed: whoever fills the field waits for it.
        filling = world.main
          .asClient(leadsContract, world.me)
          .updateLead({ params: { leadId: lead?.lead_id ?? 0 }, body: { company_name: 'Alder' } });
        await waitingForLocks(world, 1);
      }
      return live.publish(tx, workspaceId, topics);
    },
  };
  await run(hour);
  world.deps.live = live;
  await filling;
  expect(filling).toBeDefined();
  await run(2 * hour);
  expect(await sent(campaignId)).toBe(1);
});

test('a file that cannot be read for a moment is read again, and its lead is not blamed', async () => {
  const campaignId = await campaign('Mon');
  await world.main.test.query(
    `
      update step_variant
      set attachments = '[{"name":"plan.txt","content_type":"text/plain","storage_key":"x/y","size":3}]'
      where step_id in (select id from sequence_step where campaign_id = $1)
    `,
    [campaignId],
  );
  const { readAttachment } = world.deps;
  let reads = 0;
  world.deps.readAttachment = async () => {
    reads += 1;
    if (reads === 1) throw new Error('The storage is away.');
    return Readable.from([Buffer.from('abc')]);
  };
  await run(day);
  world.deps.readAttachment = readAttachment;
  expect([await sent(campaignId), reads]).toEqual([1, 2]);
});

test('a window that opens wider is followed by leads that waited for their own to open', async () => {
  const campaignId = await campaign('Tue', { settings: { sending_days: [1], time_zone_mode: 'LEAD' } });
  await run(4 * hour);
  expect(await sent(campaignId)).toBe(0);
  await campaigns().saveSchedule({
    params: { campaignId },
    body: { days: [1, 2, 3, 4, 5, 6, 7], time_zone_mode: 'CAMPAIGN' },
  });
  await run(4 * hour);
  expect(await sent(campaignId)).toBe(1);
});

test('a company limit that is lifted is lifted on the same day', async () => {
  const campaignId = await campaign('Tue', { count: 3, settings: { company_daily_limit: 1 } });
  await run(3 * hour);
  expect(await sent(campaignId)).toBe(1);
  await campaigns().updateCampaign({ params: { campaignId }, body: { company_daily_limit: null } });
  await run(5 * hour);
  expect(await sent(campaignId)).toBe(3);
});

test('whom a reply of the company held goes on when the campaign does not pause companies any more', async () => {
  const campaignId = await campaign('Mon', {
    count: 2,
    steps: [opener, { days: 1, subject: '', body: '<p>Again</p>' }],
    settings: { pause_company_on_reply: true },
  });
  await run(4 * hour);
  const [first, second] = await leads(campaignId);
  const { lead } = givenIn(world);
  await lead(first?.id as number).replied();
  await lead(second?.id as number).companyHeld();
  await run(2 * day);
  expect(await sent(campaignId)).toBe(2);
  await campaigns().updateCampaign({ params: { campaignId }, body: { auto_pause_domain_leads_on_reply: false } });
  await run(day);
  expect(await sent(campaignId)).toBe(3);
});
