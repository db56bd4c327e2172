import { Readable } from 'node:stream';
import { attachmentsContract } from '@skein/contracts/main/attachments.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { replyTemplatesContract } from '@skein/contracts/main/reply-templates.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { signedUploadsContract } from '@skein/contracts/main/signed-uploads.contract';
import { uploadsContract } from '@skein/contracts/main/uploads.contract';
import { lockRun } from '#platform/bulk-runs/bulk-runs.store';
import { createStorageApp } from '#platform/storage/storage-routes';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createBlockUpload } from '#leads/block-uploads/create-block-upload';
import { whoIs } from '#campaigns/setup/testing';
import { createUpload } from '#leads/uploads/create-upload';
import { getUpload } from '#leads/uploads/read-uploads';
import { startUpload } from '#leads/uploads/start-upload';
import { sweepFiles } from './sweep-files';

const day = 86_400_000;
let main: TestMain;
let me: SignedIn;
beforeAll(async () => {
  main = await createTestMain();
});
// A week later everybody has to log in again.
beforeEach(async () => {
  me = await main.signIn();
});
afterAll(() => main.close());

const send = (address: string, type: string) =>
  createStorageApp(main.deps.files).request(address, {
    method: 'PUT',
    body: 'file',
    headers: { 'content-type': type },
  });
const isThere = async (key: string) => {
  const file = await main.deps.files.get(key).catch(() => null);
  file?.stream.destroy();
  return file !== null;
};

it('deletes what nobody attached within a week, and keeps what a step, its text or a person names', async () => {
  const { id: campaignId } = await main.asClient(campaignsContract, me).createCampaign({ body: { name: 'Files' } });
  const params = { campaignId };
  const attach = async () => {
    const signed = await main
      .asClient(attachmentsContract, me)
      .signStepAttachment({ params, body: { content_type: 'text/plain', size: 4, name: 'a.txt' } });
    await send(signed.upload_url, 'text/plain');
    return signed.storage_key;
  };
  const picture = async (kind: 'sequenceImage' | 'profilePicture') => {
    const uploads = main.asClient(signedUploadsContract, me);
    const signed =
      kind === 'profilePicture'
        ? await uploads.profilePicture({ query: { fileType: 'image/png' } })
        : await uploads.sequenceImage({ query: { fileType: 'image/png', fileName: 'p.png' } });
    await send(signed.signedUrl, 'image/png');
    return signed;
  };
  const [used, left] = [await attach(), await attach()];
  const [shown, unused, face] = [
    await picture('sequenceImage'),
    await picture('sequenceImage'),
    await picture('profilePicture'),
  ];
  const reply = await main
    .asClient(inboxContract, me)
    .signAttachment({ body: { name: 'b.txt', content_type: 'text/plain', size: 4 } });
  await send(reply.upload_url, 'text/plain');
  await main.asClient(sequencesContract, me).saveSequence({
    params,
    body: {
      steps: [
        {
          seq_type: 'EMAIL',
          variants: [
            {
              subject: 'S',
              email_body: `<p><img src="${shown.url}"></p>`,
              attachments: [{ storage_key: used, name: 'a.txt', content_type: 'text/plain', size: 4 }],
            },
          ],
        },
      ],
    } as never,
  });
  await main.test.query('update app_user set profile_pic_url = $2 where id = $1', [me.userId, face.url]);

  const files = [used, shown.key, face.key, left, unused.key, reply.storage_key];
  main.realClock.advance(7 * day - 60_000);
  await sweepFiles(main.deps);
  expect(await Promise.all(files.map(isThere))).toEqual([true, true, true, true, true, true]);
  main.realClock.advance(120_000);
  await sweepFiles(main.deps);
  expect(await Promise.all(files.map(isThere))).toEqual([true, true, true, false, false, false]);
  expect(await main.test.query('select storage_key from signed_file')).toEqual([]);
});

it('keeps the file of a reply template whose deletion can still be undone', async () => {
  const templates = main.asClient(replyTemplatesContract, me);
  const file = { name: 'b.txt', content_type: 'text/plain', size: 4 };
  const signed = await main.asClient(inboxContract, me).signAttachment({ body: file });
  await send(signed.upload_url, 'text/plain');
  const { id } = await templates.createReplyTemplate({
    body: { name: 'Price list', html: '<p>Hi</p>', attachments: [{ ...file, storage_key: signed.storage_key }] },
  });
  await templates.deleteReplyTemplate({ params: { replyTemplateId: id } });
  await main.test.query(`update signed_file set created_at = created_at - interval '8 days'`, []);
  await sweepFiles(main.deps);
  expect(await isThere(signed.storage_key)).toBe(true);
});

it('leaves a picture that somebody saves in a text in the moment in which it would be deleted', async () => {
  const upload = async () => {
    const signed = await main
      .asClient(signedUploadsContract, me)
      .sequenceImage({ query: { fileType: 'image/png', fileName: 'p.png' } });
    await send(signed.signedUrl, 'image/png');
    return signed;
  };
  const [saved, unused] = [await upload(), await upload()];
  main.realClock.advance(8 * day);
  let sweeping: Promise<void> | undefined;
  await main.deps.db.tenantSql(me.workspaceId, async (sql) => {
    await sql.query(
      `insert into step_template (workspace_id, name, subject, email_body) values ($1, 'With a picture', 'S', $2)`,
      [me.workspaceId, `<p><img src="${saved.url}"></p>`],
    );
    sweeping ??= sweepFiles(main.deps);
    // The sweep has read the texts, which do not name the picture yet, and waits for its row.
    const isWaiting = async () =>
      (
        await main.test.query(
          `
            select 1
            from pg_stat_activity
            where wait_event_type = 'Lock'
              and query like '%delete from signed_file%'
              and datname = current_database()
          `,
        )
      ).length > 0;
    while (!(await isWaiting()));
  });
  await sweeping;
  expect([await isThere(saved.key), await isThere(unused.key)]).toEqual([true, false]);
});

it('takes the file of an upload that was never begun; the history says so, a list that never began is forgotten, and a refused file leaves nothing', async () => {
  const content = () => Readable.from([Buffer.from('email\na@left.test\n')]);
  const view = await createUpload(main.deps, whoIs(me), { fileName: 'left.csv', content: content() });
  const cancelled = await createUpload(main.deps, whoIs(me), { fileName: 'cancelled.csv', content: content() });
  await main.asClient(uploadsContract, me).cancelUpload({ params: { uploadId: cancelled.id }, body: {} });
  const list = await createBlockUpload(main.deps, whoIs(me), { fileName: 'list.csv', content: content() });
  await expect(
    createUpload(main.deps, whoIs(me), {
      fileName: 'refused.csv',
      content: Readable.from([Buffer.from('a\u0000b,c\n')]),
    }),
  ).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
  const keys = (
    await main.test.query<{ storage_key: string }>(
      'select storage_key from lead_upload union all select storage_key from block_upload',
    )
  ).map((row) => row.storage_key);
  expect(keys).toHaveLength(3);
  main.realClock.advance(6 * day);
  await sweepFiles(main.deps);
  expect(await Promise.all(keys.map(isThere))).toEqual([true, true, true]);
  main.realClock.advance(day + 60_000);
  await sweepFiles(main.deps);
  await sweepFiles(main.deps);
  expect(await Promise.all(keys.map(isThere))).toEqual([false, false, false]);
  expect(await getUpload(main.deps, whoIs(me), view.id)).toMatchObject({
    status: 'CANCELLED',
    sample_rows: [],
    error: expect.stringContaining('not begun within 7 days'),
  });
  expect(await getUpload(main.deps, whoIs(me), cancelled.id)).toMatchObject({ status: 'CANCELLED', error: null });
  expect(await main.test.query('select id from block_upload where id = $1', [list.id])).toEqual([]);
});

it('leaves an import that somebody begins in the moment in which it would be taken for abandoned', async () => {
  const content = Readable.from([Buffer.from('email\na@begun.test\n')]);
  const { id, mapping } = await createUpload(main.deps, whoIs(me), { fileName: 'begun.csv', content });
  const [row] = await main.test.query<{ storage_key: string; run_id: number }>(
    'select storage_key, run_id from lead_upload where id = $1',
    [id],
  );
  main.realClock.advance(8 * day);
  // Beginning it holds its run first, then writes what was chosen: here the sweep comes between the two.
  await main.deps.db.tenantSql(me.workspaceId, async (sql) => {
    await lockRun(me.workspaceId, sql, row?.run_id as number);
    await sweepFiles(main.deps);
  });
  expect(await isThere(row?.storage_key as string)).toBe(true);
  expect(await startUpload(main.deps, whoIs(me), id, { mapping })).toMatchObject({ status: 'IMPORTING', error: null });
  await sweepFiles(main.deps);
  expect(await isThere(row?.storage_key as string)).toBe(true);
});
