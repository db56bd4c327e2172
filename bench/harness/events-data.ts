import type { Client } from 'pg';
import { addWorkspace, fillBehindIndexes, fillUnchecked, readId } from './fill';
import { fillWholeDays } from './whole-days';

/** First day of the events; they spread over so many days, most of them in the hours of a working day. */
const eventsFrom = '2026-08-03';
export const eventDays = 92;
const campaigns = 300;
const mailboxes = 500;
/** Events of one lead in a campaign: three sent, and what they bring. */
const perEnrolment = 5;
/** Above this many leads, each is in several campaigns. */
const mostLeads = 5_000_000;

/**
 * What happens to a lead in a campaign by the number `n` of its enrolment: kind, whether a machine or the first of the lead, hours after
 * its first email, and how often.
 */
const happenings = `
  (values ('SENT', false, true, 0, true), ('SENT', false, false, 72, n % 20 <> 0), ('SENT', false, false, 168, n % 10 > 0),
    ('OPEN', true, false, 1, n % 3 = 0), ('OPEN', false, true, 5, n % 5 < 3), ('OPEN', false, false, 30, n % 2 = 0),
    ('OPEN', false, false, 75, n % 2 = 0), ('CLICK', false, true, 6, n % 10 = 0), ('REPLY', false, true, 26, n % 16 = 0),
    ('AUTO_REPLY', false, false, 2, n % 33 = 0), ('BOUNCE', false, false, 0, n % 50 = 0),
    ('UNSUBSCRIBE', false, true, 50, n % 100 = 0)
  ) as h(kind, is_machine, is_first, hours, happens)
`;

/**
 * A workspace of 300 campaigns and 500 mailboxes with so many events and their rollups, by SQL alone, unless one is there. Indexes are made
 * behind the rows. The owner must be a superuser.
 */
export async function fillEvents(owner: Client, events: number): Promise<{ workspace: number; user: number }> {
  const { rows } = await owner.query<{ workspace: number; user: number }>(
    `select w.id as workspace, u.id as user from workspace w join app_user u on u.workspace_id = w.id where w.name = 'Filled'`,
  );
  if (rows[0]) return rows[0];
  const filled = await fillUnchecked(
    owner,
    () =>
      fillBehindIndexes(owner, ['lead', 'enrolment', 'event'], () =>
        fillTables(owner, Math.round(events / perEnrolment)),
      ),
    { maintenance_work_mem: '1GB', work_mem: '512MB' },
  );
  // Last, so that what was filled by half is not taken for whole.
  await owner.query(`update workspace set name = 'Filled' where id = $1`, [filled.workspace]);
  return filled;
}

async function fillTables(owner: Client, enrolments: number): Promise<{ workspace: number; user: number }> {
  const each = Math.ceil(enrolments / mostLeads);
  const leads = Math.round(enrolments / each);
  await owner.query('select create_event_partitions($1::date, 5)', [eventsFrom]);
  const { workspace, user } = await addWorkspace(owner, 'Events');
  await owner.query(
    `
      insert into campaign (workspace_id, name, status)
      select $1, 'Campaign ' || n, 'ACTIVE'
      from generate_series(1, $2::int) n
    `,
    [workspace, campaigns],
  );
  const first = await readId(owner, 'select min(id) as id from campaign where workspace_id = $1', [workspace]);
  await owner.query(
    `
      insert into lead (workspace_id, email, domain)
      select $1, 'person.' || n || '@company' || n % 20000 || '.test', 'company' || n % 20000 || '.test'
      from generate_series(1, $2::int) n
    `,
    [workspace, leads],
  );
  await owner.query(
    `
      insert into enrolment (workspace_id, campaign_id, lead_id, status, constraint_code, steps_sent, category_id)
      select $1, $2 + (l.id::bigint * 7907 % 1000003 + turn * 37) % $3::int, l.id, 'COMPLETED', 'LEAD_ENDED', 3,
        case when l.id % 16 = 0 then (array[1, 2, 3, 5, 7])[1 + l.id / 16 % 5] end
      from lead l
      cross join generate_series(0, $4::int - 1) turn
      where l.workspace_id = $1
    `,
    [workspace, first, campaigns, each],
  );
  await owner.query(
    `
      insert into event (
        workspace_id, kind, at, sent_at, campaign_id, enrolment_id, lead_id, mailbox_id, is_machine, is_first, category_id
      )
      select $1, h.kind, e.begun + h.hours * interval '1 hour', e.begun, e.campaign_id, e.id, e.lead_id, e.lead_id % $4::int + 1,
        h.is_machine, h.is_first, case when h.kind = 'REPLY' and h.is_first then e.category_id end
      from (
        select id, lead_id, campaign_id, category_id, id as n,
          $2::timestamptz + id % ($3::int - 8) * interval '1 day' + (6 + id::bigint * 7919 % 12) * interval '1 hour'
            + id::bigint * 104729 % 3600 * interval '1 second' as begun
        from enrolment
        where workspace_id = $1
      ) e
      cross join lateral ${happenings}
      where h.happens
    `,
    [workspace, `${eventsFrom}T00:00:00Z`, eventDays, mailboxes],
  );
  await fillRollups(owner, workspace);
  await fillWholeDays(owner, workspace);
  return { workspace, user };
}

/** As append-events.store.ts writes them, of the dimensions that are asked for here: quarters of an hour, from which the rest adds up. */
async function fillRollups(owner: Client, workspace: number): Promise<void> {
  await owner.query(
    `
      insert into event_rollup (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
      select v.workspace_id, 'campaign', v.campaign_id, 'event', date_bin('15 minutes', v.at, timestamptz '2026-01-01 00:00:00+00'),
        case when v.is_machine then 'MACHINE_' || v.kind else v.kind end, count(*), count(*) filter (where v.is_first)
      from event v
      where v.workspace_id = $1
      group by 1, 3, 5, 6
      order by 5
    `,
    [workspace],
  );
  await owner.query(
    `
      insert into event_rollup (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
      select workspace_id, 'workspace', 0, axis, bucket, kind, sum(count), sum(first_count)
      from event_rollup
      where workspace_id = $1
      group by workspace_id, axis, bucket, kind
      order by bucket
    `,
    [workspace],
  );
  await owner.query(
    `
      insert into event_rollup (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
      select workspace_id, dimension, dimension_id, 'event_day', date_trunc('day', bucket, 'UTC'), kind, sum(count), sum(first_count)
      from event_rollup
      where workspace_id = $1
      group by workspace_id, dimension, dimension_id, date_trunc('day', bucket, 'UTC'), kind
      order by 5
    `,
    [workspace],
  );
}
