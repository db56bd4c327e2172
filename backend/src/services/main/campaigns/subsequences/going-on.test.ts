import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';

import { waitingForLocks } from '#sending/delivery/testing';
import { createSubsequenceWorld, type SubsequenceWorld } from './testing';
import { resumeEnrolment } from '#lifecycle/lead-state/enrolment/resume-leads';
import { pushLead } from '#lifecycle/lead-state/push-lead';
import { given } from '#lifecycle/lead-state/testing';

const hour = 3_600_000;
const day = 24 * hour;
let it_: SubsequenceWorld;
const at = (name: string) => `${name}@alder.test`;
const names = ['rest', 'race', 'tworeplies', 'ignoretwo', 'both', 'resumehere'];

beforeAll(async () => {
  it_ = await createSubsequenceWorld({ leads: names.map(at) });
  await it_.sendFirst(2);
});
afterAll(async () => {
  await it_.close();
});
afterEach(async () => {
  await it_.query('delete from subsequence_trigger');
});

const now = () => new Date(it_.world.main.clock.now());
const idOf = async (name: string, campaignId = it_.parentId) =>
  (await it_.enrolment(at(name), campaignId))?.id as number;
const inbox = () => it_.world.main.asClient(inboxContract, it_.world.me);
const list = () => it_.world.main.asClient(campaignLeadsContract, it_.world.me);
const run = (ms: number) => it_.world.runUntil(it_.world.main.clock.now() + ms);
const campaign = async (id: number) =>
  (
    await it_.query<{ status: string; next_trigger_at: Date | null }>(
      'select status, next_trigger_at from campaign where id = $1',
      [id],
    )
  )[0];
const push = (id: number, enrolmentId: number, delay = 0) =>
  it_.api().pushLeads({
    params: { subsequenceId: id },
    body: { selection: { enrolment_ids: [enrolmentId] }, delay_seconds: delay },
  });
const answers = (enrolmentId: number) =>
  it_.query<{ id: string }>(`select id from message where enrolment_id = $1 and direction = 'in' order by id`, [
    enrolmentId,
  ]);
const ignore = async (enrolmentId: number, index = 0) =>
  inbox().ignoreReply({ params: { messageId: Number((await answers(enrolmentId))[index]?.id) } });

/** A second step after a day, without subject. */
async function addStep(campaignId: number): Promise<void> {
  const [step] = await it_.query<{ id: number }>(
    `
      insert into sequence_step (workspace_id, campaign_id, seq_number, delay_days)
      values ($1, $2, 2, 1)
      returning id
    `,
    [it_.world.me.workspaceId, campaignId],
  );
  await it_.query(
    `
      insert into step_variant (workspace_id, step_id, label, subject, email_body)
      values ($1, $2, 'A', '', '<p>Again</p>')
    `,
    [it_.world.me.workspaceId, step?.id],
  );
}

test('a lead that goes on in a subsequence that rests is written to', async () => {
  const id = await it_.start('Rests', [], { subject: 'Rests' });
  await addStep(id);
  await push(id, await idOf('rest'));
  await run(2 * hour);
  await it_.reply(at('rest'), 'Thank you, I will look.', id);
  expect(await it_.enrolment(at('rest'), id)).toMatchObject({ status: 'STOPPED', reason: 'REPLIED', steps_sent: 1 });
  await run(day);
  expect(await campaign(id)).toMatchObject({ status: 'ACTIVE', next_trigger_at: null });
  expect(await ignore(await idOf('rest', id))).toMatchObject({ is_resumed: true });
  await run(3 * day);
  expect(await it_.enrolment(at('rest'), id)).toMatchObject({ status: 'COMPLETED', steps_sent: 2 });
});

test('a lead whose push is committed while a trigger lays the subsequence to rest is written to', async () => {
  const id = await it_.start('Raced', [], { subject: 'Raced' });
  await it_.query('update campaign set next_trigger_at = $2 where id = $1', [id, now()]);
  await it_.world.main.deps.db.systemSql(async (sql) => {
    // A click is being recorded: its push is made and not committed yet when the trigger of the empty subsequence is due.
    expect(
      await pushLead(sql, {
        workspaceId: it_.world.me.workspaceId,
        subsequenceId: id,
        parentEnrolmentId: await idOf('race'),
        kind: 'CLICK',
        at: now(),
        delaySeconds: 7_200,
        evidence: {},
      }),
    ).toMatchObject({ result: 'PUSHED' });
    await run(1000);
  });
  await run(2 * day);
  expect(await it_.enrolment(at('race'), id)).toMatchObject({ status: 'COMPLETED', steps_sent: 1 });
});

test('ignoring one of two answers lets nobody go on while the other stands; ignoring both does', async () => {
  const id = await it_.start('Two answers', [], { subject: 'Two answers' });
  await push(id, await idOf('tworeplies'), 3 * 86_400);
  await it_.reply(at('tworeplies'), 'Thanks, got your message.');
  await it_.reply(at('tworeplies'), 'We do not want this. Stop it.');
  expect(await it_.enrolment(at('tworeplies'), id)).toMatchObject({ status: 'STOPPED', reason: 'PARENT_REPLIED' });
  expect(await ignore(await idOf('tworeplies'), 0)).toMatchObject({ is_resumed: false });
  expect(await it_.enrolment(at('tworeplies'), id)).toMatchObject({ status: 'STOPPED', reason: 'PARENT_REPLIED' });
  // What the first had stopped goes on when the second is none either: in the subsequence, not in the parent as well.
  expect(await ignore(await idOf('tworeplies'), 1)).toMatchObject({ is_resumed: false });
  expect(await it_.enrolment(at('tworeplies'), id)).toMatchObject({ status: 'STARTED', reason: null });
  expect(await it_.enrolment(at('tworeplies'), it_.parentId)).toMatchObject({
    reason: expect.stringMatching(/PUSHED|REPLIED/),
  });
});

test('where replies are not tracked the lead goes on when both of its answers are ignored, not before', async () => {
  await it_.query('update campaign set track_replies = false where id = $1', [it_.parentId]);
  await it_.reply(at('ignoretwo'), 'Thanks, got your message.');
  await it_.reply(at('ignoretwo'), 'We have a supplier for this already.');
  await it_.query('update campaign set track_replies = true where id = $1', [it_.parentId]);
  expect(await ignore(await idOf('ignoretwo'), 0)).toMatchObject({ is_resumed: false });
  expect(await it_.enrolment(at('ignoretwo'), it_.parentId)).toMatchObject({ status: 'STOPPED', reason: 'REPLIED' });
  expect(await ignore(await idOf('ignoretwo'), 1)).toMatchObject({ is_resumed: true });
  expect(await it_.enrolment(at('ignoretwo'), it_.parentId)).toMatchObject({ status: 'INPROGRESS' });
});

test('a lead whose subsequence runs is not resumed in the parent, neither from the list nor from the inbox', async () => {
  const id = await it_.start('Runs', [{ kind: 'REPLY', seq_number: null }], {
    subject: 'Runs',
    delay_seconds: 2 * 86_400,
  });
  await it_.reply(at('both'), 'Tell me more.');
  expect(await it_.enrolment(at('both'), id)).toMatchObject({ status: 'STARTED' });
  expect(
    await list().resumeLeads({
      params: { campaignId: it_.parentId },
      body: { selection: { enrolment_ids: [await idOf('both')] } },
    }),
  ).toMatchObject({ changed: 0, reasons: [{ reason: 'Continues in a subsequence' }] });
  expect(
    await inbox().changeConversations({
      body: { enrolment_ids: [await idOf('both')], action: { do: 'resume', delay_days: 0 } },
    }),
  ).toMatchObject({ changed: 0 });
  expect(await it_.enrolment(at('both'), it_.parentId)).toMatchObject({ status: 'STOPPED', reason: 'REPLIED' });
});

test('a lead that is resumed in the moment in which its campaign completes is written to', async () => {
  const { parentId } = it_;
  // Everybody is stopped: the next trigger completes the campaign.
  const open = await it_.query<{ id: number }>(
    `select id from enrolment where campaign_id = $1 and status in ('STARTED', 'INPROGRESS', 'PAUSED')`,
    [parentId],
  );
  await given(it_.world.main)
    .lead(open.map(({ id }) => id))
    .replied();
  const enrolmentId = await idOf('resumehere');
  await it_.query(`update campaign set status = 'ACTIVE', completed_at = null, next_trigger_at = $2 where id = $1`, [
    parentId,
    now(),
  ]);
  const { live } = it_.world.deps;
  let resuming: Promise<boolean> | undefined;
  it_.world.deps.live = {
    ...live,
    publish: async (tx, workspaceId, topics) => {
      if (!resuming && topics.includes(`campaign:${parentId}`)) {
        resuming = it_.world.main.deps.db.systemSql((sql) =>
          resumeEnrolment(sql, { enrolmentId, at: now(), notBefore: now() }),
        );
        await waitingForLocks(it_.world, 1);
      }
      return live.publish(tx, workspaceId, topics);
    },
  };
  await run(5 * hour);
  it_.world.deps.live = live;
  expect(await resuming).toBe(true);
  await run(40 * day);
  expect(await it_.enrolment(at('resumehere'), parentId)).toMatchObject({ status: 'COMPLETED', steps_sent: 2 });
});
