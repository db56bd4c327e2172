import { localDay } from '#engine/sending/local-day';
import type { CampaignSnapshot } from '#engine/sending/plan.types';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';

/** A campaign whose day is counted by the clock of its own time zone. */
type CountedCampaign = Pick<CampaignSnapshot, 'id'> & { schedule: Pick<CampaignSnapshot['schedule'], 'timeZone'> };

/** A mailbox whose day is counted by the clock of its own time zone. */
interface SendingMailbox {
  id: number;
  time_zone: string;
}

/** What a mailbox has sent and reserved, and who waits for it. */
export interface MailboxUse {
  sends: MailboxSends | undefined;
  day: DayCounts | undefined;
  own: CampaignSends | undefined;
  waiters: readonly Waiter[];
}

/** Reads what these mailboxes sent and reserved across all campaigns, and for this one. */
export async function readMailboxUse(
  sql: SqlClient,
  campaign: CountedCampaign,
  rows: readonly SendingMailbox[],
  now: number,
): Promise<(mailboxId: number) => MailboxUse> {
  const ids = rows.map((row) => row.id);
  const sends = byMailbox(await readSends(sql, ids, now));
  const days = byMailbox(await countDays(sql, rows, now));
  const own = byMailbox(await countForCampaign(sql, campaign, ids, now));
  const waiters = await findWaiters(sql, campaign, ids);
  return (mailboxId) => ({
    sends: sends.get(mailboxId),
    day: days.get(mailboxId),
    own: own.get(mailboxId),
    waiters: waiters.filter((waiter) => waiter.mailbox_id === mailboxId),
  });
}

const byMailbox = <Row extends { mailbox_id: number }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.mailbox_id, row]));

interface MailboxSends {
  mailbox_id: number;
  times: Date[];
  open: Date[];
}

/** Emails of the last 24 hours, newest first and at most a day's cap, and those on their way. */
async function readSends(sql: SqlClient, ids: readonly number[], now: number): Promise<MailboxSends[]> {
  const { rows: found } = await prepared<MailboxSends>(
    sql,
    `
      select m.id as mailbox_id,
        array(
          select s.at
          from (
            select i.send_at as at
            from intent i
            where i.mailbox_id = m.id
              and i.state in ('RESERVED','SUBMITTING','SENT','IN_DOUBT')
              and i.kind in ('CAMPAIGN', 'SINGLE')
              and i.send_at > $2
            union all
            -- Placement tests take from the same cap.
            select p.sent_at
            from placement_mail p
            where p.workspace_id = m.workspace_id
              and p.mailbox_id = m.id
              and p.state in ('SUBMITTING','SENT','IN_DOUBT')
              and p.sent_at > $2
          ) s
          order by s.at desc
          limit greatest(m.message_per_day, 1)
        ) as times,
        array(
          select i.send_at
          from intent i
          where i.mailbox_id = m.id and i.state in ('RESERVED','SUBMITTING')
          order by i.send_at
        ) as open
      from mailbox m
      -- Through a subquery, so that a list of one is planned like any other: PostgreSQL would otherwise plan anew for each.
      where m.id = any((select $1::int[])::int[])
    `,
    [ids, new Date(now - 24 * 3_600_000)],
  );
  return found;
}

interface DayCounts {
  mailbox_id: number;
  sent: number;
  reserved: number;
}

/** What each mailbox has sent and reserved of its daily limit, on its own calendar day. Replies of people take nothing from it. */
export async function countDays(sql: SqlClient, rows: readonly SendingMailbox[], now: number): Promise<DayCounts[]> {
  const { rows: found } = await prepared<DayCounts>(
    sql,
    `
      select s.mailbox_id, count(*) filter (where not s.is_open)::int as sent, count(*) filter (where s.is_open)::int as reserved
      from (
        select i.mailbox_id, i.state in ('RESERVED','SUBMITTING') as is_open
        from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) as d(mailbox_id, day_start, day_end)
        join intent i on i.mailbox_id = d.mailbox_id and i.send_at >= d.day_start and i.send_at < d.day_end
        where i.state in ('RESERVED','SUBMITTING','SENT','IN_DOUBT') and i.kind in ('CAMPAIGN', 'SINGLE')
        union all
        -- Placement tests take from the same day.
        select p.mailbox_id, p.state = 'SUBMITTING'
        from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) as d(mailbox_id, day_start, day_end)
        join mailbox m on m.id = d.mailbox_id
        join placement_mail p on p.workspace_id = m.workspace_id
          and p.mailbox_id = m.id
          and p.sent_at >= d.day_start
          and p.sent_at < d.day_end
        where p.state in ('SUBMITTING','SENT','IN_DOUBT')
      ) s
      group by 1
    `,
    [
      rows.map((row) => row.id),
      rows.map((row) => localDay(row.time_zone, now).start),
      rows.map((row) => localDay(row.time_zone, now).end),
    ],
  );
  return found;
}

interface CampaignSends {
  mailbox_id: number;
  new_leads: number;
  follow_ups: number;
  last: Date | null;
}

/** What each mailbox has sent for the campaign on its day, and when last. */
async function countForCampaign(
  sql: SqlClient,
  campaign: CountedCampaign,
  ids: readonly number[],
  now: number,
): Promise<CampaignSends[]> {
  const { rows: found } = await prepared<CampaignSends>(
    sql,
    `
      select mailbox_id, count(*) filter (where is_new_lead and send_at >= $3)::int as new_leads,
        count(*) filter (where not is_new_lead and send_at >= $3)::int as follow_ups, max(send_at) as last
      from intent
      where campaign_id = $1
        and mailbox_id = any($2)
        and state in ('RESERVED','SUBMITTING','SENT','IN_DOUBT')
        and kind = 'CAMPAIGN'
        and send_at > $4
      group by 1
    `,
    [campaign.id, ids, localDay(campaign.schedule.timeZone, now).start, new Date(now - 48 * 3_600_000)],
  );
  return found;
}

interface Waiter {
  mailbox_id: number;
  campaign_id: number;
  waiting_since: Date;
  next_trigger_at: Date;
}

/** Other active campaigns that wait for a place in these mailboxes. */
async function findWaiters(sql: SqlClient, campaign: CountedCampaign, ids: readonly number[]): Promise<Waiter[]> {
  const { rows: found } = await prepared<Waiter>(
    sql,
    `
      select cm.mailbox_id, cm.campaign_id, cm.waiting_since, c.next_trigger_at
      from campaign_mailbox cm
      join campaign c on c.id = cm.campaign_id
      where cm.mailbox_id = any($1)
        and cm.campaign_id <> $2
        and cm.waiting_since is not null
        and c.status = 'ACTIVE'
        and c.next_trigger_at is not null
      order by cm.mailbox_id, cm.waiting_since, cm.campaign_id
    `,
    [ids, campaign.id],
  );
  return found;
}
