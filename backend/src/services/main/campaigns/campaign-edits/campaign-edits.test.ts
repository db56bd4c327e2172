import { campaignEditsContract } from '@skein/contracts/main/campaign-edits.contract';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { emailStep } from '../setup/testing';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';

const day = 24 * 3_600_000;
let world: SendingWorld;
let campaignId: number;

const edits = () => world.main.asClient(campaignEditsContract, world.me);
const sequences = () => world.main.asClient(sequencesContract, world.me);
const campaigns = () => world.main.asClient(campaignsContract, world.me);
const params = () => ({ campaignId });
/** What each lead was sent, in order, by the texts that left. */
const received = async () => {
  const rows = await world.main.test.query<{ email: string; body_text: string }>(
    `
      select i.to_email as email, i.body_text
      from intent i
      where i.campaign_id = $1 and i.state = 'SENT'
      order by i.sent_at, i.id
    `,
    [campaignId],
  );
  const texts = new Map<string, string[]>();
  for (const row of rows) texts.set(row.email, [...(texts.get(row.email) ?? []), row.body_text.trim()]);
  return texts;
};
const leads = () =>
  world.main.test.query(
    `
      select id, status, next_step_id, next_seq_number, next_due_at, steps_sent
      from enrolment
      where campaign_id = $1
      order by id
    `,
    [campaignId],
  );

beforeAll(async () => {
  world = await createSendingWorld();
  const mailboxId = await world.connect('rosa@northlight.test');
  campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: Array.from({ length: 6 }, (_, index) => `silent.edit${index}@prospects.test`),
    settings: { max_leads_per_day: 3, min_time_btwn_emails: 60, is_schedule_saved: true },
    steps: [
      { days: 0, subject: 'Docks', body: '<p>One</p>' },
      { days: 2, subject: '', body: '<p>Two</p>' },
      { days: 2, subject: '', body: '<p>Three</p>' },
    ],
  });
  // Three leads were sent the first step, three wait for the next day's places.
  await world.runUntil(world.main.clock.now() + day / 2);
});
afterAll(() => world.close());

it('says in numbers what an edit does before it is saved, changes nothing by saying so, and saving it does exactly that', async () => {
  const [one, two, three] = (await sequences().getSequence({ params: params() })).steps;
  const before = await leads();
  const steps = [
    one,
    emailStep('<p>Between</p>', { days: 1 }),
    { ...three, seq_delay_details: { delayInDays: 4, delayInHours: 0, delayInMinutes: 0 } },
  ] as never[];
  const effect = await edits().editEffect({ params: params(), body: { steps } });
  expect(effect).toMatchObject({
    refusal: null,
    leads: { open: 6, moved: 3, unchanged: 3, ended: 0, sooner: 3, later: 0, resent: 0 },
    new_steps: [{ seq_number: 2, leads: 6, past: 0 }],
    removed_steps: [{ seq_number: 2, leads: 6 }],
    before: { emails: 15 },
    after: { emails: 15 },
  });
  expect(effect.changes.map((change) => change.text)).toEqual([
    'Step 2 removed',
    'New step 2',
    'Wait before step 3: 2 d to 4 d',
  ]);
  expect(await leads()).toEqual(before);
  expect((await sequences().getSequence({ params: params() })).steps.map((step) => step.id)).toEqual([
    one?.id,
    two?.id,
    three?.id,
  ]);

  await sequences().saveSequence({ params: params(), body: { steps } });
  const after = await leads();
  expect(
    after.filter((lead, index) => JSON.stringify(lead) !== JSON.stringify(before[index])).length,
  ).toBeGreaterThanOrEqual(effect.leads.moved);
  const again = await edits().editEffect({
    params: params(),
    body: { steps: (await sequences().getSequence({ params: params() })).steps as never[] },
  });
  expect(again).toMatchObject({
    changes: [],
    leads: { moved: 0, unchanged: 6, sooner: 0, later: 0 },
    new_steps: [],
    removed_steps: [],
  });
});

it('refuses in words, without numbers, what cannot be saved', async () => {
  const [one, two, three] = (await sequences().getSequence({ params: params() })).steps;
  expect(await edits().editEffect({ params: params(), body: { steps: [two, one, three] as never[] } })).toMatchObject({
    refusal: expect.stringMatching(/Step 1 was already sent/),
    leads: { open: 0 },
  });
  expect(
    await edits().editEffect({ params: params(), body: { schedule: { start_hour: '09:00', end_hour: '09:00' } } }),
  ).toMatchObject({ refusal: expect.stringMatching(/window would be empty/) });
});

it('keeps a version for each change of schedule and settings, and takes an earlier one back', async () => {
  await campaigns().updateCampaign({ params: params(), body: { follow_up_percentage: 60 } });
  await campaigns().updateCampaign({ params: params(), body: { company_daily_limit: 4 } });
  await campaigns().saveSchedule({
    params: params(),
    body: {
      holidays: ['2026-12-25'],
      more_windows: [{ days: [6], start_hour: '10:00', end_hour: '12:00' }],
      time_zone_mode: 'LEAD',
    },
  });
  const { versions } = await edits().listCampaignVersions({ params: params() });
  expect(versions.filter((entry) => entry.area === 'settings')).toMatchObject([
    { number: 3, is_current: true, summary: 'Emails a company and day' },
    { number: 2, is_current: false, summary: 'Share for follow-ups' },
    { number: 1, is_current: false, summary: 'As it was made' },
  ]);
  expect(versions.filter((entry) => entry.area === 'schedule')).toHaveLength(2);
  expect(
    (await edits().editEffect({ params: params(), body: { restore: { area: 'settings', version: 1 } } })).changes,
  ).toEqual([
    { area: 'settings', text: 'Share for follow-ups: 60 to 80' },
    { area: 'settings', text: 'Emails a company and day: 4 to none' },
  ]);
  await edits().restoreCampaignVersion({ params: params(), body: { area: 'settings', version: 1 } });
  await edits().restoreCampaignVersion({ params: params(), body: { area: 'schedule', version: 1 } });
  expect(await campaigns().getCampaign({ params: params() })).toMatchObject({
    settings: { follow_up_percentage: 80, company_daily_limit: null },
    schedule: { holidays: [], more_windows: [], time_zone_mode: 'CAMPAIGN' },
  });
  await expect(
    edits().restoreCampaignVersion({ params: params(), body: { area: 'settings', version: 99 } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('makes one version of a pause in typing: saves by themselves replace each other, a manual save is a version of its own', async () => {
  const saved = (await sequences().getSequence({ params: params() })).steps;
  const type = (words: string) =>
    sequences().saveSequence({
      params: params(),
      body: {
        is_autosave: true,
        steps: saved.map((step, index) =>
          index === 2 ? { ...step, variants: [{ ...step.variants[0], email_body: `<p>${words}</p>` }] } : step,
        ) as never[],
      },
    });
  const count = async () => (await sequences().listVersions({ params: params() })).versions.length;
  const before = await count();
  for (const words of ['T', 'Th', 'Three', 'Three!']) await type(words);
  expect(await count()).toBe(before + 1);
  await world.main.test.query(
    `update sequence_version set touched_at = now() - interval '2 minutes' where campaign_id = $1`,
    [campaignId],
  );
  await type('Three again');
  expect(await count()).toBe(before + 2);
  expect((await sequences().listVersions({ params: params() })).versions.map((entry) => entry.number)).toEqual(
    Array.from({ length: before + 2 }, (_, index) => before + 2 - index),
  );
});

it('after edits and a rollback while it runs, no lead was sent a text twice and none misses a step that was kept', async () => {
  await world.runUntil(world.main.clock.now() + 3 * day);
  const versions = (await edits().listCampaignVersions({ params: params() })).versions.filter(
    (entry) => entry.area === 'sequence',
  );
  await edits().restoreCampaignVersion({
    params: params(),
    body: { area: 'sequence', version: versions.at(-1)!.version },
  });
  await world.runUntil(world.main.clock.now() + 12 * day);
  for (const texts of (await received()).values()) {
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts[0]).toBe('One');
    expect(texts.at(-1)).toMatch(/^Three/);
  }
  expect((await received()).size).toBe(6);
  expect(await leads()).toEqual(Array.from({ length: 6 }, () => expect.objectContaining({ status: 'COMPLETED' })));
});

it('leads added, paused, moved to another mailbox, taken out and resumed while it sends each end in one place', async () => {
  const other = await world.connect('dan@northlight.test');
  await world.main.test.query(
    'insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) values ($1, $2, $3)',
    [world.me.workspaceId, campaignId, other],
  );
  const client = world.main.asClient(campaignLeadsContract, world.me);
  const added = await client.addLeads({
    params: params(),
    body: {
      leads: ['late.a', 'late.b', 'late.c', 'late.d'].map((name) => ({
        email: `silent.${name}@prospects.test`,
        first_name: name,
      })),
    },
  });
  const ids = added.outcomes.map((row) => row.enrolment_id as number);
  const pick = (id: number) => ({ selection: { enrolment_ids: [id] } });
  await world.runUntil(world.main.clock.now() + 1.5 * day);
  await client.pauseLeads({ params: params(), body: pick(ids[0]!) });
  await client.changeLeadMailbox({ params: params(), body: { ...pick(ids[1]!), mailbox_id: other } });
  await client.removeLeads({ params: params(), body: pick(ids[2]!) });
  await world.runUntil(world.main.clock.now() + 10 * day);
  await client.resumeLeads({ params: params(), body: pick(ids[0]!) });
  await world.runUntil(world.main.clock.now() + 10 * day);
  const rows = await world.main.test.query<{ id: number; status: string; mailbox_id: number; steps_sent: number }>(
    'select id, status, mailbox_id, steps_sent from enrolment where id = any($1) order by id',
    [ids],
  );
  expect(rows.map((row) => [row.id, row.status, row.steps_sent])).toEqual(
    [ids[0], ids[1], ids[3]].map((id) => [id, 'COMPLETED', 3]),
  );
  expect(rows.find((row) => row.id === ids[1])?.mailbox_id).toBe(other);
  for (const [email, texts] of await received())
    if (email.startsWith('silent.late')) expect(new Set(texts).size).toBe(texts.length);
});
