import { Readable } from 'node:stream';
import { uploadsContract, type ColumnTarget } from '@skein/contracts/main/uploads.contract';
import type { MainDeps } from '#main/deps';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { readyCampaign, whoIs } from '#campaigns/setup/testing';
import { createUpload } from './create-upload';
import { importNow } from './testing';
import { undoUpload } from './undo-upload';

let main: TestMain;
let me: SignedIn;
beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const uploads = () => main.asClient(uploadsContract, me);
const email: ColumnTarget = { kind: 'field', field: 'email' };
const upload = async (name: string, campaignId?: number) => {
  const content = Readable.from([Buffer.from(`email\none@${name}.test\ntwo@${name}.test\n`)]);
  const view = await createUpload(main.deps, whoIs(me), { fileName: `${name}.csv`, campaignId, content });
  return { uploadId: view.id };
};
const start = async (name: string, campaignId?: number) => {
  const params = await upload(name, campaignId);
  await uploads().startUpload({ params, body: { mapping: [email] } });
  return params;
};

it('undoes no import that has not begun; stopped before it began, it keeps its number of rows', async () => {
  const params = await upload('never');
  await expect(uploads().undoUpload({ params, body: {} })).rejects.toThrow('not begun');
  expect(await uploads().cancelUpload({ params, body: {} })).toMatchObject({
    status: 'CANCELLED',
    total: 2,
    rows_total: 2,
    rows_done: 0,
  });
  expect(await main.test.query('select rows_total from lead_upload where id = $1', [params.uploadId])).toEqual([
    { rows_total: 2 },
  ]);
});

it('of two people who undo an import at the same time, one reads that it was undone already', async () => {
  const { uploadId } = await start('twice');
  await importNow(main, uploadId);
  const undo = (db: MainDeps['db']) => undoUpload({ ...main.deps, db }, whoIs(me), uploadId);
  let transactions = 0;
  let faster: unknown;
  const tenantSql: MainDeps['db']['tenantSql'] = async (...given) => {
    // When this one may begin, the other one undoes everything.
    if (++transactions === 2) faster = await undo(main.deps.db);
    return main.deps.db.tenantSql(...given);
  };
  await expect(undo({ ...main.deps.db, tenantSql })).rejects.toThrow('undone already');
  expect(faster).toMatchObject({ leads_removed: 2 });
});

it('wakes the campaign also when the first batch of an import lost a conflict and is written again', async () => {
  const { id: campaignId } = await readyCampaign(main, me);
  await main.test.query(`update campaign set status = 'COMPLETED' where id = $1`, [campaignId]);
  const { uploadId } = await start('conflict', campaignId);
  let isLost = false;
  const publish: MainDeps['live']['publish'] = async (...given) => {
    if (!isLost && given[2].includes(`upload:${uploadId}`)) {
      isLost = true;
      throw Object.assign(new Error('could not serialize access'), { code: '40001' });
    }
    return main.deps.live.publish(...given);
  };
  await importNow(main, uploadId, { live: { ...main.deps.live, publish } });
  expect(isLost).toBe(true);
  expect(await uploads().getUpload({ params: { uploadId } })).toMatchObject({ status: 'COMPLETED', rows_done: 2 });
  expect(await main.test.query('select status from campaign where id = $1', [campaignId])).toEqual([
    { status: 'ACTIVE' },
  ]);
});
