import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { endCompanyPauses } from './reconsider-leads.store';
import { createSendingWorld, type SendingWorld } from '../../sending/sending/testing';

const day = 24 * 3_600_000;
const settings = { window_start: '00:00', window_end: '24:00' };
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
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
    status: 'BLOCKED',
    reason: 'BOUNCED',
    constraint_code: 'LEAD_ENDED',
    next_eligible_at: null,
    open_intent_id: null,
    hold_kind: null,
  });
});

it('ends the hold of a lead that is unsubscribed, and a later setting leaves an ended lead alone', async () => {
  const campaignId = await campaign('silent.b@prospects.test', twoSteps);
  await world.runUntil(world.main.clock.now() + 3_600_000);
  const { id } = await leadOf(campaignId);
  await hold(id, 'COMPANY_REPLY', null);
  await list().unsubscribeLeads({ params: { campaignId }, body: { selection: { enrolment_ids: [id] } } });
  const ended = await leadOf(campaignId);
  expect(ended).toMatchObject({
    status: 'STOPPED',
    reason: 'UNSUBSCRIBED',
    hold_kind: null,
    reason_detail: null,
    next_eligible_at: null,
  });
  // A row of before: ended, with the hold that it kept.
  await hold(id, 'COMPANY_REPLY', null);
  const before = await leadOf(campaignId);
  await world.main.deps.db.tenantSql(world.me.workspaceId, (sql) =>
    endCompanyPauses(world.me.workspaceId, sql, campaignId),
  );
  expect(await leadOf(campaignId)).toEqual(before);
});

it('keeps a lead out of office when it is paused and resumed', async () => {
  const campaignId = await campaign('silent.c@prospects.test', twoSteps);
  await world.runUntil(world.main.clock.now() + 3_600_000);
  const { id } = await leadOf(campaignId);
  const back = new Date(world.main.clock.now() + 30 * day);
  await hold(id, 'OUT_OF_OFFICE', back);
  const body = { selection: { enrolment_ids: [id] } };
  await list().pauseLeads({ params: { campaignId }, body });
  await list().resumeLeads({ params: { campaignId }, body });
  expect(await leadOf(campaignId)).toMatchObject({
    status: 'INPROGRESS',
    hold_kind: 'OUT_OF_OFFICE',
    hold_until: back,
    next_eligible_at: back,
    constraint_code: 'LEAD_ON_HOLD',
  });
  // On hold only, the same button ends the hold.
  await list().resumeLeads({ params: { campaignId }, body });
  expect(await leadOf(campaignId)).toMatchObject({ status: 'INPROGRESS', hold_kind: null });
});
