import type { ClientId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredIntent } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';

export interface TrackedIntent extends Pick<
  StoredIntent,
  | 'id'
  | 'workspace_id'
  | 'campaign_id'
  | 'enrolment_id'
  | 'step_id'
  | 'variant_id'
  | 'mailbox_id'
  | 'sent_at'
  | 'send_at'
  | 'state'
  | 'open_count'
  | 'click_count'
> {
  links: string[];
  lead_id: LeadId | null;
  lead_email: string;
  client_id: ClientId | null;
  stop_on: string | null;
  enrolment_opens: number;
  enrolment_clicks: number;
  is_unsubscribed: boolean;
}

/**
 * The mails that were asked for, those that exist and left, under lock: their leads first (the mails' rows wait for all
 * of them), as every writer of outcomes takes them.
 */
export const loadAll = async (sql: SqlClient, intentIds: readonly bigint[]): Promise<Map<string, TrackedIntent>> => {
  const ids = [...new Set(intentIds.map(String))];
  const { rows } = await prepared<TrackedIntent>(
    sql,
    `
      with leads as materialized (
        select e.id, e.lead_id, e.open_count, e.click_count, e.is_unsubscribed
        from enrolment e
        where e.id in (select i.enrolment_id from intent i where i.id = any($1::bigint[]))
        order by e.id
        for no key update of e
      )
      select i.id, i.workspace_id, i.campaign_id, i.enrolment_id, i.step_id, i.variant_id, i.mailbox_id,
        i.sent_at, i.send_at, i.state, i.links, i.open_count, i.click_count, l.id as lead_id,
        coalesce(l.email, i.to_email) as lead_email, c.client_id, c.stop_on,
        coalesce(e.open_count, i.open_count) as enrolment_opens,
        coalesce(e.click_count, i.click_count) as enrolment_clicks,
        coalesce(e.is_unsubscribed, i.is_unsubscribed) as is_unsubscribed
      from intent i
      left join leads e on e.id = i.enrolment_id
      left join campaign c on c.id = i.campaign_id
      left join lateral (
        select id, email
        from lead
        where id = e.lead_id
        union all
        select id, email
        from lead
        where i.enrolment_id is null and workspace_id = i.workspace_id and email = i.to_email
        limit 1
      ) l on true
      where i.id = any($1::bigint[]) and i.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
      order by i.id
      for update of i
    `,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
};

const countVisits = `
  with given as (
      select *
      from jsonb_to_recordset($1::jsonb) as g(
        intent_id bigint, enrolment_id int, is_click boolean, is_machine boolean, at timestamptz
      )
    ),
    sums as (
      select intent_id, enrolment_id, (count(*) filter (where not is_click and not is_machine))::int as opens,
        (count(*) filter (where not is_click and is_machine))::int as machine_opens,
        (count(*) filter (where is_click and not is_machine))::int as clicks,
        min(at) filter (where not is_click and not is_machine) as first_open,
        max(at) filter (where not is_click and not is_machine) as last_open,
        min(at) filter (where is_click and not is_machine) as first_click
      from given
      group by 1, 2
    ),
    mails as (
      update intent i
      set open_count = i.open_count + s.opens, machine_open_count = i.machine_open_count + s.machine_opens,
        click_count = i.click_count + s.clicks, first_open_at = coalesce(i.first_open_at, s.first_open),
        first_click_at = coalesce(i.first_click_at, s.first_click)
      from sums s
      where i.id = s.intent_id
    ),
    leads as (
      select enrolment_id, sum(opens)::int as opens, sum(clicks)::int as clicks,
        min(first_open) as first_open, max(last_open) as last_open, min(first_click) as first_click
      from sums
      where enrolment_id is not null and opens + clicks > 0
      group by 1
    )
  update enrolment e
  set open_count = e.open_count + l.opens, first_open_at = coalesce(e.first_open_at, l.first_open),
    last_open_at = coalesce(l.last_open, e.last_open_at), click_count = e.click_count + l.clicks,
    first_click_at = coalesce(e.first_click_at, l.first_click), updated_at = now()
  from leads l
  where e.id = l.enrolment_id
`;

/** A mail in doubt that somebody opened, clicked or answered has arrived: it is settled as sent (docs/engine.md). */
export async function settleByEvidence(
  sql: SqlClient,
  intent: Pick<TrackedIntent, 'id' | 'state'>,
  what: string,
): Promise<void> {
  if (intent.state !== 'IN_DOUBT') return;
  await sql.query(
    `
      update intent
      set state = 'SENT',
        doubt_evidence = coalesce(doubt_evidence, '{}'::jsonb) || jsonb_build_object('settled', true, 'settled_by', $2::text),
        updated_at = now()
      where id = $1
    `,
    [intent.id, what],
  );
}

/** An open or a click, and whether a program caused it. */
interface VisitRow {
  intent_id: string;
  enrolment_id: EnrolmentId | null;
  is_click: boolean;
  is_machine: boolean;
  at: Date;
}

/** Counts visits with their emails and leads. */
export async function writeVisits(sql: SqlClient, visits: readonly VisitRow[]): Promise<void> {
  await prepared(sql, countVisits, [JSON.stringify(visits)]);
}

/** The email was answered by an unsubscribe. */
export async function writeUnsubscribedBy(sql: SqlClient, intentId: TrackedIntent['id']): Promise<void> {
  await sql.query('update intent set is_unsubscribed = true where id = $1', [intentId]);
}

export async function writeLeadUnsubscribed(sql: SqlClient, leadId: LeadId, at: Date): Promise<void> {
  await sql.query(
    `
      update lead
      set is_unsubscribed = true, unsubscribed_at = coalesce(unsubscribed_at, $2), updated_at = now()
      where id = $1
    `,
    [leadId, at],
  );
}

/** Where a lead still waits, locked. */
export async function lockOpenPlaces(sql: SqlClient, workspaceId: WorkspaceId, leadId: LeadId): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select id
      from enrolment
      where workspace_id = $1 and lead_id = $2 and status in ('STARTED', 'INPROGRESS', 'PAUSED')
      order by id
      for update
    `,
    [workspaceId, leadId],
  );
  return rows.map((row) => row.id);
}
