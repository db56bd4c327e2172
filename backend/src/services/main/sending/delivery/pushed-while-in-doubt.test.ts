import { markLost, settleDoubts } from './settle-doubt';
import { createSendingWorld, dieBeforeTheDot, endLeases, type SendingWorld } from './testing';
import { pushLead } from '#lifecycle/lead-state/push-lead';

const hour = 3_600_000;
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
  world.deps.serverTimeout = 2 * hour;
});
afterAll(() => world.close());

const sql = <Row>(text: string, values: unknown[] = []) =>
  world.main.test.query<Row & Record<string, unknown>>(text, values);
const lead = async (campaignId: number) =>
  (
    await sql<{ id: number; status: string; reason: string | null; steps_sent: number }>(
      'select * from enrolment where campaign_id = $1',
      [campaignId],
    )
  )[0]!;

test('a lead that was pushed into a subsequence does not come back to its parent when its last mail there proves unsent', async () => {
  const mailboxId = await world.connect('keeper@northlight.test', { min_time_to_wait_minutes: 0 });
  await world.mail.createMailbox({ email: 'keeper@northlight.test', password: 'right-password', autoFileSent: true });
  await sql('update mailbox set files_sent_mail = true where id = $1', [mailboxId]);
  const settings = { min_time_btwn_emails: 60, window_start: '00:00', window_end: '23:59' };
  const again = { days: 5, subject: '', body: '<p>Again</p>' };
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['silent.pushed@prospects.test'],
    steps: [{ days: 0, subject: 'Docks', body: '<p>Hi</p>' }, { ...again, days: 0, hours: 3 }, again],
    settings,
  });
  for (let turn = 0; turn < 60 && (await lead(campaignId)).steps_sent === 0; turn += 1)
    await world.runUntil(world.main.clock.now() + hour / 2);
  expect(await dieBeforeTheDot(world, campaignId)).toBe(1);
  await endLeases(world, campaignId);
  expect(await markLost(world.deps)).toBe(1);
  const child = await world.campaign({
    mailboxIds: [mailboxId],
    leads: [],
    steps: [{ days: 0, subject: 'More', body: '<p>More</p>' }],
    settings: { ...settings, parent_campaign_id: campaignId },
  });
  await sql('insert into subsequence_rule (workspace_id, campaign_id, parent_campaign_id) values ($1, $2, $3)', [
    world.me.workspaceId,
    child,
    campaignId,
  ]);
  const { id } = await lead(campaignId);
  expect(
    await world.main.deps.db.systemSql((client) =>
      pushLead(client, {
        workspaceId: world.me.workspaceId,
        subsequenceId: child,
        parentEnrolmentId: id,
        kind: 'CLICK',
        at: new Date(world.main.clock.now()),
        evidence: {},
      }),
    ),
  ).toMatchObject({ result: 'PUSHED' });
  await settleDoubts(world.deps);
  await settleDoubts(world.deps);
  expect(await lead(campaignId)).toMatchObject({ status: 'COMPLETED', reason: 'PUSHED', steps_sent: 1 });
  await world.runUntil(world.main.clock.now() + 8 * 24 * hour);
  expect([(await lead(campaignId)).steps_sent, (await lead(child)).steps_sent]).toEqual([1, 1]);
});
