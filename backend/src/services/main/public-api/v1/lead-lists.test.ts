import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let me: SignedIn;
let key: string;
beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  key = await main.apiKey(me);
});
afterAll(() => main.close());

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; json: never }> {
  const answer = await main.app.request(`/api/v1${path}${path.includes('?') ? '&' : '?'}api_key=${key}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as never };
}

it('serves lead lists as clients of the wire know them: make, import, tag, push, rename, delete', async () => {
  const { json: made } = await call('POST', '/lead-list/', { name: 'Wire list' });
  const list = (made as { data: { id: number } }).data;
  expect(made).toMatchObject({ ok: true, data: { list_name: 'Wire list', name: 'Wire list', leads_count: 0 } });
  expect(
    (
      await call('POST', `/lead-list/${list.id}/import`, {
        leadList: [
          { email: 'a@wire.test', first_name: 'A', city: 'Rome' },
          { email: 'a@wire.test' },
          { email: 'nope' },
          { email: 'b@wire.test' },
        ],
        fileName: 'x.csv',
        csvSettings: { ignoreGlobalBlockList: true },
      })
    ).json,
  ).toMatchObject({ ok: true, upload_count: 4, total_leads: 2, duplicate_count: 1, invalid_email_count: 1 });
  const [tag] = await main.test.query<{ id: number }>(
    `insert into tag (workspace_id, name) values ($1, 'Wire') returning id`,
    [me.workspaceId],
  );
  await call('POST', '/lead-list/assign-tags', { listIds: [list.id], tagIds: [tag?.id] });
  expect((await call('GET', `/lead-list?listName=wire&tagIds=${tag?.id}`)).json).toMatchObject({
    data: { lists: [{ id: list.id, leads_count: 2, tags: [{ name: 'Wire' }] }], totalCount: 1 },
  });
  const pushed = await call('POST', '/leads/push-to-campaign', {
    campaignName: 'Pushed',
    action: 'MOVE',
    leadList: { listId: list.id },
  });
  expect(pushed.json).toMatchObject({ ok: true, data: { total_leads: 2 } });
  await main.runJobs();
  const { campaign_id: campaignId } = (pushed.json as { data: { campaign_id: number } }).data;
  expect(
    await main.test.query('select count(*)::int as count from enrolment where campaign_id = $1', [campaignId]),
  ).toEqual([{ count: 2 }]);
  expect((await call('GET', `/lead-list/${list.id}`)).json).toMatchObject({
    data: { leads_count: 0, active_leads_count: 0 },
  });
  // The list's other lead is unsubscribed: by the campaign's rule it stays out, by that of the push it comes in.
  await main.test.query(
    `
      insert into lead (workspace_id, email, domain, is_unsubscribed)
      values ($1, 'c@wire.test', 'wire.test', true)
    `,
    [me.workspaceId],
  );
  const [{ id: unsubscribed }] = (await main.test.query<{ id: number }>(
    `select id from lead where workspace_id = $1 and email = 'c@wire.test'`,
    [me.workspaceId],
  )) as [{ id: number }];
  for (const [csvSettings, count] of [
    [{}, 2],
    [{ ignoreUnsubscribeList: true }, 3],
  ] as const) {
    await call('POST', '/leads/push-to-campaign', { campaignId, leadIds: [unsubscribed], csvSettings });
    await main.runJobs();
    expect(
      await main.test.query('select count(*)::int as count from enrolment where campaign_id = $1', [campaignId]),
    ).toEqual([{ count }]);
  }
  await main.test.query('delete from lead where id = $1', [unsubscribed]);
  await call('POST', '/leads/campaign/push-to-list', { campaignId, listId: list.id, allLeads: true });
  const { json: other } = await call('POST', '/lead-list', { listName: 'Other' });
  await main.runJobs();
  await call('POST', '/leads/leads/push-between-lists', {
    action: 'copy',
    fromListId: list.id,
    toListId: (other as { data: { id: number } }).data.id,
  });
  await main.runJobs();
  expect((await call('GET', '/lead-list')).json).toMatchObject({
    data: {
      lists: [
        { name: 'Other', leads_count: 2 },
        { name: 'Wire list', leads_count: 2 },
      ],
    },
  });
  expect((await call('PUT', `/lead-list/${list.id}`, { listName: 'Renamed' })).json).toMatchObject({
    data: { list_name: 'Renamed' },
  });
  expect((await call('DELETE', `/lead-list/${list.id}`)).json).toEqual({ ok: true });
  expect(await call('GET', `/lead-list/${list.id}`)).toMatchObject({
    status: 404,
    json: { error: 'Lead list not found - Invalid list id.' },
  });
  expect(await call('POST', '/leads/campaign/push-to-list', { allLeads: true })).toMatchObject({
    status: 400,
    json: {
      message: '"campaignId" must be given as a number',
      validation: { keys: expect.arrayContaining(['campaignId', 'listId']) as string[] },
    },
  });
});

it('serves tags, notes and tasks of a lead', async () => {
  const [lead] = await main.test.query<{ id: number }>(
    `insert into lead (workspace_id, email, domain) values ($1, 'crm@wire.test', 'wire.test') returning id`,
    [me.workspaceId],
  );
  const [tag] = await main.test.query<{ id: number }>(
    `insert into tag (workspace_id, name) values ($1, 'CRM') returning id`,
    [me.workspaceId],
  );
  const tagged = await call('POST', '/crm/leads/tags', { leadId: lead?.id, tagIds: [tag?.id] });
  expect(tagged.json).toMatchObject({ ok: true, data: [{ id: tag?.id, name: 'CRM' }] });
  await main.test.query(`insert into lead_note (workspace_id, lead_id, note_message) values ($1, $2, 'Hello')`, [
    me.workspaceId,
    lead?.id,
  ]);
  await main.test.query(
    `insert into lead_task (workspace_id, lead_id, name, priority) values ($1, $2, 'Call', 'HIGH')`,
    [me.workspaceId, lead?.id],
  );
  expect((await call('GET', `/crm/leads/notes/${lead?.id}`)).json).toMatchObject([
    { lead_id: lead?.id, note_message: 'Hello' },
  ]);
  expect((await call('GET', `/crm/leads/tasks/${lead?.id}`)).json).toMatchObject([
    { name: 'Call', priority: 'HIGH', due_date: null, status: 'CREATED' },
  ]);
  await call(
    'DELETE',
    `/crm/leads/tags/${(tagged.json as { data: { tag_mapping_id: number }[] }).data[0]?.tag_mapping_id}`,
  );
  expect((await call('GET', `/crm/leads/tags?lead_id=${lead?.id}`)).json).toMatchObject({ data: [] });
});
