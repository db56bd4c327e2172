import { insightsContract, type InsightGrouping } from '@skein/contracts/analytics/insights.contract';
import { createTestServices, type TestServices } from '#server/testing/test-services';

import type { NewEvent } from '#lifecycle/events/new-event';
import type { SignedIn } from '#main/testing';
import { appendEvents } from '#lifecycle/events/append-events';

/**
 * Five leads of two clients, few enough to count on fingers: what each page of analytics v2 shows of them.
 *
 * | lead | client | campaign | mailbox | provider | what happened on 2 November (UTC) and after |
 * |---|---|---|---|---|---|
 * | Ada | Acme | Yard time | gmail | OUTLOOK | sent 9:00 and on the 4th, opened 10:00, replied in 1 h: Interested, answered in 30 min |
 * | Ben | Acme | Yard time | gmail | GMAIL | sent 9:00, clicked, replied after 2 days: Meeting Request, answered after 5 h |
 * | Cem | Acme | Yard time | outlook | GMAIL | sent 9:00, bounced |
 * | Dia | Boar | Dock talk | outlook | OTHER | sent 9:00, replied after 3 h: Interested, nobody answered |
 * | Eli | Boar | Dock talk | outlook | OTHER | sent 9:00, replied after 3 h: Not Interested |
 */
let services: TestServices;
let me: SignedIn;
const query = { from: '2026-11-01', to: '2026-11-08', time_zone: 'Etc/GMT' };
const at = (day: number, hour: number, minute = 0) => new Date(Date.UTC(2026, 10, day, hour, minute));
const client = () => services.asClient(insightsContract, me);
const one = async (sql: string, values: unknown[]) =>
  (await services.main.test.query<{ id: number }>(sql, values))[0]?.id as number;

interface Lead {
  name: string;
  campaign: number;
  step: number;
  mailbox: number;
  provider: string;
  category: number | null;
  events: Pick<NewEvent, 'kind' | 'at' | 'isFirst'>[];
  answeredAt?: Date;
}
const sent = { kind: 'SENT', at: at(2, 9), isFirst: true } as const;
const replied = (when: Date) => ({ kind: 'REPLY', at: when, isFirst: true }) as const;

async function addLead(lead: Lead): Promise<void> {
  const leadId = await one(
    `insert into lead (workspace_id, email, first_name, domain) values ($1, $2, $3, 'x.test') returning id`,
    [me.workspaceId, `${lead.name}@x.test`, lead.name],
  );
  const enrolmentId = await one(
    `
      insert into enrolment (workspace_id, campaign_id, lead_id, mailbox_id, category_id, provider)
      values ($1, $2, $3, $4, $5, $6)
      returning id
    `,
    [me.workspaceId, lead.campaign, leadId, lead.mailbox, lead.category, lead.provider],
  );
  await services.main.deps.db.systemSql((sql) =>
    appendEvents(
      sql,
      lead.events.map((event) => ({
        ...event,
        workspaceId: me.workspaceId,
        campaignId: lead.campaign,
        enrolmentId,
        leadId,
        mailboxId: lead.mailbox,
        stepId: lead.step,
        sentAt: event.kind === 'SENT' ? event.at : sent.at,
      })),
    ),
  );
  if (lead.answeredAt)
    await services.main.test.query(
      `
        insert into intent (
          workspace_id, kind, enrolment_id, mailbox_id, state, slot_at, send_at, sent_at, message_id, envelope_id, to_email,
            created_by
        )
        values ($1, 'REPLY', $2, $3, 'SENT', $4, $4, $4, $5, 'e', 'a@b.test', $6)
      `,
      [me.workspaceId, enrolmentId, lead.mailbox, lead.answeredAt, `<${lead.name}@b>`, me.userId],
    );
}

beforeAll(async () => {
  services = await createTestServices();
  services.main.clock.set(at(8, 12).getTime());
  me = await services.main.signIn();
  await services.main.test.query(`update workspace set plan_type = 'pro' where id = $1`, [me.workspaceId]);
  const box = (email: string, type: string) =>
    one(
      `
        insert into mailbox (
          workspace_id, from_name, from_email, type, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
        )
        values ($1, 'Rosa', $2, $3, 'h', 587, 'u', 'h', 993, 'u')
        returning id
      `,
      [me.workspaceId, email, type],
    );
  const [gmail, outlook] = [await box('rosa@one.test', 'GMAIL'), await box('rosa@two.test', 'OUTLOOK')];
  const tag = await one(`insert into tag (workspace_id, name, color) values ($1, 'Warm', '#3f4fcf') returning id`, [
    me.workspaceId,
  ]);
  await services.main.test.query('insert into mailbox_tag (workspace_id, mailbox_id, tag_id) values ($1, $2, $3)', [
    me.workspaceId,
    gmail,
    tag,
  ]);
  const campaign = async (owner: string, name: string) => {
    const clientId = await one(
      `insert into agency_client (workspace_id, name, email) values ($1, $2, $3) returning id`,
      [me.workspaceId, owner, `${owner}@client.test`],
    );
    const id = await one(
      `insert into campaign (workspace_id, client_id, name, status) values ($1, $2, $3, 'ACTIVE') returning id`,
      [me.workspaceId, clientId, name],
    );
    const step = await one(
      `insert into sequence_step (workspace_id, campaign_id, seq_number, delay_days) values ($1, $2, 1, 0) returning id`,
      [me.workspaceId, id],
    );
    return { campaign: id, step };
  };
  const [yard, dock] = [await campaign('Acme', 'Yard time'), await campaign('Boar', 'Dock talk')];
  const leads: Lead[] = [
    {
      ...yard,
      name: 'Ada',
      mailbox: gmail,
      provider: 'OUTLOOK',
      category: 1,
      events: [
        sent,
        { kind: 'OPEN', at: at(2, 10), isFirst: true },
        replied(at(2, 10)),
        { kind: 'SENT', at: at(4, 9), isFirst: false },
      ],
      answeredAt: at(2, 10, 30),
    },
    {
      ...yard,
      name: 'Ben',
      mailbox: gmail,
      provider: 'GMAIL',
      category: 2,
      events: [sent, { kind: 'CLICK', at: at(3, 9), isFirst: true }, replied(at(4, 9))],
      answeredAt: at(4, 14),
    },
    {
      ...yard,
      name: 'Cem',
      mailbox: outlook,
      provider: 'GMAIL',
      category: null,
      events: [sent, { kind: 'BOUNCE', at: at(2, 9), isFirst: true }],
    },
    { ...dock, name: 'Dia', mailbox: outlook, provider: 'OTHER', category: 1, events: [sent, replied(at(2, 12))] },
    { ...dock, name: 'Eli', mailbox: outlook, provider: 'OTHER', category: 3, events: [sent, replied(at(2, 12))] },
  ];
  for (const lead of leads) await addLead(lead);
});
afterAll(() => services.close());

/** Rows of one grouping by name: sent, contacted, opened, clicked, replied, positive, meetings, bounced. */
async function table(by: InsightGrouping): Promise<Record<string, number[]>> {
  const { groups } = await client().insightGroups({ query: { ...query, by } });
  return Object.fromEntries(
    groups.map(({ name, counts: c }) => [
      name,
      [c.sent, c.contacted, c.opened, c.clicked, c.replied, c.positive, c.meetings, c.bounced],
    ]),
  );
}

it('agency-insights, overall-client-performance: each client', async () => {
  expect(await table('client')).toEqual({ Acme: [4, 3, 1, 1, 2, 2, 1, 1], Boar: [2, 2, 0, 0, 2, 1, 0, 0] });
});

it('campaign-performance: each campaign', async () => {
  expect(await table('campaign')).toEqual({
    'Yard time': [4, 3, 1, 1, 2, 2, 1, 1],
    'Dock talk': [2, 2, 0, 0, 2, 1, 0, 0],
  });
});

it('performance-metrics: each tag of mailboxes', async () => {
  expect((await table('mailbox_tag'))['Warm']).toEqual([3, 2, 1, 1, 2, 2, 1, 0]);
});

it('email-health-metrics, domain-health-metrics: each mailbox, each domain, and their states', async () => {
  const rows = [
    [3, 2, 1, 1, 2, 2, 1, 0],
    [3, 3, 0, 0, 2, 1, 0, 1],
  ];
  expect(await table('mailbox')).toEqual({ 'rosa@one.test': rows[0], 'rosa@two.test': rows[1] });
  expect(await table('domain')).toEqual({ 'one.test': rows[0], 'two.test': rows[1] });
  expect(await client().insightMailboxes({ query: {} })).toMatchObject({ total: 2, without_warmup: 2 });
});

it('email-provider-performance: from each provider to each', async () => {
  const { cells } = await client().insightMatrix({ query });
  expect(
    Object.fromEntries(cells.map((c) => [`${c.from} ${c.to}`, [c.sent, c.contacted, c.replied, c.bounced]])),
  ).toEqual({
    'GMAIL GMAIL': [1, 1, 1, 0],
    'GMAIL OUTLOOK': [2, 1, 1, 0],
    'OUTLOOK GMAIL': [1, 1, 0, 1],
    'OUTLOOK OTHER': [2, 2, 2, 0],
  });
});

it('agency-insights: how each client fares, and the last of nine weeks', async () => {
  const { groups } = await client().insightGroups({ query: { ...query, by: 'client' } });
  expect(Object.fromEntries(groups.map(({ name, health }) => [name, health]))).toEqual({
    // Four emails say nothing of bounces.
    Acme: null,
    Boar: { state: 'WATCH', score: 75, reason: '1 reply waits over 4 h' },
  });
  const { weeks, groups: byWeek } = await client().insightWeeks({ query: { ...query, by: 'client' } });
  expect([weeks.length, weeks[8]]).toEqual([9, '2026-11-02']);
  const acme = byWeek.find(({ key }) => key === groups.find(({ name }) => name === 'Acme')?.key);
  expect([acme?.sent, acme?.positive].map((counts) => counts?.slice(7))).toEqual([
    [0, 4],
    [0, 2],
  ]);
});

it('domain-health-metrics: what warmup emails tell of a mailbox, a domain and a pair of providers', async () => {
  const [box] = await services.main.test.query<{ id: number }>(
    `select id from mailbox where workspace_id = $1 and from_email = 'rosa@one.test'`,
    [me.workspaceId],
  );
  const landed = (at: Date, count: number, where: string) =>
    services.main.test.query(
      `
        insert into warmup_mail (
          workspace_id, from_mailbox_id, to_mailbox_id, from_email, to_email, day, state, send_at, message_id, envelope_id,
            subject, body_text, sent_at, landed
        )
        select $1, $2, to_box.id, 'rosa@one.test', 'rosa@two.test', '2026-11-03', 'SENT', $3, $4 || n, 'e', 's', 't', $3, $5
        from generate_series(1, $6::int) n
        join mailbox to_box on to_box.workspace_id = $1 and to_box.from_email = 'rosa@two.test'
      `,
      [me.workspaceId, box?.id, at, `<${where}${at.getTime()}-`, where, count],
    );
  await landed(at(3, 9), 15, 'INBOX');
  await landed(at(3, 9), 5, 'SPAM');
  // Before the range.
  await landed(new Date(Date.UTC(2026, 9, 1)), 9, 'SPAM');
  await services.main.test.query(`update mailbox set failing_since = $2 where workspace_id = $1 and id = $3`, [
    me.workspaceId,
    at(7, 9),
    box?.id,
  ]);
  const { groups } = await client().insightGroups({ query: { ...query, by: 'domain' } });
  expect(groups.find(({ name }) => name === 'one.test')).toMatchObject({
    placed: 20,
    spam: 5,
    // One of one cannot sign in: 60 points; a quarter in spam: 45, the most that a measure takes.
    health: { state: 'FAILING', score: 0, reason: 'cannot sign in' },
  });
  const { cells } = await client().insightMatrix({ query });
  expect(cells.find(({ from, to }) => from === 'GMAIL' && to === 'OUTLOOK')).toMatchObject({
    sent: 2,
    placed: 20,
    spam: 5,
  });
});

it('lead-response: one, three, three and 48 hours', async () => {
  const { times, steps } = await client().insightReplyTimes({ query });
  expect(times).toMatchObject({ count: 4, median_seconds: 3 * 3600 });
  expect(steps).toEqual([{ seq_number: 1, replied: 4 }]);
});

it('campaign-response-analysis: replies by category', async () => {
  const { categories } = await client().insightReplyTimes({ query });
  expect(Object.fromEntries(categories.map(({ name, count }) => [name, count]))).toEqual({
    Interested: 2,
    'Meeting Request': 1,
    'Not Interested': 1,
  });
});

it('team-board: two of three answered, one in time, and one that waits', async () => {
  expect(await client().insightAnswers({ query })).toMatchObject({
    positive: 3,
    answered: 2,
    in_time: 1,
    // Ben after five hours, and Dia, who came on a Monday at noon.
    late: 2,
    late_arrivals: [
      { weekday: 1, hour: 12, count: 1 },
      { weekday: 3, hour: 8, count: 1 },
    ],
    team: [
      { kind: 'person', user_id: me.userId, answered: 2, meetings: 1, in_time: 1, late: 1, open_late: 0 },
      { kind: 'nobody', answered: 0, open_late: 1 },
    ],
  });
  const { rows, total } = await client().insightWaiting({ query: {} });
  expect([total, rows.map((row) => [row.lead_name, row.client_name, row.replied_at])]).toEqual([
    1,
    [['Dia', 'Boar', at(2, 12).toISOString()]],
  ]);
});

it('narrowed to one client, one mailbox and one day', async () => {
  const { groups } = await client().insightGroups({ query: { ...query, by: 'client' } });
  const boar = Number(groups.find(({ name }) => name === 'Boar')?.key);
  const narrow = await client().insightGroups({
    query: { ...query, to: '2026-11-02', by: 'mailbox', client_ids: [boar] },
  });
  expect(narrow.groups.map(({ name, counts }) => [name, counts.sent, counts.replied])).toEqual([
    ['rosa@two.test', 2, 2],
  ]);
});
