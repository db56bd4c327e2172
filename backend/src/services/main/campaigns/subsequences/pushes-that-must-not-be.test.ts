import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';

import { waitingForLocks } from '#sending/delivery/testing';
import { createSubsequenceWorld, type SubsequenceWorld } from './testing';
import { recordClick, recordOpen } from '#lifecycle/outcomes/record-visits';
import { pushLead } from '#lifecycle/lead-state/push-lead';

const hour = 3_600_000;
const day = 24 * hour;
let it_: SubsequenceWorld;
const at = (name: string) => `${name}@alder.test`;
const names = ['company1', 'company2', 'sibling', 'racing', 'unsub', 'untracked', 'paused'];

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
const open = (email: string) =>
  it_
    .sentIntent(email)
    .then((intent) =>
      it_.world.main.deps.db.systemSql((sql) =>
        recordOpen(sql, { intentId: BigInt(intent?.id as string), at: now(), isMachine: false, evidence: {} }),
      ),
    );
const click = (email: string) =>
  it_.sentIntent(email).then((intent) =>
    it_.world.main.deps.db.systemSql((sql) =>
      recordClick(sql, {
        intentId: BigInt(intent?.id as string),
        linkIndex: 0,
        at: now(),
        isMachine: false,
        evidence: {},
      }),
    ),
  );
const idOf = async (name: string, campaignId = it_.parentId) =>
  (await it_.enrolment(at(name), campaignId))?.id as number;
const list = () => it_.world.main.asClient(campaignLeadsContract, it_.world.me);
const run = (ms: number) => it_.world.runUntil(it_.world.main.clock.now() + ms);
const opened = (name: string) => it_.start(name, [{ kind: 'OPEN', seq_number: null }], { subject: name });
const setParent = (column: string, value: boolean) =>
  it_.query(`update campaign set ${column} = $2 where id = $1`, [it_.parentId, value]);

test('whoever answered in one subsequence is put into no other one by a click', async () => {
  const first = await opened('First');
  const second = await it_.start('Second', [{ kind: 'CLICK', seq_number: null }], { subject: 'Second' });
  await open(at('sibling'));
  await run(2 * hour);
  await it_.reply(at('sibling'), 'We have a supplier for this already.', first);
  expect(await it_.enrolment(at('sibling'), first)).toMatchObject({ status: 'STOPPED', reason: 'REPLIED' });
  await click(at('sibling'));
  await run(day);
  expect(await it_.enrolment(at('sibling'), second)).toBeUndefined();
});

test('an answer in one subsequence stops what is being begun in another at the same moment', async () => {
  const first = await opened('Answered');
  const second = await it_.start('Begun', [], { subject: 'Begun' });
  await open(at('racing'));
  await run(2 * hour);
  let answering: Promise<void> | undefined;
  await it_.world.main.deps.db.systemSql(async (sql) => {
    expect(
      await pushLead(sql, {
        workspaceId: it_.world.me.workspaceId,
        subsequenceId: second,
        parentEnrolmentId: await idOf('racing'),
        kind: 'CLICK',
        at: now(),
        evidence: {},
      }),
    ).toMatchObject({ result: 'PUSHED' });
    // The answer is recorded while the push is made and not committed yet.
    answering = it_.reply(at('racing'), 'We have a supplier for this already.', first);
    await waitingForLocks(it_.world, 1);
  });
  await answering;
  expect(await it_.enrolment(at('racing'), first)).toMatchObject({ status: 'STOPPED', reason: 'REPLIED' });
  expect(await it_.enrolment(at('racing'), second)).toMatchObject({ status: 'STOPPED', reason: 'PARENT_REPLIED' });
});

test('whoever was unsubscribed from the parent manually is not written to by its subsequence', async () => {
  const id = await opened('Unsubscribed');
  expect(
    await list().unsubscribeLeads({
      params: { campaignId: it_.parentId },
      body: { selection: { enrolment_ids: [await idOf('unsub')] } },
    }),
  ).toMatchObject({ changed: 1 });
  await open(at('unsub'));
  expect(await it_.enrolment(at('unsub'), id)).toBeUndefined();
});

test('an answer that is not tracked stops all the same: an open afterwards begins nothing', async () => {
  const id = await opened('Untracked');
  await setParent('track_replies', false);
  await it_.reply(at('untracked'), 'Hello, we have a supplier for this already.');
  await setParent('track_replies', true);
  expect(await it_.enrolment(at('untracked'), it_.parentId)).toMatchObject({ status: 'STOPPED', reason: 'REPLIED' });
  await open(at('untracked'));
  expect(await it_.enrolment(at('untracked'), id)).toBeUndefined();
});

test('a lead that a person paused begins nothing by itself, until it goes on', async () => {
  const id = await opened('Paused');
  const selection = { enrolment_ids: [await idOf('paused')] };
  await list().pauseLeads({ params: { campaignId: it_.parentId }, body: { selection } });
  await open(at('paused'));
  expect(await it_.enrolment(at('paused'), id)).toBeUndefined();
  expect(await it_.enrolment(at('paused'), it_.parentId)).toMatchObject({ status: 'PAUSED' });
  await list().resumeLeads({ params: { campaignId: it_.parentId }, body: { selection } });
  await open(at('paused'));
  expect(await it_.enrolment(at('paused'), id)).toMatchObject({ status: 'STARTED' });
});

test('a lead that an answer of its company holds is written to by no subsequence because it opens; a person may push it', async () => {
  const id = await opened('Held');
  await setParent('pause_company_on_reply', true);
  await it_.reply(at('company1'), 'We have a supplier for this already.');
  await setParent('pause_company_on_reply', false);
  expect(await it_.enrolment(at('company2'), it_.parentId)).toMatchObject({ constraint_code: 'COMPANY_PAUSED' });
  await open(at('company2'));
  expect(await it_.pushes(id)).toEqual([]);
  expect(
    await it_
      .api()
      .pushLeads({ params: { subsequenceId: id }, body: { selection: { enrolment_ids: [await idOf('company2')] } } }),
  ).toMatchObject({ changed: 1 });
});
