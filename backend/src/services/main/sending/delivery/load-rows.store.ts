import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import type { RequiredRows, RowRequest } from '#engine/sending/required-rows';
import type { EnrolmentSnapshot, QueueKey } from '#engine/sending/plan.types';
import type { StepRow, CampaignRow } from '#lifecycle/lifecycle.api';
import { localDay } from '#engine/sending/local-day';
import { plannedReadAge } from './load-mailboxes.store';
import { importHold } from './bounce-holds.store';
import { type EnrolmentRow, toSnapshots } from './enrolment-snapshot';

const selected = (queue: string, companyStart: string) => `
  e.id, e.lead_id, e.status, e.reason, e.next_step_id, e.next_seq_number, e.next_due_at, e.next_eligible_at, e.created_at,
    e.mailbox_id, e.provider, e.hold_kind, e.hold_until, e.variant_by_step, ${queue} as queue,
  l.email, l.domain, l.time_zone, l.is_unsubscribed, l.is_bounced, l.first_name, l.last_name, l.phone_number,
    l.company_name, l.website, l.location, l.linkedin_profile, l.company_url, l.custom_fields,
  (select s.source from suppression s where s.workspace_id = e.workspace_id and s.client_scope in (0, $2)
    and (
      (s.kind = 'email' and s.value = l.email)
      or (s.kind = 'domain' and s.value = any(covering_domains(l.domain)))
    ) limit 1) as suppression,
  case when $3 then (select count(*)::int from intent i join enrolment o on o.id = i.enrolment_id
    join lead p on p.id = o.lead_id where i.campaign_id = e.campaign_id and p.domain = l.domain
    and i.state in ('RESERVED','SUBMITTING','SENT','IN_DOUBT') and i.send_at >= ${companyStart}) else 0 end as company_sent_today,
  (select json_build_object('mailbox_id', b.id, 'read_at', b.last_synced_at, 'reason', b.sync_error) from mailbox b
    where b.id = unread_inbox(e.id, ${plannedReadAge})) as unread_inbox,
  ${importHold('e')} as import_hold,
  oi.state as intent_state, oi.send_at as intent_send_at,
  (select json_build_object('action', k.kind, 'state', coalesce(k.connection, k.state), 'note', k.note, 'next_look_at',
    k.next_look_at) from linkedin_action k where k.enrolment_id = e.id and k.step_id = e.next_step_id
    and k.state in ('WAITING', 'ACTING', 'PENDING')) as linked_in`;

const joined = 'join lead l on l.id = e.lead_id left join intent oi on oi.id = e.open_intent_id';

/** Rows already loaded of each queue, so that a further page begins behind them. */
export type LoadedCounts = Map<QueueKey, number>;

/** The rows that a round of a campaign needs. */
interface RowsToLoad {
  campaign: CampaignRow;
  steps: readonly StepRow[];
  required: RequiredRows;
  loaded: LoadedCounts;
  now: number;
}

/** Loads the heads of the queues that the planner asked for. `incomplete` names queues that hold more. */
export async function loadRows(
  sql: SqlClient,
  { campaign, steps, required, loaded, now }: RowsToLoad,
): Promise<{ rows: EnrolmentSnapshot[]; incomplete: QueueKey[] }> {
  if (required.dueBefore === null) return { rows: [], incomplete: [] };
  const due = new Date(required.dueBefore);
  const rows: EnrolmentRow[] = [];
  const incomplete: QueueKey[] = [];
  for (const group of groupByKind(required.rows)) {
    const found = await query(sql, { campaign, steps, group, due, loaded, now });
    for (const request of group) {
      const mine = found.filter((row) => row.queue === request.key);
      if (mine.length >= request.limit) incomplete.push(request.key);
      loaded.set(request.key, (loaded.get(request.key) ?? 0) + mine.length);
      rows.push(...mine);
    }
  }
  return { rows: await toSnapshots(rows, campaign, steps, now), incomplete };
}

/** Requests of the same kind go to the database in one round trip. */
function groupByKind(requests: readonly RowRequest[]): RowRequest[][] {
  const groups = new Map<string, RowRequest[]>();
  for (const request of requests) groups.set(request.list, [...(groups.get(request.list) ?? []), request]);
  return [...groups.values()];
}

/** Requests of rows that one statement answers. */
interface RowGroup {
  campaign: CampaignRow;
  steps: readonly StepRow[];
  group: RowRequest[];
  due: Date;
  loaded: LoadedCounts;
  now: number;
}

async function query(sql: SqlClient, given: RowGroup): Promise<EnrolmentRow[]> {
  const [first] = given.group;
  if (!first) return [];
  return first.list === 'FOLLOW_UP' || first.list === 'NEW_OF_MAILBOX'
    ? queryMailboxes(sql, given, first.list)
    : queryOthers(sql, given);
}

/** What every statement is about: the campaign, its client, whether companies have a limit, and when its day began. */
const baseOf = ({ campaign, now }: RowGroup) => [
  campaign.id,
  campaign.client_id ?? 0,
  campaign.company_daily_limit !== null,
  localDay(campaign.time_zone, now).start,
];

/** Leads at a step that a person or LinkedIn does stand in no queue (reach-steps.store.ts). $10 is the first step, $11 are those steps. */
const isAtEmailStep = 'coalesce(e.next_step_id, $10::int) <> all($11::int[])';
const emailStepValues = ({ steps }: RowGroup) => [
  steps[0]?.id ?? 0,
  steps.filter((step) => step.snapshot.kind !== 'EMAIL').map((step) => step.id),
];

/** The heads of the queues of single mailboxes, all in one statement. */
async function queryMailboxes(
  sql: SqlClient,
  given: RowGroup,
  list: 'FOLLOW_UP' | 'NEW_OF_MAILBOX',
): Promise<EnrolmentRow[]> {
  const { group, due, loaded } = given;
  const offsets = group.map((request) => loaded.get(request.key) ?? 0);
  const mailboxes = group.map((request) => ('mailboxId' in request ? Number(request.mailboxId) : 0));
  const open =
    list === 'FOLLOW_UP'
      ? `e.status = 'INPROGRESS' and e.next_eligible_at <= $8 order by e.next_eligible_at, e.id`
      : `e.status = 'STARTED' and coalesce(e.next_eligible_at, '-infinity') <= $8 order by e.id`;
  const { rows } = await prepared<EnrolmentRow>(
    sql,
    `
      select ${selected('q.key', '$4')}
      from unnest($5::text[], $6::int[], $7::int[], $9::int[]) as q(key, mailbox_id, most, passed)
      cross join lateral (
        select *
        from enrolment e
        where e.campaign_id = $1
          and e.mailbox_id = q.mailbox_id
          and e.open_intent_id is null
          and not e.is_parked
          and ${isAtEmailStep}
          and ${open}
        limit q.most
        offset q.passed
      ) e ${joined}
    `,
    [
      ...baseOf(given),
      group.map((request) => request.key),
      mailboxes,
      group.map((request) => request.limit),
      due,
      offsets,
      ...emailStepValues(given),
    ],
  );
  return rows;
}

/** The mailboxes of a queue that let their leads go. */
export const releasedOf = (request: RowRequest): number[] =>
  'releasedMailboxIds' in request ? request.releasedMailboxIds.map(Number) : [];

/** SQL of the rows of a queue that is no single mailbox's; named are the parameters with its time and {@link releasedOf}. */
export function inOtherQueue(request: RowRequest, { due, released }: { due: string; released: string }): string {
  const isOrphan = request.list === 'ORPHAN';
  const detached = `not exists (select from campaign_mailbox cm join mailbox m on m.id = cm.mailbox_id
      and m.deleted_at is null where cm.campaign_id = $1 and cm.mailbox_id = e.mailbox_id)`;
  const mayMove = isOrphan && 'includeDetached' in request && !request.includeDetached ? 'false' : detached;
  const provider =
    request.list === 'NEW_POOL' && request.provider !== null
      ? request.provider === 'OTHER'
        ? `and e.provider not in ('GMAIL', 'OUTLOOK')`
        : `and e.provider = '${request.provider === 'GMAIL' ? 'GMAIL' : 'OUTLOOK'}'`
      : '';
  const open = isOrphan
    ? `e.status = 'INPROGRESS' and e.next_eligible_at <= ${due}`
    : `e.status = 'STARTED' and coalesce(e.next_eligible_at, '-infinity') <= ${due} ${provider}`;
  return `${open} and (e.mailbox_id is null or e.mailbox_id = any(${released}) or ${mayMove})`;
}

/** The heads of the queues that are no single mailbox's: new leads of the pool, and leads whose mailbox is gone. */
async function queryOthers(sql: SqlClient, given: RowGroup): Promise<EnrolmentRow[]> {
  const { group, due, loaded } = given;
  const base = baseOf(given);
  const all: EnrolmentRow[] = [];
  for (const request of group) {
    const { rows } = await prepared<EnrolmentRow>(
      sql,
      `
        select ${selected('$6::text', '$4')}
        from (
          select *
          from enrolment e
          where e.campaign_id = $1
            and e.open_intent_id is null
            and not e.is_parked
            and ${isAtEmailStep}
            and ${inOtherQueue(request, { due: '$5', released: '$7::int[]' })}
          order by ${request.list === 'ORPHAN' ? 'e.next_eligible_at, e.id' : 'e.id'}
          limit $8
          offset $9
        ) e ${joined}
      `,
      [
        ...base,
        due,
        request.key,
        releasedOf(request),
        request.limit,
        loaded.get(request.key) ?? 0,
        ...emailStepValues(given),
      ],
    );
    all.push(...rows);
  }
  return all;
}

/** Follow-ups of each mailbox that come later today, up to a bound. */
export async function countLaterToday(
  sql: SqlClient,
  campaignId: CampaignId,
  required: RequiredRows,
): Promise<Map<string, number>> {
  if (required.counts.length === 0) return new Map();
  const { rows } = await prepared<{ mailbox_id: string; count: number }>(
    sql,
    `
      select q.mailbox_id::text,
        (
          select count(*)::int
          from (
            select
            from enrolment e
            where e.campaign_id = $1
              and e.mailbox_id = q.mailbox_id
              and e.status = 'INPROGRESS'
              and e.open_intent_id is null
              and not e.is_parked
              and e.next_eligible_at > q.after
              and e.next_eligible_at <= q.until
            limit q.most
          ) s
        ) as count
      from unnest(
        $2::int[], $3::timestamptz[], $4::timestamptz[], $5::int[]
      ) as q(mailbox_id, after, until, most)
    `,
    [
      campaignId,
      required.counts.map((count) => Number(count.mailboxId)),
      required.counts.map((count) => new Date(count.after)),
      required.counts.map((count) => new Date(count.until)),
      required.counts.map((count) => count.limit),
    ],
  );
  return new Map(rows.map((row) => [row.mailbox_id, row.count]));
}

/** Enrolments of a campaign by id. */
interface EnrolmentsToLoad {
  campaign: CampaignRow;
  steps: readonly StepRow[];
  enrolmentIds: readonly EnrolmentId[];
  now: number;
}

/** The rows of given enrolments, whatever queue they stand in: for explanations. */
export async function loadEnrolments(
  sql: SqlClient,
  { campaign, steps, enrolmentIds, now }: EnrolmentsToLoad,
): Promise<EnrolmentSnapshot[]> {
  const { rows } = await sql.query<EnrolmentRow>(
    `select ${selected(`''`, '$4')} from enrolment e ${joined} where e.campaign_id = $1 and e.id = any($5::int[])`,
    [
      campaign.id,
      campaign.client_id ?? 0,
      campaign.company_daily_limit !== null,
      localDay(campaign.time_zone, now).start,
      enrolmentIds,
    ],
  );
  return toSnapshots(rows, campaign, steps, now);
}

/** Leads of a campaign that nothing has ended or paused, those that were never emailed last, up to a number. */
export async function findOpenLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  most: number,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select id
      from enrolment
      where workspace_id = $1 and campaign_id = $2 and status in ('STARTED', 'INPROGRESS')
      order by status, id
      limit $3
    `,
    [workspaceId, campaignId, most],
  );
  return rows.map((row) => row.id);
}
