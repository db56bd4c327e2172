import { auditContract } from '@skein/contracts/main/audit.contract';
import { campaignEditsContract } from '@skein/contracts/main/campaign-edits.contract';
import { columnTypes, readSettings, type CampaignColumns } from '@skein/contracts/main/campaign-columns';
import type { CampaignSetting, SettingReader } from '@skein/contracts/main/campaign-setting';
import { campaignSettings, settingParts, type SettingPart } from '@skein/contracts/main/campaign-setting-list';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { findSendingCampaign } from '#lifecycle/campaign-state/sending-campaign.store';
import { findCampaigns } from '#sending/delivery/send-job.store';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

it('plans again with each setting of the schedule, and with no other', () => {
  for (const part of settingParts)
    for (const [name, { effect }] of campaignSettings(part))
      expect([name, effect === 'PLANS_AGAIN']).toEqual([name, part === 'schedule']);
});

const campaigns = () => main.asClient(campaignsContract, me);
const edits = () => main.asClient(campaignEditsContract, me);
const trail = () => main.asClient(auditContract, me);

/** The first of these that a setting takes and does not have by itself is what it is changed to. */
const values: unknown[] = [
  true,
  false,
  7,
  30,
  '10:15',
  'Europe/Berlin',
  '2030-05-06T07:00:00.000Z',
  [3],
  ['2030-12-24'],
  ['DONT_LINK_CLICK'],
  [{ recipient: 'GMAIL', action: 'DO_NOT_SEND' }],
  [{ days: [6], start_hour: '10:00', end_hour: '12:00' }],
  { autoCategorizeOOO: true },
  { update_existing: false },
];
/** Rows that settings point at. */
const referenced: Record<string, string> = {
  client_id: `insert into agency_client (workspace_id, name, email) values ($1, 'Harbour', 'harbour@client.test') returning id`,
  folder_id: `insert into folder (workspace_id, name) values ($1, 'Autumn') returning id`,
  team_member_id: `select id from app_user where workspace_id = $1 limit 1`,
};

async function otherValue(name: string, { input, default: own }: CampaignSetting): Promise<unknown> {
  const reference = referenced[name];
  if (reference) return (await main.test.query<{ id: number }>(reference, [me.workspaceId]))[0]?.id;
  const choices = 'options' in input ? (input.options as unknown[]) : [];
  const read = [...values, ...choices].map((value) => input.safeParse(value));
  const found = read.find(
    ({ success, data }) =>
      success && JSON.stringify(data) !== JSON.stringify(own) && JSON.stringify(data) !== JSON.stringify({}),
  );
  if (!found) throw new Error(`no value above is one that ${name} takes`);
  return found.data;
}

const rowOf = async (id: number) =>
  (await main.test.query<CampaignColumns>('select * from campaign where id = $1', [id]))[0] as CampaignColumns;
const kept = async (part: SettingPart, name: string, id: number): Promise<unknown> =>
  (readSettings(await rowOf(id), part) as Record<string, unknown>)[name];
/** A part of an object says nothing of what it leaves out. */
const likeValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? expect.objectContaining(value) : value;

const save = (part: SettingPart, campaignId: number, change: object) =>
  part === 'schedule'
    ? campaigns().saveSchedule({ params: { campaignId }, body: change })
    : campaigns().updateCampaign({ params: { campaignId }, body: change });

const all = settingParts.flatMap((part) => campaignSettings(part).map(([name, setting]) => ({ part, name, setting })));

describe.each(all)('$name', ({ part, name, setting }) => {
  let id: number;
  let value: unknown;

  beforeAll(async () => {
    ({ id } = await campaigns().createCampaign({ body: {} }));
    value = await otherValue(name, setting);
  });

  it('begins with its default, and is what a change says', async () => {
    expect(await kept(part, name, id)).toEqual(setting.default);
    await save(part, id, { [name]: value });
    expect(await kept(part, name, id)).toEqual(likeValue(value));
    const { schedule, settings } = await campaigns().getCampaign({ params: { campaignId: id } });
    const shown: Record<string, unknown> = part === 'schedule' ? schedule : settings;
    if (part !== 'campaign') expect(shown[name]).toEqual(likeValue(value));
  });

  it(`is ${setting.isCopied ? '' : 'not '}what a copy begins with`, async () => {
    const copy = await campaigns().duplicateCampaign({ params: { campaignId: id }, body: {} });
    if (name === 'name') expect(copy.name).toBe(`${String(value)} (copy)`);
    else expect(await kept(part, name, copy.id)).toEqual(setting.isCopied ? likeValue(value) : setting.default);
  });

  it(`is read with the campaign by: ${setting.readBy.join(', ') || 'nobody'}`, async () => {
    const rows = await main.deps.db.tenantSql(me.workspaceId, async (sql) => ({
      PLANNER: await findSendingCampaign(sql, me.workspaceId, id),
      COMPOSER: (await findCampaigns(sql, [id])).get(id),
    }));
    // Those without a column of their own share one.
    const own = Object.keys(setting.columns).filter((column) => column !== 'settings');
    for (const [reader, row] of Object.entries(rows))
      for (const column of own) expect(column in (row ?? {})).toBe(setting.readBy.includes(reader as SettingReader));
  });

  it(`has its change in the change history: ${setting.history}`, async () => {
    const { rows } = await trail().listEntries({ query: { kind: 'campaign', limit: 200 } });
    const entry = rows.find(({ object, action }) => object.id === String(id) && action === 'changed');
    if (setting.history === 'NONE') expect(entry).toBeUndefined();
    else {
      // Of a column that is an object, the history tells the parts: `out_of_office.autoCategorizeOOO`.
      const fields = entry?.changes.map((change) => change.field.split('.')[0]) ?? [];
      expect(fields.length).toBeGreaterThan(0);
      expect(Object.keys(setting.columns)).toEqual(expect.arrayContaining(fields));
      expect(entry?.undo).toBe(setting.history === 'UNDOABLE' ? 'possible' : 'none');
    }
    if (setting.history !== 'UNDOABLE') return;
    await trail().undoEntry({ params: { auditEntryId: entry?.id as string }, body: {} });
    expect(await kept(part, name, id)).toEqual(setting.default);
    await save(part, id, { [name]: value });
  });

  it('has its label in versions and in what an edit changes, and goes back to what it was', async () => {
    const { versions } = await edits().listCampaignVersions({ params: { campaignId: id } });
    if (part !== 'schedule' && part !== 'settings') {
      expect(versions).toEqual([]);
      return;
    }
    expect(versions[0]).toMatchObject({ area: part, summary: setting.label });
    const restore = { area: part, version: 1 };
    const { changes } = await edits().editEffect({ params: { campaignId: id }, body: { restore } });
    expect(changes).toEqual([{ area: part, text: expect.stringContaining(setting.label) }]);
    await edits().restoreCampaignVersion({ params: { campaignId: id }, body: restore });
    expect(await kept(part, name, id)).toEqual(setting.default);
  });
});

/** What the change history tells of campaigns last. */
const newestChange = async () => {
  const { rows } = await trail().listEntries({ query: { kind: 'campaign', limit: 10 } });
  const entry = rows.find(({ action }) => action === 'changed');
  if (!entry) throw new Error('The change is not in the history.');
  return entry;
};

it('puts the client of a campaign back in its subsequences too', async () => {
  const { id } = await campaigns().createCampaign({ body: { name: 'Parent' } });
  // By its name it comes first in what is put back.
  await main.test.query(
    `insert into campaign (workspace_id, name, parent_campaign_id) values ($1, 'A follow-up', $2)`,
    [me.workspaceId, id],
  );
  const [client] = await main.test.query<{ id: number }>(
    `insert into agency_client (workspace_id, name, email) values ($1, 'Pier', 'pier@client.test') returning id`,
    [me.workspaceId],
  );
  const clients = () =>
    main.test.query('select client_id from campaign where id = $1 or parent_campaign_id = $1 order by id', [id]);
  await save('campaign', id, { client_id: client?.id });
  expect(await clients()).toEqual([{ client_id: client?.id }, { client_id: client?.id }]);
  const entry = await newestChange();
  expect(await trail().undoEntry({ params: { auditEntryId: entry.id }, body: {} })).toMatchObject({ failed: [] });
  expect(await clients()).toEqual([{ client_id: null }, { client_id: null }]);
});

it.each([
  [
    'client_id',
    'agency_client',
    `insert into agency_client (workspace_id, name, email) values ($1, 'Gone', 'gone@client.test') returning id`,
  ],
  ['folder_id', 'folder', `insert into folder (workspace_id, name) values ($1, 'Gone') returning id`],
  ['team_member_id', 'app_user', null],
] as const)('does not put %s back once what it names is gone', async (name, table, insert) => {
  const { id } = await campaigns().createCampaign({ body: {} });
  const made = insert
    ? (await main.test.query<{ id: number }>(insert, [me.workspaceId]))[0]?.id
    : (await main.signIn({ workspaceId: me.workspaceId, role: 'ADMIN_ACCESS' })).userId;
  await save('campaign', id, { [name]: made });
  await save('campaign', id, { [name]: null });
  const entry = await newestChange();
  await main.test.query(`delete from ${table} where id = $1`, [made]);
  await expect(trail().undoEntry({ params: { auditEntryId: entry.id }, body: {} })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(new RegExp(`^${name} isn’t a`)) as string,
  });
  expect(await kept('campaign', name, id)).toBeNull();
});

/** Columns of a campaign that nobody sets: who and what it is, and its life. */
const noSettings = [
  'id',
  'workspace_id',
  'uuid',
  'status',
  'status_reason',
  'status_detail',
  'status_changed_at',
  'status_changed_by',
  'parent_campaign_id',
  'created_by',
  'is_schedule_saved',
  'bounce_guard_muted_until',
  'sequence_version',
  'next_trigger_at',
  'last_trigger_slot_at',
  'trigger_sequence',
  'trigger_lease_until',
  'created_at',
  'updated_at',
  'started_at',
  'completed_at',
];

it('has every column of a campaign that people set in the list, with its type', async () => {
  const rows = await main.test.query<{ name: string; type: string }>(
    `
      select column_name as name, udt_name as type
      from information_schema.columns
      where table_schema = 'public' and table_name = 'campaign'
    `,
  );
  const columns = new Map(rows.map(({ name, type }) => [name, type]));
  for (const name of noSettings) expect(columns.delete(name)).toBe(true);
  expect(Object.fromEntries(columns)).toEqual(Object.fromEntries(columnTypes));
});

it('gives no two settings the same name', () => {
  const names = all.map(({ name }) => name);
  expect(names).toHaveLength(new Set(names).size);
});
