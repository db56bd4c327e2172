import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { whoIs } from '#campaigns/setup/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { addLeads } from '../people/add-leads';
import { createUpload } from './create-upload';
import { importNow, uploadsIn } from './testing';
import { lockLeadCredits } from '../people/import-batch.store';
import { Readable } from 'node:stream';
import { given } from '#lifecycle/lead-state/testing';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const { uploads, upload, run, countsOf, email } = uploadsIn(() => ({ main, me }));

it('goes on at the exact row after it broke off, and never imports a row twice', async () => {
  const person = await main.signIn();
  const { id: campaignId } = await createCampaign(main.deps, whoIs(person), {});
  const text = `email,company\n${Array.from({ length: 12_000 }, (_, index) => `p${index}@bulk${index % 50}.test,C${index}`).join('\n')}\n`;
  const view = await upload(text, person, campaignId);
  await uploads(person).startUpload({ params: { uploadId: view.id }, body: { mapping: view.mapping } });
  // The process stops in the second batch: its jobs can no longer be enqueued, so its transaction is rolled back.
  let batches = 0;
  const broken = {
    ...main.deps,
    live: {
      ...main.deps.live,
      publish: async (...given: Parameters<typeof main.deps.live.publish>) => {
        if (++batches === 2) throw new Error('killed');
        return main.deps.live.publish(...given);
      },
    },
  };
  await expect(importNow(main, view.id, broken)).rejects.toThrow('killed');
  expect((await uploads(person).getUpload({ params: { uploadId: view.id } })).rows_done).toBe(5_000);
  await run(view.id);
  const done = await uploads(person).getUpload({ params: { uploadId: view.id } });
  expect(countsOf(done)).toEqual({ IMPORTED_NEW: 12_000 });
  expect(
    await main.test.query(
      `
        select count(*)::int as count, count(distinct spin_index)::int as places
        from enrolment
        where campaign_id = $1
      `,
      [campaignId],
    ),
  ).toEqual([{ count: 12_000, places: 12_000 }]);
  expect(await main.test.query('select lead_credits_used from workspace where id = $1', [person.workspaceId])).toEqual([
    { lead_credits_used: 12_000 },
  ]);

  // The same file once more: after a batch in which all are known, no more new leads are expected.
  const again = await upload(`${text}new@bulk0.test,C\n`, person, campaignId);
  await uploads(person).startUpload({ params: { uploadId: again.id }, body: { mapping: again.mapping } });
  await run(again.id);
  expect(countsOf(await uploads(person).getUpload({ params: { uploadId: again.id } }))).toEqual({
    ALREADY_IN_CAMPAIGN: 12_000,
    IMPORTED_NEW: 1,
  });
});

it('gives way when it is cancelled, keeps what is in, and undoes it except what was mailed', async () => {
  const person = await main.signIn();
  const { id: campaignId } = await createCampaign(main.deps, whoIs(person), {});
  const view = await upload(
    'email\none@undo.test\ntwo@undo.test\nthree@undo.test\nfive@undo.test\n',
    person,
    campaignId,
  );
  const params = { uploadId: view.id };
  await uploads(person).startUpload({ params, body: { mapping: [email] } });
  await run(view.id);
  await given(main).lead({ campaignId, email: 'two@undo.test' }).emailed();
  // Wrote before anything was sent.
  await given(main).lead({ campaignId, email: 'five@undo.test' }).replied();
  await main.test.query(
    `update enrolment set reply_count = 1 where lead_id = (select id from lead where email = 'five@undo.test')`,
  );
  const expected = { enrolments_removed: 2, leads_removed: 2, kept_contacted: 2, cancelled_emails: 0 };
  expect(await uploads(person).undoEffects({ params })).toEqual(expected);
  expect(await uploads(person).undoUpload({ params, body: {} })).toEqual(expected);
  expect(
    await main.test.query('select email from lead where workspace_id = $1 order by 1', [person.workspaceId]),
  ).toEqual([{ email: 'five@undo.test' }, { email: 'two@undo.test' }]);
  await expect(uploads(person).undoUpload({ params, body: {} })).rejects.toThrow('undone already');

  const second = await upload('email\nfour@undo.test\n', person, campaignId);
  await uploads(person).startUpload({ params: { uploadId: second.id }, body: { mapping: [email] } });
  expect((await uploads(person).cancelUpload({ params: { uploadId: second.id }, body: {} })).status).toBe('CANCELLED');
  await run(second.id);
  expect(await uploads(person).getUpload({ params: { uploadId: second.id } })).toMatchObject({
    status: 'CANCELLED',
    rows_done: 0,
  });
});

it('undoing keeps what somebody put elsewhere since, and takes what was known before out of the list again', async () => {
  const person = await main.signIn();
  const lists = main.asClient(leadListsContract, person);
  const [{ id: fair }, { id: mine }] = [
    await lists.createLeadList({ body: { name: 'Fair' } }),
    await lists.createLeadList({ body: { name: 'Mine' } }),
  ];
  await addLeads(main.deps, whoIs(person), { campaignId: null, input: { leads: [{ email: 'known@hold.test' }] } });
  const { id } = await createUpload(main.deps, whoIs(person), {
    fileName: 'fair.csv',
    listId: fair,
    content: Readable.from([
      Buffer.from('email\nknown@hold.test\nlisted@hold.test\ntask@hold.test\nstep@hold.test\nloose@hold.test\n'),
    ]),
  });
  const params = { uploadId: id };
  await uploads(person).startUpload({ params, body: { mapping: [email] } });
  await run(id);
  await lists.addToLeadList({ params: { listId: mine }, body: { leads: [{ email: 'listed@hold.test' }] } });
  await main.test.query(
    `
      insert into lead_task (workspace_id, lead_id, name, step_id)
      select workspace_id, id, 'Call', case when email like 'step%' then 1 end
      from lead
      where workspace_id = $1 and email in ('task@hold.test', 'step@hold.test')
    `,
    [person.workspaceId],
  );
  expect((await uploads(person).undoEffects({ params })).leads_removed).toBe(2);
  expect((await uploads(person).undoUpload({ params, body: {} })).leads_removed).toBe(2);
  expect(
    await main.test.query('select email from lead where workspace_id = $1 order by id', [person.workspaceId]),
  ).toEqual(['known', 'listed', 'task'].map((name) => ({ email: `${name}@hold.test` })));
  expect([
    (await lists.getLeadList({ params: { listId: fair } })).lead_count,
    (await lists.getLeadList({ params: { listId: mine } })).lead_count,
  ]).toEqual([0, 1]);
});

it('of workers that take an import at the same time, each row is imported by one', async () => {
  const person = await main.signIn();
  const view = await upload(
    `email\n${Array.from({ length: 300 }, (_, row) => `row${row}@together.test\n`).join('')}`,
    person,
  );
  await uploads(person).startUpload({ params: { uploadId: view.id }, body: { mapping: [email] } });
  await Promise.all([run(view.id), run(view.id), run(view.id)]);
  const done = await uploads(person).getUpload({ params: { uploadId: view.id } });
  expect(done).toMatchObject({ status: 'COMPLETED', rows_done: 300, rows_total: 300, total: 300, done: 300 });
  expect(countsOf(done)).toEqual({ IMPORTED_NEW: 300 });
  await run(view.id);
  expect(
    await main.test.query('select count(*)::int as count from lead where workspace_id = $1', [person.workspaceId]),
  ).toEqual([{ count: 300 }]);
});

it('an import that was cancelled stays cancelled when its last try fails', async () => {
  const person = await main.signIn();
  const { id } = await upload('email\na@late.test\n', person, (await createCampaign(main.deps, whoIs(person), {})).id);
  const params = { uploadId: id };
  await uploads(person).startUpload({ params, body: { mapping: [email] } });
  const files = {
    ...main.deps.files,
    get: async () => {
      await uploads(person).cancelUpload({ params, body: {} });
      throw new Error('the disk is gone');
    },
  };
  await importNow(main, id, { files, attempt: 25 });
  expect(await uploads(person).getUpload({ params })).toMatchObject({ status: 'CANCELLED', error: null });
});

it('an import ends with the campaign or the list that it was for, and brings nothing more into the workspace', async () => {
  const person = await main.signIn();
  const { id: campaignId } = await createCampaign(main.deps, whoIs(person), {});
  const { id: listId } = await main
    .asClient(leadListsContract, person)
    .createLeadList({ body: { name: 'Short-lived' } });
  const toCampaign = await upload('email\none@gone.test\ntwo@gone.test\n', person, campaignId);
  const toList = await createUpload(main.deps, whoIs(person), {
    fileName: 'list.csv',
    listId,
    content: Readable.from([Buffer.from('email\nthree@gone.test\n')]),
  });
  for (const { id } of [toCampaign, toList])
    await uploads(person).startUpload({ params: { uploadId: id }, body: { mapping: [email] } });
  await main.asClient(campaignsContract, person).deleteCampaign({ params: { campaignId } });
  await main.asClient(leadListsContract, person).deleteLeadList({ params: { listId } });
  for (const { id } of [toCampaign, toList]) {
    await run(id);
    expect(await uploads(person).getUpload({ params: { uploadId: id } })).toMatchObject({
      status: 'CANCELLED',
      rows_done: 0,
      error: expect.stringContaining('was deleted'),
    });
  }
  expect(await main.test.query('select email from lead where workspace_id = $1', [person.workspaceId])).toEqual([]);
});

it('while an import holds the credits of its workspace, what refers to the workspace is written', async () => {
  const person = await main.signIn();
  await main.deps.db.tenantSql(person.workspaceId, async (sql) => {
    await lockLeadCredits(person.workspaceId, sql);
    await main.test.query(
      `
        set lock_timeout = '500ms';
        insert into suppression (workspace_id, kind, value)
        values (${person.workspaceId}, 'email', 'now@hold.test'); reset lock_timeout
      `,
    );
  });
});
