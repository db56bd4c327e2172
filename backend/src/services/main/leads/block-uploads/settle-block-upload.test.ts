import { Readable } from 'node:stream';
import { blockUploadsContract } from '@skein/contracts/main/block-uploads.contract';
import { performRun } from '#platform/bulk-runs/perform-run';
import type { MainDeps } from '#main/deps';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { readyCampaign, whoIs } from '#campaigns/setup/testing';
import { blockUploadRun } from './block-upload.run';
import { createBlockUpload } from './create-block-upload';
import { settleBlockUpload } from './settle-block-upload';

let main: TestMain;
let me: SignedIn;
beforeAll(async () => {
  main = await createTestMain();
});
beforeEach(async () => {
  me = await main.signIn();
});
afterAll(() => main.close());

const uploads = () => main.asClient(blockUploadsContract, me);
const get = (id: number) => uploads().getBlockUpload({ params: { blockUploadId: id } });
const undo = (id: number) => uploads().undoBlockUpload({ params: { blockUploadId: id }, body: {} });
const settle = (uploadId: number, deps: Partial<MainDeps> = {}) =>
  settleBlockUpload({ ...main.deps, ...deps }, { workspaceId: me.workspaceId, uploadId });
const rowOf = async (id: number) =>
  (
    await main.test.query<{ run_id: number; storage_key: string }>(
      'select run_id, storage_key from block_upload where id = $1',
      [id],
    )
  )[0] as { run_id: number; storage_key: string };
const leadsOf = async (campaignId: number) =>
  (await main.test.query<{ status: string }>('select status from enrolment where campaign_id = $1', [campaignId])).map(
    ({ status }) => status,
  );

async function work(id: number, deps: Partial<MainDeps> = {}, attempt = 1): Promise<void> {
  const run = { workspaceId: me.workspaceId, runId: (await rowOf(id)).run_id };
  await performRun({ ...main.deps, ...deps }, [blockUploadRun], run, { attempt });
}

/** Live messages of which one is the last thing that a process does. */
function killedAt(count: number): Pick<MainDeps, 'live'> {
  let published = 0;
  const { live } = main.deps;
  const publish: typeof live.publish = async (...given) => {
    if (++published === count) throw new Error('killed');
    return live.publish(...given);
  };
  return { live: { ...live, publish } };
}

async function begin(name: string): Promise<number> {
  const content = Readable.from([Buffer.from(`${name}.test\nother-${name}.test\n`)]);
  const { id } = await createBlockUpload(main.deps, whoIs(me), { fileName: `${name}.csv`, content });
  await uploads().startBlockUpload({ params: { blockUploadId: id }, body: { column: 0 } });
  return id;
}

/** An upload that was stopped when its rows were on the list and their leads not stopped yet. */
async function stopped(name: string): Promise<number> {
  const id = await begin(name);
  await expect(work(id, killedAt(2))).rejects.toThrow('killed');
  await uploads().cancelBlockUpload({ params: { blockUploadId: id }, body: {} });
  expect(await get(id)).toMatchObject({ status: 'CANCELLED', rows_done: 2, leads_blocked: 0 });
  return id;
}

it('is left to the queue of the runs, and stops nobody for an upload that is undone while its file is read', async () => {
  const { id: campaignId } = await readyCampaign(main, me, ['a@both.test']);
  const id = await stopped('both');
  expect(
    await main.test.query('select queue_name from graphile_worker.jobs where key = $1', [`settle-block-upload-${id}`]),
  ).toEqual([{ queue_name: `BLOCK_UPLOAD-${me.workspaceId}` }]);
  const whileUndone: MainDeps['files']['get'] = async (key) => {
    const file = await main.deps.files.get(key);
    await undo(id);
    await work(id);
    return file;
  };
  await settle(id, { files: { ...main.deps.files, get: whileUndone } });
  expect(await get(id)).toMatchObject({ status: 'UNDONE', entries_removed: 2, leads_blocked: 0 });
  expect(await leadsOf(campaignId)).toEqual(['STARTED']);
  await expect(main.deps.files.get((await rowOf(id)).storage_key)).rejects.toThrow();
});

it('stops nobody either when the undoing broke off halfway', async () => {
  const { id: campaignId } = await readyCampaign(main, me, ['a@half.test']);
  const id = await stopped('half');
  await undo(id);
  await work(id, killedAt(1), blockUploadRun.attempts);
  expect(await get(id)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('Undo again') });
  await settle(id);
  expect(await leadsOf(campaignId)).toEqual(['STARTED']);
});

it('forgets the samples of an upload that was cancelled while no worker had it', async () => {
  const { id: campaignId } = await readyCampaign(main, me, ['a@there.test']);
  const id = await begin('there');
  await expect(work(id, killedAt(2))).rejects.toThrow('killed');
  const { run_id: runId } = await rowOf(id);
  await main.test.query(`update bulk_run set status = 'CANCELLED', finished_at = now() where id = $1`, [runId]);
  expect(await get(id)).toMatchObject({ status: 'CANCELLED', columns: [{ samples: [{}, {}] }] });
  await settle(id);
  expect(await get(id)).toMatchObject({ leads_blocked: 1, columns: [{ samples: [] }] });
  expect(await leadsOf(campaignId)).toEqual(['BLOCKED']);
});

it('keeps the time at which the upload ended beside that at which it was undone', async () => {
  const id = await begin('times');
  await work(id);
  const { finished_at: end } = await get(id);
  expect(end).not.toBeNull();
  main.realClock.advance(60_000);
  expect(await undo(id)).toMatchObject({ status: 'UNDOING', finished_at: end, undone_at: null });
  await work(id);
  expect(await get(id)).toMatchObject({
    status: 'UNDONE',
    finished_at: end,
    undone_at: new Date(main.realClock.now()).toISOString(),
  });
});
