import { insightGroupings, insightsContract } from '@skein/contracts/analytics/insights.contract';
import { measures, type Measure } from '@skein/contracts/analytics/measures';
import type { Narrowing } from '@skein/contracts/analytics/narrowing';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import type { SignedIn } from '#main/testing';
import { makeHistory, seededRandom } from '../../testing/random-history';

let services: TestServices;
let me: SignedIn;
const start = Date.parse('2026-10-15T00:00:00Z');
const day = 86_400_000;
const query = { from: '2026-10-10', to: '2026-11-09', time_zone: 'Europe/Berlin' };
const insights = () => services.asClient(insightsContract, me);

/** How many rows the list behind a figure has: pages counted, and the total it names. */
async function rowsOf(measure: Measure, narrow: Narrowing, more: { include_out_of_office?: boolean } = {}) {
  const client = services.asClient(workspaceAnalyticsContract, me);
  let cursor: string | undefined;
  let found = 0;
  let total = 0;
  do {
    const page = await client.overallRows({
      query: { ...query, ...more, ...narrow, measure, limit: 200, ...(cursor ? { cursor } : {}) },
    });
    found += page.rows.length;
    total = page.total;
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(found).toBe(total);
  return total;
}

beforeAll(async () => {
  services = await createTestServices();
  services.main.clock.set(start + 20 * day);
  me = await services.main.signIn();
  const { test } = services.main;
  await test.query(`update workspace set plan_type = 'pro' where id = $1`, [me.workspaceId]);
  const history = await makeHistory(services.main, me.workspaceId, 31, { leads: 160, start, days: 18 });
  const random = seededRandom(5);
  const [clientOne] = await test.query<{ id: number }>(
    `insert into agency_client (workspace_id, name, email) values ($1, 'Acme', 'acme@client.test') returning id`,
    [me.workspaceId],
  );
  await test.query('update campaign set client_id = $2 where workspace_id = $1 and id = $3', [
    me.workspaceId,
    clientOne?.id,
    history.campaigns[0]?.id,
  ]);
  await test.query(
    `update mailbox set type = 'GMAIL', from_email = 'rosa@one.test' where workspace_id = $1 and id = $2`,
    [me.workspaceId, history.mailboxIds[0]],
  );
  await test.query(
    `
      with label as (insert into tag (workspace_id, name, color) values ($1, 'Warm', '#3f4fcf') returning id)
      insert into mailbox_tag (workspace_id, mailbox_id, tag_id) select $1, $2, id from label
    `,
    [me.workspaceId, history.mailboxIds[0]],
  );
  const leads = await test.query<{ id: number; mailbox_id: number; replied_at: Date | null }>(
    `
      select e.id, e.mailbox_id, min(v.at) filter (where v.kind = 'REPLY') as replied_at
      from enrolment e
      left join event v on v.workspace_id = $1 and v.enrolment_id = e.id
      where e.workspace_id = $1
      group by e.id
      order by e.id
    `,
    [me.workspaceId],
  );
  for (const lead of leads) {
    await test.query(
      'update enrolment set provider = $3, assigned_user_id = $4, is_archived = $5 where workspace_id = $1 and id = $2',
      [
        me.workspaceId,
        lead.id,
        (['GMAIL', 'OUTLOOK', 'OTHER'] as const)[Math.floor(random() * 3)],
        random() < 0.5 ? me.userId : null,
        random() < 0.2,
      ],
    );
    // Some are answered twice: only the first answer counts.
    for (const hours of lead.replied_at && random() < 0.7 ? [random() * 9, 30] : [])
      await test.query(
        `
          insert into intent (
            workspace_id, kind, enrolment_id, mailbox_id, state, slot_at, send_at, sent_at, message_id, envelope_id, to_email,
              created_by
          )
          values ($1, 'REPLY', $2, $3, 'SENT', $4, $4, $4, $5, 'e', 'a@b.test', $6)
        `,
        [
          me.workspaceId,
          lead.id,
          lead.mailbox_id,
          new Date((lead.replied_at as Date).getTime() + hours * 3_600_000),
          `<${lead.id}.${hours}@b>`,
          hours === 30 || random() < 0.7 ? me.userId : null,
        ],
      );
  }
});
afterAll(() => services.close());

it.each(insightGroupings)('lists as many rows as each figure by %s counts', async (by) => {
  const { groups } = await insights().insightGroups({ query: { ...query, by } });
  expect(groups.length).toBeGreaterThan(0);
  for (const group of groups)
    for (const measure of measures)
      expect([group.name, measure, await rowsOf(measure, { group_by: by, group_key: group.key })]).toEqual([
        group.name,
        measure,
        group.counts[measure],
      ]);
});

it.each([false, true])(
  'lists as many rows as each cell of the provider matrix counts; out of office: %s',
  async (ooo) => {
    const more = { include_out_of_office: ooo };
    const { cells } = await insights().insightMatrix({ query: { ...query, ...more } });
    const names: Record<string, 'Google' | 'Microsoft 365' | 'Other'> = { GMAIL: 'Google', OUTLOOK: 'Microsoft 365' };
    const end = (type: string) => names[type] ?? 'Other';
    expect(cells.length).toBeGreaterThan(3);
    for (const measure of ['sent', 'contacted', 'replied', 'bounced'] as const) {
      for (const cell of cells)
        expect(await rowsOf(measure, { from_provider: end(cell.from), to_provider: end(cell.to) }, more)).toBe(
          cell[measure],
        );
      expect(await rowsOf(measure, { from_provider: 'any', to_provider: 'any' }, more)).toBe(
        cells.reduce((sum, cell) => sum + cell[measure], 0),
      );
    }
  },
);

it('lists as many rows as replies by category, sentiment, step and time count', async () => {
  const { categories, steps, times } = await insights().insightReplyTimes({ query });
  const sentiments = new Map<string, number>();
  for (const { category_id: id, sentiment, count } of categories) {
    expect(await rowsOf('replied', { category: id ?? 'none' })).toBe(count);
    sentiments.set(sentiment, (sentiments.get(sentiment) ?? 0) + count);
  }
  for (const sentiment of ['positive', 'neutral', 'negative', 'none'] as const)
    expect([sentiment, await rowsOf('replied', { sentiment })]).toEqual([sentiment, sentiments.get(sentiment) ?? 0]);
  for (const { seq_number: step, replied } of steps)
    expect(await rowsOf('replied', { step: step ?? 'none' })).toBe(replied);
  for (const { from_seconds: from, to_seconds: to, count } of times.spans)
    expect(await rowsOf('replied', { took_from: from, ...(to === null ? {} : { took_to: to }) })).toBe(count);
});

it('lists as many rows as each figure of the team counts', async () => {
  const answers = await insights().insightAnswers({ query });
  const positive = (narrow: Narrowing) => rowsOf('positive', narrow);
  expect(await positive({ answer: 'answered' })).toBe(answers.answered);
  expect(await positive({ answer: 'unanswered' })).toBe(answers.positive - answers.answered);
  expect(await positive({ answer: 'in_time' })).toBe(answers.in_time);
  expect(await positive({ answer: 'late' })).toBe(answers.late);
  expect(await positive({ answer: 'due' })).toBe(answers.in_time + answers.late);
  for (const { from_seconds: from, to_seconds: to, count } of answers.times.spans)
    expect(await positive({ answer_from: from, ...(to === null ? {} : { answer_to: to }) })).toBe(count);
  for (const { weekday, hour, count } of answers.late_arrivals)
    expect(await positive({ answer: 'late', weekday, hour })).toBe(count);
  for (let weekday = 1; weekday <= 7; weekday += 1)
    expect(await positive({ answer: 'late', weekday })).toBe(
      answers.late_arrivals.filter((one) => one.weekday === weekday).reduce((sum, { count }) => sum + count, 0),
    );
  expect(answers.team.map(({ kind }) => kind).sort()).toEqual(['mailbox', 'nobody', 'person']);
  for (const row of answers.team) {
    const open = { answer: 'open_late', assigned_to: row.user_id ?? 'none' } as const;
    if (row.kind !== 'mailbox') expect(await positive(open)).toBe(row.open_late);
    if (row.kind === 'nobody') continue;
    const by = { answered_by: row.user_id ?? 'mailbox' } as const;
    expect(await positive({ ...by })).toBe(row.answered);
    expect(await rowsOf('meetings', { ...by })).toBe(row.meetings);
    expect(await positive({ ...by, answer: 'in_time' })).toBe(row.in_time);
    expect(await positive({ ...by, answer: 'answered_late' })).toBe(row.late);
    for (const { category_id: id, count } of row.categories)
      expect(await positive({ ...by, category: id ?? 'none' })).toBe(count);
  }
});

it('takes the same rows along as CSV', async () => {
  const answer = await services.apps.analytics?.request(
    `/api/analytics/overall/export?what=rows&measure=positive&answer=late&from=${query.from}&to=${query.to}&time_zone=${query.time_zone}`,
    { headers: me.headers },
  );
  const lines = (await answer?.text())?.trim().split('\n') ?? [];
  expect(lines.length - 1).toBe(await rowsOf('positive', { answer: 'late' }));
});
