import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { placedEmailsContract, type PlacedFigure } from '@skein/contracts/analytics/placed-emails.contract';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import type { SignedIn } from '#main/testing';
import { makeHistory, seededRandom } from '../../testing/random-history';

let services: TestServices;
let me: SignedIn;
/** Sees the first mailbox only. */
let member: SignedIn;
let boxes: number[];
let campaignId: number;
let clientId: number;
let tagId: number;
const start = Date.parse('2026-10-15T00:00:00Z');
const day = 86_400_000;
const query = { from: '2026-10-10', to: '2026-11-09', time_zone: 'Europe/Berlin' };
const figures: readonly PlacedFigure[] = ['spam', 'placed'];

type Query = Parameters<ReturnType<typeof placed>['listPlacedEmails']>[0]['query'];
const placed = (who = me) => services.asClient(placedEmailsContract, who);
const insights = (who = me) => services.asClient(insightsContract, who);
const sql = <Row = { id: number }>(text: string, values: unknown[]) =>
  services.main.test.query<Row & object>(text, values) as Promise<Row[]>;
const one = async (text: string, values: unknown[]) => (await sql(`${text} returning id`, values))[0]?.id as number;

/** The rows behind a figure, page by page. */
async function rowsOf(narrow: Partial<Query>, who = me, limit = 7) {
  const rows = [];
  let cursor: string | undefined;
  do {
    const page = await placed(who).listPlacedEmails({
      query: { ...query, ...narrow, limit, ...(cursor ? { cursor } : {}) },
    });
    rows.push(...page.rows);
    cursor = page.next_cursor ?? undefined;
    if (!cursor) expect(rows).toHaveLength(page.total);
  } while (cursor);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.map((row) => row.sent_at)).toEqual(
    rows
      .map((row) => row.sent_at)
      .sort()
      .reverse(),
  );
  return rows;
}

const file = (who: SignedIn, narrow: Record<string, string>) =>
  Promise.resolve(
    services.apps.analytics?.request(
      `/api/analytics/insights/placed/export?${new URLSearchParams({ ...query, ...narrow }).toString()}`,
      { headers: who.headers },
    ),
  );

const mailbox = (workspaceId: number, email: string, type: string) =>
  one(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, type, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
      )
      values ($1, 'Rosa', $2, $3, 'h', 587, 'u', 'h', 993, 'u')
    `,
    [workspaceId, email, type],
  );

async function addTest(workspaceId: number, name: string, senderIds: number[]): Promise<number> {
  const testId = await one(
    `
      insert into placement_test (workspace_id, name, type, subject, body_text, sender_ids, seed_ids, created_at)
      values ($1, $2, 'auto', 's', 't', $3, '{}', $4)
    `,
    [workspaceId, name, senderIds, new Date(start)],
  );
  return one('insert into placement_run (workspace_id, test_id, number, started_at) values ($1, $2, 1, $3)', [
    workspaceId,
    testId,
    new Date(start),
  ]);
}

/** Emails of all kinds, providers and folders, some of them at the same instant, before the range, or never found. */
async function addPlaced(workspaceId: number, from: readonly number[], seed: number): Promise<void> {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const seeds = [];
  for (const provider of ['Gmail', 'Microsoft 365 (Outlook)', 'Zoho', 'Yahoo'])
    seeds.push(
      await one(
        `
          insert into placement_seed (email, provider, region, imap, sealed_password) values ($1, $2, 'Europe', '{}', '')
        `,
        [`${provider}.${seed}@seeds.test`.replaceAll(/[ ()]/g, ''), provider],
      ),
    );
  const runId = await addTest(workspaceId, 'Yard time', [...from]);
  for (let index = 0; index < 120; index += 1) {
    const sentAt = new Date(start + Math.floor((random() * 30 - 8) * 12) * (day / 12));
    const about = [workspaceId, pick(from), sentAt, `${seed}.${index}`];
    if (random() < 0.6)
      await sql(
        `
          insert into warmup_mail (
            workspace_id, from_mailbox_id, from_email, to_email, day, state, send_at, message_id, envelope_id, subject,
              body_text, sent_at, landed, to_mailbox_id, shared_provider
          )
          values ($1, $2, 'a', 'b', '2026-10-20', 'SENT', $3, $4, 'e', 's', 't', $3, $5, $6, $7)
        `,
        [
          ...about,
          pick(['INBOX', 'SPAM', 'MISSING', null]),
          ...pick([
            [pick(from), null],
            [null, 'OUTLOOK'],
            [null, null],
          ]),
        ],
      );
    else
      await sql(
        `
          insert into placement_mail (
            workspace_id, mailbox_id, send_at, message_id, token, run_id, seed_id, state, sent_at, landed
          )
          values ($1, $2, $3, $4, $4, $5, $6, 'SENT', $3, $7)
        `,
        [...about, runId, pick(seeds), pick(['INBOX', 'TAB', 'SPAM', 'MISSING'])],
      );
  }
}

beforeAll(async () => {
  services = await createTestServices();
  services.main.clock.set(start + 20 * day);
  me = await services.main.signIn();
  const { workspaceId } = me;
  await sql(`update workspace set plan_type = 'pro' where id = $1`, [workspaceId]);
  const history = await makeHistory(services.main, workspaceId, 41, { leads: 40, start, days: 18 });
  campaignId = history.campaigns[0]?.id as number;
  const [first, second] = history.mailboxIds as [number, number];
  // The third warms up only, in the domain of the first; the fourth is removed.
  boxes = [
    first,
    second,
    await mailbox(workspaceId, 'quiet@one.test', 'ZOHO'),
    await mailbox(workspaceId, 'x@two.test', 'SMTP'),
  ];
  await sql(`update mailbox set from_email = 'rosa@ONE.test', type = 'GMAIL' where id = $1`, [first]);
  await sql(`update mailbox set from_email = 'rosa@two.test', type = 'OUTLOOK' where id = $1`, [second]);
  await sql('update mailbox set deleted_at = $2 where id = $1', [boxes[3], new Date(start)]);
  clientId = await one(`insert into agency_client (workspace_id, name, email) values ($1, 'Acme', 'a@client.test')`, [
    workspaceId,
  ]);
  await sql('update mailbox set client_id = $2 where id = $1', [second, clientId]);
  await sql('insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) values ($1, $2, $3)', [
    workspaceId,
    campaignId,
    first,
  ]);
  tagId = await one(`insert into tag (workspace_id, name, color) values ($1, 'Warm', '#3f4fcf')`, [workspaceId]);
  await sql('insert into campaign_tag (workspace_id, campaign_id, tag_id) values ($1, $2, $3)', [
    workspaceId,
    campaignId,
    tagId,
  ]);
  await addPlaced(workspaceId, boxes, 3);
  member = await services.main.signIn({ workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  await sql('insert into member_assignment (workspace_id, user_id, mailbox_id) values ($1, $2, $3)', [
    workspaceId,
    member.userId,
    first,
  ]);
  const stranger = await services.main.signIn();
  await addPlaced(stranger.workspaceId, [await mailbox(stranger.workspaceId, 'rosa@one.test', 'GMAIL')], 4);
});
afterAll(() => services.close());

const filters: Record<string, () => Partial<Query>> = {
  everything: () => ({}),
  'the mailbox': () => ({ mailbox_ids: [boxes[1] as number] }),
  'the client': () => ({ client_ids: [clientId] }),
  'the campaign': () => ({ campaign_ids: [campaignId] }),
  'the tag': () => ({ tag_ids: [tagId] }),
  'a day of another zone': () => ({ from: '2026-10-20', to: '2026-10-20', time_zone: 'Pacific/Auckland' }),
};

it.each(Object.entries(filters))(
  'lists as many emails as each figure of a mailbox and a domain counts: %s',
  async (_, filterOf) => {
    const filter = filterOf();
    for (const who of [me, member])
      for (const by of ['mailbox', 'domain'] as const) {
        const { groups } = await insights(who).insightGroups({ query: { ...query, ...filter, by } });
        for (const group of groups)
          for (const figure of figures)
            expect([
              group.name,
              figure,
              (await rowsOf({ ...filter, figure, group_by: by, group_key: group.key }, who)).length,
            ]).toEqual([group.name, figure, group[figure]]);
      }
  },
);

it.each(Object.entries(filters))(
  'lists as many emails as each cell of the provider matrix counts: %s',
  async (_, filterOf) => {
    const filter = filterOf();
    const names: Record<string, 'Google' | 'Microsoft 365' | 'Zoho'> = {
      GMAIL: 'Google',
      OUTLOOK: 'Microsoft 365',
      ZOHO: 'Zoho',
    };
    const ends = ['Google', 'Microsoft 365', 'Zoho', 'Other', 'any'] as const;
    for (const who of [me, member]) {
      const { cells } = await insights(who).insightMatrix({ query: { ...query, ...filter } });
      const isAt = (type: string, end: string) => end === 'any' || (names[type] ?? 'Other') === end;
      for (const figure of figures)
        for (const from of ends)
          for (const to of ends) {
            const counted = cells
              .filter((cell) => isAt(cell.from, from) && isAt(cell.to, to))
              .reduce((sum, cell) => sum + cell[figure], 0);
            const { total } = await placed(who).listPlacedEmails({
              query: { ...query, ...filter, figure, from_provider: from, to_provider: to, limit: 1 },
            });
            expect([figure, from, to, total]).toEqual([figure, from, to, counted]);
          }
    }
  },
);

it('counts a domain with all of its mailboxes, those that warm up only as well', async () => {
  const rows = await rowsOf({ group_by: 'domain', group_key: 'one.test' });
  expect(new Set(rows.map((row) => row.mailbox.id))).toEqual(new Set([boxes[0], boxes[2]]));
  expect(rows.every((row) => row.mailbox.from_email.toLowerCase().endsWith('@one.test'))).toBe(true);
});

it('tells of each email what it was and where it landed', async () => {
  const rows = await rowsOf({});
  expect(new Set(rows.map((row) => row.kind))).toEqual(new Set(['WARMUP', 'TEST']));
  expect(new Set(rows.map((row) => row.provider))).toEqual(new Set(['Google', 'Microsoft 365', 'Zoho', 'Other']));
  expect(new Set(rows.map((row) => row.landed))).toEqual(new Set(['INBOX', 'TAB', 'SPAM']));
  for (const row of rows) {
    expect(row.test?.name ?? null).toBe(row.kind === 'TEST' ? 'Yard time' : null);
    expect(row.mailbox.is_removed).toBe(row.mailbox.id === boxes[3]);
  }
  expect((await rowsOf({ figure: 'spam' })).map((row) => row.id)).toEqual(
    rows.filter((row) => row.landed === 'SPAM').map((row) => row.id),
  );
});

it('names no test to a member who may not see all of its senders, and none that is deleted', async () => {
  const ofMember = await rowsOf({}, member);
  expect(ofMember.length).toBeGreaterThan(0);
  expect(ofMember.every((row) => row.test === null && row.mailbox.id === boxes[0])).toBe(true);
  await sql('update placement_test set deleted_at = $2 where workspace_id = $1', [me.workspaceId, new Date(start)]);
  expect((await rowsOf({})).every((row) => row.test === null)).toBe(true);
  await sql('update placement_test set deleted_at = null where workspace_id = $1', [me.workspaceId]);
});

it('keeps the emails of a workspace from others, and those of the agency from its clients', async () => {
  const other = await services.main.signIn();
  await sql(`update workspace set plan_type = 'pro' where id = $1`, [other.workspaceId]);
  for (const narrow of [
    {},
    { mailbox_ids: boxes },
    { client_ids: [clientId] },
    { group_by: 'mailbox', group_key: String(boxes[0]) },
    { group_by: 'domain', group_key: 'one.test' },
  ] as const)
    expect(await rowsOf(narrow as Partial<Query>, other)).toEqual([]);
  const client = await services.main.signIn({
    workspaceId: me.workspaceId,
    client: { permissions: ['full_access'], restrictedCategories: [] },
  });
  await expect(placed(client).listPlacedEmails({ query })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  for (const who of [client, member]) expect((await file(who, {}))?.status).toBe(403);
});

it.each([
  'x',
  '[]',
  '["2026-10-20T00:00:00.000Z","WARMUP","-1"]',
  '["2026-10-20T00:00:00.000Z","DRAFT",1]',
  '["never","TEST",1]',
])('refuses a cursor that is no place in the list: %s', async (text) => {
  const cursor = Buffer.from(text).toString('base64url');
  await expect(placed().listPlacedEmails({ query: { ...query, cursor } })).rejects.toMatchObject({
    code: 'VALIDATION',
  });
});

it('lists nothing for a group that nobody has', async () => {
  for (const group_key of ['', '0', '99999999999999999999', "' or true --", 'nobody.test'])
    for (const group_by of ['mailbox', 'domain'] as const) expect(await rowsOf({ group_by, group_key })).toEqual([]);
});

it('writes as many lines to a file as there are rows', async () => {
  const answer = await file(me, { figure: 'spam', group_by: 'domain', group_key: 'one.test' });
  expect(answer?.headers.get('content-disposition')).toContain('spam-2026-10-10-to-2026-11-09-narrowed.csv');
  const lines = ((await answer?.text()) ?? '').trim().split('\r\n');
  const rows = await rowsOf({ figure: 'spam', group_by: 'domain', group_key: 'one.test' });
  expect(lines[0]).toMatch(/^\ufeff?When,Kind,Mailbox,Recipient provider,Landed in,Test$/);
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(rows.map((row) => row.sent_at));
});
