import { insightsContract, type AttentionItem } from '@skein/contracts/analytics/insights.contract';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import type { SignedIn } from '#main/testing';

let services: TestServices;
let me: SignedIn;
const query = { from: '2025-12-29', to: '2026-01-05', time_zone: 'Etc/GMT' };
const read = (person = me) => services.asClient(insightsContract, person).insightAttention({ query });
const insert = async (sql: string, values: unknown[]) =>
  (await services.main.test.query<{ id: number }>(`${sql} returning id`, values))[0]?.id as number;

const addMailbox = (email: string, { clientId = null as number | null, error = 'Refused' } = {}) =>
  insert(
    `
      insert into mailbox (
        workspace_id, client_id, from_name, from_email, type, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username, is_smtp_success, is_imap_success, smtp_failure_error, failing_since
      )
      values ($1, $2, 'Rosa', $3, 'SMTP', 'h', 587, 'u', 'h', 993, 'u', false, true, $4, '2026-01-05T06:14:00Z')
    `,
    [me.workspaceId, clientId, email, error],
  );
const addClient = (name: string) =>
  insert('insert into agency_client (workspace_id, name, email, permissions) values ($1, $2, $3, $4)', [
    me.workspaceId,
    name,
    `${name.toLowerCase()}@client.test`,
    [],
  ]);
/** An active campaign without a lead left. */
const addCampaign = (name: string, clientId: number | null = null) =>
  insert(`insert into campaign (workspace_id, client_id, name, status) values ($1, $2, $3, 'ACTIVE')`, [
    me.workspaceId,
    clientId,
    name,
  ]);
const about = ({ group, subject, detail, title, action, count }: AttentionItem) => ({
  group,
  subject,
  detail,
  title,
  action,
  count,
});

beforeAll(async () => {
  services = await createTestServices();
});
beforeEach(async () => {
  me = await services.main.signIn();
  services.main.clock.set(Date.parse('2026-01-05T09:00:00Z'));
});
afterAll(() => services.close());

it('groups failing mailboxes by domain and client, and leads to exactly those', async () => {
  const clientId = await addClient('Alderway');
  for (const name of ['ines', 'rosa']) await addMailbox(`${name}@go.test`, { clientId, error: '534-5.7.9' });
  const alone = await addMailbox('tom@go.test');
  const campaignId = await addCampaign('Yard time');
  const leadId = await insert(`insert into lead (workspace_id, email, domain) values ($1, 'a@b.test', 'b.test')`, [
    me.workspaceId,
  ]);
  await insert(
    `insert into enrolment (workspace_id, campaign_id, lead_id, mailbox_id, status) values ($1, $2, $3, $4, 'INPROGRESS')`,
    [me.workspaceId, campaignId, leadId, alone],
  );
  const mailboxes = (await read()).items.filter(({ group }) => group === 'mailboxes');
  expect(mailboxes).toMatchObject([
    {
      subject: '2 mailboxes on go.test',
      detail: 'Alderway',
      count: 2,
      text: '534-5.7.9',
      action: 'Reconnect 2',
      href: `/app/email-accounts?state=failing&client=${clientId}&domain=go.test`,
      since: '2026-01-05T06:14:00.000Z',
    },
    {
      subject: 'tom@go.test',
      count: 1,
      text: '1 lead waits for it. Refused',
      action: 'Reconnect',
      href: `/app/email-account/${alone}/overview`,
    },
  ]);
});

it('brings what three campaigns of a client have in common into one item, and leaves two apart', async () => {
  const [many, few] = [await addClient('Alderway'), await addClient('Verity')] as [number, number];
  for (const name of ['North', 'South', 'East', 'West']) await addCampaign(name, many);
  for (const name of ['One', 'Two']) await addCampaign(name, few);
  const { items } = await read();
  expect(items.map(about)).toEqual([
    {
      group: 'clients',
      subject: 'Alderway',
      detail: '4 campaigns',
      title: '4 campaigns run out of leads',
      action: 'Open campaigns',
      count: 4,
    },
    ...['One', 'Two'].map((subject) => ({
      group: 'campaigns',
      subject,
      detail: 'Verity',
      title: 'No lead is left to contact',
      action: 'Add leads',
      count: 1,
    })),
  ]);
  expect(items[0]).toMatchObject({
    text: 'No lead is left to contact in North, South, East and 1 more.',
    href: `/app/analytics-v2/campaign-performance?client=${many}`,
  });
});

describe('a snoozed item', () => {
  const snooze = (item: AttentionItem | undefined, days = 1, person = me) =>
    services.asClient(insightsContract, person).snoozeAttention({
      body: { key: item?.key ?? '', count: item?.count ?? 0, for_days: days, time_zone: 'America/New_York' },
    });

  it('is kept apart for that person until 08:00 of the day in their zone', async () => {
    await addCampaign('Yard time');
    const colleague = await services.main.signIn({ workspaceId: me.workspaceId, role: 'FULL_MEMBER_ACCESS' });
    const [item] = (await read()).items;
    expect(await snooze(item, 3)).toEqual({ snoozed_until: '2026-01-08T13:00:00.000Z' });
    expect(await read()).toMatchObject({
      items: [],
      snoozed: [{ key: item?.key, snoozed_until: '2026-01-08T13:00:00.000Z' }],
    });
    expect((await read(colleague)).items).toHaveLength(1);
    services.main.clock.set(Date.parse('2026-01-08T12:59:59Z'));
    expect((await read()).items).toEqual([]);
    services.main.clock.set(Date.parse('2026-01-08T13:00:00Z'));
    expect(await read()).toMatchObject({ items: [{ key: item?.key, snoozed_until: null }], snoozed: [] });
  });

  it('comes back when it is woken, and when there is more of it', async () => {
    await addMailbox('ines@go.test');
    const [item] = (await read()).items;
    await snooze(item);
    await services.asClient(insightsContract, me).wakeAttention({ query: { key: item?.key ?? '' } });
    expect((await read()).items).toHaveLength(1);
    await snooze(item, 30);
    expect((await read()).items).toEqual([]);
    await addMailbox('rosa@go.test');
    expect((await read()).items).toMatchObject([{ key: item?.key, subject: '2 mailboxes on go.test' }]);
    await snooze((await read()).items[0], 30);
    expect(await read()).toMatchObject({ items: [], snoozed: [{ count: 2 }] });
  });

  it('names the field when it is none, or too long', async () => {
    const refused = (body: { key?: string; for_days?: number }) =>
      services.asClient(insightsContract, me).snoozeAttention({
        body: { key: 'BOUNCING:campaign-1', count: 1, for_days: 1, time_zone: 'Etc/GMT', ...body },
      });
    await expect(refused({ key: 'ANYTHING:1' })).rejects.toMatchObject({
      code: 'VALIDATION',
      details: [{ field: 'key', message: 'must be the key of an item' }],
    });
    await expect(refused({ for_days: 31 })).rejects.toMatchObject({ details: [{ field: 'for_days' }] });
  });
});
