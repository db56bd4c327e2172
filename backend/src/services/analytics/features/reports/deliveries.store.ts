import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { inEnabledWorkspace } from '#platform/db/enabled-workspace';

export interface DueReport {
  id: number;
  workspace_id: WorkspaceId;
  weekday: number;
  hour: number;
  time_zone: string;
}

/** Takes reports whose time has come, for this transaction; another process takes others. */
export async function takeDue(sql: SqlClient, now: Date, most: number): Promise<DueReport[]> {
  const { rows } = await sql.query<DueReport>(
    `
      select r.id, r.workspace_id, r.weekday, r.hour, r.time_zone
      from saved_report r
      where r.is_active
        and r.next_at <= $1
        and ${inEnabledWorkspace('r.workspace_id')}
        and not exists (
          select
          from agency_client c
          where c.workspace_id = r.workspace_id and c.id = r.client_id and c.status <> 'active'
        )
        and (
          r.is_shared
            or exists (
              select
              from app_user u
              where u.workspace_id = r.workspace_id and u.id = r.user_id and u.status = 'active'
            )
        )
      order by r.next_at, r.id
      limit $2
      for update of r skip locked
    `,
    [now, most],
  );
  return rows;
}

/** The week of a report that is delivered. */
interface WeekToDeliver {
  reportId: number;
  week: { from: string; to: string };
  at: Date;
}

/** One email for each recipient who has not stopped it; a week that was written before is not written again. @returns the new ones */
export async function insertDeliveries(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { reportId, week, at }: WeekToDeliver,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into report_delivery (workspace_id, report_id, from_day, to_day, email, created_at)
      select workspace_id, report_id, $3::date, $4::date, email, $5
      from report_recipient
      where workspace_id = $1 and report_id = $2 and stopped_at is null
      on conflict (workspace_id, report_id, from_day, email)
      do nothing
      returning id
    `,
    [workspaceId, reportId, week.from, week.to, at],
  );
  return rows.map((row) => row.id);
}

export async function writeNextTime(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  reportId: number,
  at: Date,
): Promise<void> {
  await sql.query('update saved_report set next_at = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    reportId,
    at,
  ]);
}

type DeliveryState = 'WAITING' | 'SENDING' | 'SENT' | 'FAILED' | 'UNCERTAIN' | 'STOPPED';
export interface DeliveryRecord {
  id: number;
  report_id: number;
  from_day: string;
  to_day: string;
  email: string;
  state: DeliveryState;
  problem: string | null;
  created_at: Date;
  sent_at: Date | null;
  recipient_id: number | null;
  is_stopped: boolean;
}
const columns = `
  d.id, d.report_id, d.from_day::text, d.to_day::text, d.email, d.state, d.problem, d.created_at, d.sent_at,
    p.id as recipient_id, p.id is null or p.stopped_at is not null as is_stopped
`;
const tables = `
  report_delivery d
    left join report_recipient p
      on p.workspace_id = d.workspace_id and p.report_id = d.report_id and p.email = d.email
`;

export async function findDeliveries(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  reportId: number,
): Promise<DeliveryRecord[]> {
  const { rows } = await sql.query<DeliveryRecord>(
    `
      select ${columns}
      from ${tables}
      where d.workspace_id = $1 and d.report_id = $2
      order by d.from_day desc, d.email
      limit 100
    `,
    [workspaceId, reportId],
  );
  return rows;
}

export async function findDelivery(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
): Promise<DeliveryRecord | null> {
  const { rows } = await sql.query<DeliveryRecord>(
    `select ${columns} from ${tables} where d.workspace_id = $1 and d.id = $2`,
    [workspaceId, id],
  );
  return rows[0] ?? null;
}

/** The states a delivery leaves and enters, and what is known then. */
export interface DeliveryMove {
  id: number;
  from: readonly DeliveryState[];
  to: DeliveryState;
  facts?: { problem?: string | null; sentAt?: Date };
}

/** Moves an email on, if it still stands where it is thought to; only one of several that try succeeds. */
export async function moveDelivery(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, from, to, facts = {} }: DeliveryMove,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update report_delivery
      set state = $4, problem = $5, sent_at = coalesce($6, sent_at)
      where workspace_id = $1 and id = $2 and state = any($3::text[])
    `,
    [workspaceId, id, from, to, facts.problem ?? null, facts.sentAt ?? null],
  );
  return rowCount === 1;
}
