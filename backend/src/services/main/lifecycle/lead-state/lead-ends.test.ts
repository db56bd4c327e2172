import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { lookAgain } from './look-again';
import { pointLeads } from './enrolment/places.store';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';

const day = 24 * 3_600_000;
const settings = { window_start: '00:00', window_end: '24:00' };
/** What every end leaves. */
const over = {
  hold_kind: null,
  hold_until: null,
  is_parked: false,
  next_eligible_at: null,
  constraint_code: 'LEAD_ENDED',
};
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
  // It mends what the version before writes, and would hide what this one leaves.
  await world.main.test.query('alter table enrolment disable trigger ended_lead_cleared');
});
afterAll(() => world.close());

const list = () => world.main.asClient(campaignLeadsContract, world.me);
const leadOf = async (campaignId: number) =>
  (
    await world.main.test.query<{ id: number } & Record<string, unknown>>(
      'select * from enrolment where campaign_id = $1',
      [campaignId],
    )
  )[0]!;
const hold = (id: number, kind: string, until: Date | null) =>
  world.main.test.query(
    `
      update enrolment
      set hold_kind = $2, hold_until = $3, constraint_code = 'LEAD_ON_HOLD', reason_detail = '{"message": "1"}'
      where id = $1
    `,
    [id, kind, until],
  );
async function campaign(email: string, steps = [{ days: 0, subject: 'Hello', body: '<p>Hi</p>' }]) {
  const mailbox = await world.connect(`${email.split('@')[0]}@northlight.test`);
  return world.campaign({ mailboxIds: [mailbox], leads: [email], steps, settings });
}
const twoSteps = [
  { days: 0, subject: 'Hello', body: '<p>Hi</p>' },
  { days: 2, subject: '', body: '<p>Again</p>' },
];

it('ends a lead that the server refuses: nothing is in flight and nothing comes next', async () => {
  const campaignId = await campaign('rejects.a@prospects.test');
  await world.runUntil(world.main.clock.now() + 3_600_000);
  expect(await leadOf(campaignId)).toMatchObject({
    ...over,
    status: 'BLOCKED',
    reason: 'BOUNCED',
    open_intent_id: null,
  });
});

it('ends the hold of a lead that is unsubscribed, and a later setting leaves an ended lead alone', async () => {
  const campaignId = await campaign('silent.b@prospects.test', twoSteps);
  await world.runUntil(world.main.clock.now() + 3_600_000);
  const { id } = await leadOf(campaignId);
  await hold(id, 'COMPANY_REPLY', null);
  await list().unsubscribeLeads({ params: { campaignId }, body: { selection: { enrolment_ids: [id] } } });
  const ended = await leadOf(campaignId);
  expect(ended).toMatchObject({ ...over, status: 'STOPPED', reason: 'UNSUBSCRIBED', reason_detail: null });
  await world.main.deps.db.tenantSql(world.me.workspaceId, (sql) =>
    lookAgain(world.me.workspaceId, sql, campaignId, 'COMPANY_REPLY'),
  );
  expect(await leadOf(campaignId)).toEqual(ended);
});

it('holds nothing behind the last email of a lead, or when its remaining steps are removed', async () => {
  const last = await campaign('silent.d@prospects.test');
  const removed = await campaign('silent.e@prospects.test', twoSteps);
  await world.runUntil(world.main.clock.now() + 3_600_000);
  expect(await leadOf(last)).toMatchObject({ ...over, status: 'COMPLETED', reason: null });
  const { id } = await leadOf(removed);
  await hold(id, 'OUT_OF_OFFICE', new Date(world.main.clock.now() + 30 * day));
  await world.main.deps.db.tenantSql(world.me.workspaceId, (sql) =>
    pointLeads(world.me.workspaceId, sql, {
      step: { id: null, number: 2 },
      leads: [{ id, dueAt: null }],
      at: new Date(world.main.clock.now()),
    }),
  );
  expect(await leadOf(removed)).toMatchObject({ ...over, status: 'COMPLETED', next_step_id: null });
});

it.each([
  [`hold_kind = 'OUT_OF_OFFICE'`],
  ['hold_until = now()'],
  ['is_parked = true'],
  ['next_eligible_at = now()'],
  [`constraint_code = 'STEP_NOT_DUE'`],
])('has no ended lead in the database with %s, and mends what the version before writes', async (change) => {
  const campaignId = await campaign(`silent.${change.slice(0, 6).replace('_', '')}@prospects.test`);
  await world.runUntil(world.main.clock.now() + 3_600_000);
  const write = () => world.main.test.query(`update enrolment set ${change} where campaign_id = $1`, [campaignId]);
  await expect(write()).rejects.toThrow('enrolment_ended_holds_nothing');
  await world.main.test.query('alter table enrolment enable trigger ended_lead_cleared');
  await write();
  expect(await leadOf(campaignId)).toMatchObject(over);
  await world.main.test.query('alter table enrolment disable trigger ended_lead_cleared');
});
