import { planTable } from '@skein/contracts/plan-limits';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { markLost } from './settle-doubt';
import { createSendingWorld, dieBeforeTheDot, endLeases, type SendingWorld, type TestStep } from './testing';
import { fireDueTrigger } from './trigger.store';
import { given } from '#lifecycle/lead-state/testing';

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

const box = (settings: Parameters<SendingWorld['connect']>[1] = {}) =>
  world.connect(`back${(names += 1)}@northlight.test`, settings);
const people = (count: number) => {
  names += 1;
  return Array.from({ length: count }, (_, index) => `silent${index}@company${names}.test`);
};
const sent = (campaignId: number) =>
  world.main.test.query<{ enrolment_id: number; seq_number: number; variant_id: number }>(
    `select * from intent where campaign_id = $1 and state in ('SENT', 'IN_DOUBT') order by send_at, id`,
    [campaignId],
  );
const run = (time: number) => world.runUntil(world.main.clock.now() + time);
/** Nine in the morning of the day after. */
const morning = () => world.runUntil(Math.floor(world.main.clock.now() / day) * day + day + 9 * hour);

/** A campaign of which a mail is reserved and has not left. */
async function reserved(steps: TestStep[] = [opener]): Promise<number> {
  await morning();
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads: people(1),
    steps,
    settings: { min_time_btwn_emails: 60 },
  });
  await fireDueTrigger(world.deps, world.main.clock.now());
  expect(await world.main.test.query(`select state from intent where campaign_id = $1`, [campaignId])).toEqual([
    { state: 'RESERVED' },
  ]);
  return campaignId;
}

test('a trigger whose mails were cancelled is over', async () => {
  const campaignId = await reserved();
  await world.main
    .asClient(campaignsContract, world.me)
    .saveSchedule({ params: { campaignId }, body: { max_leads_per_day: 7 } });
  expect(
    await world.main.test.query(
      `
        select state, planned, counts->>'released' as released, completed_at is not null as is_dated
        from trigger_run
        where campaign_id = $1
      `,
      [campaignId],
    ),
  ).toEqual([{ state: 'COMPLETED', planned: 1, released: '1', is_dated: true }]);
  await run(day);
  expect(await sent(campaignId)).toHaveLength(1);
});

test('a variant that is switched off is not mailed, also to a lead that was given it', async () => {
  const campaignId = await reserved([{ ...opener, others: ['<p>Another</p>'] }]);
  const [given] = await world.main.test.query<{ variant_id: number }>(
    'select variant_id from intent where campaign_id = $1',
    [campaignId],
  );
  const sequences = world.main.asClient(sequencesContract, world.me);
  const { steps } = await sequences.getSequence({ params: { campaignId } });
  await sequences.saveSequence({
    params: { campaignId },
    body: {
      steps: steps.map((step) => ({
        ...step,
        variants: step.variants.map((variant) => ({ ...variant, is_paused: variant.id === given?.variant_id })),
      })),
    },
  });
  await run(day);
  const mails = await sent(campaignId);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.variant_id).not.toBe(given?.variant_id);
});

test('what a person wrote waits while its mailbox is suspended', async () => {
  const mailboxId = await box();
  const [mail] = await world.main.test.query<{ id: string }>(
    `
      insert into intent (
        workspace_id, kind, mailbox_id, state, slot_at, send_at, message_id, envelope_id, to_email, subject,
          body_text
      )
      values (
        $1, 'REPLY', $2, 'RESERVED', $3, $3, '<monday@northlight.test>', 'monday', 'silent@prospects.test',
          'Re: Docks', 'Yes, Monday'
      )
      returning id
    `,
    [world.me.workspaceId, mailboxId, new Date(world.main.clock.now() + hour)],
  );
  const boxes = world.main.asClient(mailboxesContract, world.me);
  await boxes.suspend({ params: { mailboxId }, body: {} });
  await run(2 * hour);
  expect(await world.main.test.query('select state from intent where id = $1', [mail?.id])).toEqual([
    { state: 'RESERVED' },
  ]);
  await boxes.unsuspend({ params: { mailboxId }, body: {} });
  await run(2 * hour);
  expect(await world.main.test.query('select state from intent where id = $1', [mail?.id])).toEqual([
    { state: 'SENT' },
  ]);
});

test('a hold that comes while a mail is leaving outlives the mail', async () => {
  await morning();
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads: people(1),
    steps: [opener, { days: 1, subject: '', body: '<p>Again</p>' }],
    settings: { min_time_btwn_emails: 60 },
  });
  expect(await dieBeforeTheDot(world, campaignId)).toBe(1);
  await given(world.main).lead({ campaignId }).companyHeld();
  await endLeases(world, campaignId);
  expect(await markLost(world.deps)).toBe(1);
  await run(4 * day);
  expect(await world.main.test.query('select hold_kind from enrolment where campaign_id = $1', [campaignId])).toEqual([
    { hold_kind: 'COMPANY_REPLY' },
  ]);
  expect(await sent(campaignId)).toMatchObject([{ seq_number: 1 }]);
});

test('a campaign that only waits for its follow-ups takes nobody’s turn at a mailbox they share', async () => {
  await morning();
  const mailboxId = await box({ min_time_to_wait_minutes: 10 });
  const steps: TestStep[] = [opener, { days: 9, subject: '', body: '<p>Again</p>' }];
  const settings = { min_time_btwn_emails: 10, max_leads_per_day: 0 };
  const busy = await world.campaign({ mailboxIds: [mailboxId], leads: people(20), steps, settings });
  const idle = await world.campaign({ mailboxIds: [mailboxId], leads: people(1), steps, settings });
  await run(day);
  expect([(await sent(busy)).length, (await sent(idle)).length]).toEqual([20, 1]);
});

test('campaigns that plan beside each other stay within the emails of the plan', async () => {
  await morning();
  const campaigns: number[] = [];
  for (let index = 0; index < 3; index += 1)
    campaigns.push(
      await world.campaign({
        mailboxIds: [await box(), await box()],
        leads: people(6),
        settings: { min_time_btwn_emails: 10, max_leads_per_day: 0 },
      }),
    );
  await world.main.test.query('update workspace set email_credits_used = $2 where id = $1', [
    world.me.workspaceId,
    planTable.pro.emails - 2,
  ]);
  await run(day);
  const mails = (await Promise.all(campaigns.map(sent))).reduce((sum, some) => sum + some.length, 0);
  const [workspace] = await world.main.test.query<{ used: number }>(
    'select email_credits_used as used from workspace where id = $1',
    [world.me.workspaceId],
  );
  await world.main.test.query('update workspace set email_credits_used = 0 where id = $1', [world.me.workspaceId]);
  expect({ mails, used: workspace?.used }).toEqual({ mails: 2, used: planTable.pro.emails });
});

test('a mailbox that was suspended, removed and connected again keeps its leads through a short trouble', async () => {
  await morning();
  const email = `returns${(names += 1)}@northlight.test`;
  const mailboxId = await world.connect(email);
  const boxes = world.main.asClient(mailboxesContract, world.me);
  await boxes.suspend({ params: { mailboxId }, body: {} });
  await boxes.remove({ params: { mailboxId } });
  await run(3 * day);
  await boxes.create({
    body: {
      from_name: 'Rosa Kessler',
      from_email: email,
      username: email,
      password: 'right-password',
      smtp_host: '127.0.0.1',
      smtp_port: world.mail.smtp.port,
      smtp_port_type: 'NONE',
      imap_host: '127.0.0.1',
      imap_port: world.mail.imap.port,
      imap_port_type: 'NONE',
    },
  });
  expect(
    await world.main.test.query('select suspended_at, failing_since, deleted_at from mailbox where id = $1', [
      mailboxId,
    ]),
  ).toEqual([{ suspended_at: null, failing_since: null, deleted_at: null }]);
});
