import type { ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { ReportPage } from '@skein/contracts/analytics/reports.contract';
import type { SqlClient } from '#platform/db/database';

export interface ReportRecord {
  id: number;
  user_id: UserId;
  made_by: string | null;
  client_id: ClientId | null;
  client_name: string | null;
  name: string;
  page: ReportPage;
  address: string;
  is_shared: boolean;
  weekday: number | null;
  hour: number | null;
  time_zone: string | null;
  is_active: boolean;
  next_at: Date | null;
  created_at: Date;
  recipients: number;
}

const columns = `
  r.id, r.user_id, r.client_id, r.name, r.page, r.address, r.is_shared, r.weekday, r.hour, r.time_zone, r.is_active,
    r.next_at, r.created_at, coalesce(u.name, u.email) as made_by, c.name as client_name,
    (
      select count(*)::int
      from report_recipient p
      where p.workspace_id = $1 and p.report_id = r.id and p.stopped_at is null
    ) as recipients
`;
const tables = `
  saved_report r
    left join app_user u on u.workspace_id = r.workspace_id and u.id = r.user_id
    left join agency_client c on c.workspace_id = r.workspace_id and c.id = r.client_id
`;

/** Whose reports are looked for. A client sees what is about it: made by its people, or shared by the agency. */
export interface Viewer {
  userId: UserId;
  clientId: ClientId | null;
}

/** Reports that the viewer may see, by name. */
export async function findReports(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  viewer: Viewer,
  id: number | null = null,
): Promise<ReportRecord[]> {
  const { rows } = await sql.query<ReportRecord>(
    `
      select ${columns}
      from ${tables}
      where r.workspace_id = $1
        and ($2::int is null or r.id = $2)
        and (
          ($4::int is null and (r.user_id = $3 or r.is_shared))
            or ($4::int is not null and r.client_id = $4 and (r.user_id = $3 or r.is_shared))
        )
      order by lower(r.name), r.id
      limit 1000
    `,
    [workspaceId, id, viewer.userId, viewer.clientId],
  );
  return rows;
}

/** A report whoever looks at it: for its own emails. */
export async function findReport(workspaceId: WorkspaceId, sql: SqlClient, id: number): Promise<ReportRecord | null> {
  const { rows } = await sql.query<ReportRecord>(
    `select ${columns} from ${tables} where r.workspace_id = $1 and r.id = $2`,
    [workspaceId, id],
  );
  return rows[0] ?? null;
}

/** @returns null when the person has as many as they may have */
export async function insertReport(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  report: Pick<ReportRecord, 'user_id' | 'client_id' | 'name' | 'page' | 'address' | 'is_shared' | 'created_at'>,
  most: number,
): Promise<number | null> {
  await sql.query('select from app_user where workspace_id = $1 and id = $2 for no key update', [
    workspaceId,
    report.user_id,
  ]);
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into saved_report (workspace_id, user_id, client_id, name, page, address, is_shared, created_at)
      select $1, $2, $3, $4, $5, $6, $7, $8
      where (select count(*) from saved_report where workspace_id = $1 and user_id = $2) < $9
      returning id
    `,
    [
      workspaceId,
      report.user_id,
      report.client_id,
      report.name,
      report.page,
      report.address,
      report.is_shared,
      report.created_at,
      most,
    ],
  );
  return rows[0]?.id ?? null;
}

export async function writeReport(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
  change: { name?: string | undefined; address?: string | undefined; is_shared?: boolean | undefined },
): Promise<void> {
  await sql.query(
    `
      update saved_report
      set name = coalesce($3, name), address = coalesce($4, address), is_shared = coalesce($5, is_shared)
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, id, change.name ?? null, change.address ?? null, change.is_shared ?? null],
  );
}

export async function removeReport(workspaceId: WorkspaceId, sql: SqlClient, id: number): Promise<void> {
  await sql.query('delete from saved_report where workspace_id = $1 and id = $2', [workspaceId, id]);
}

export async function writeSchedule(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
  schedule: { weekday: number; hour: number; time_zone: string; is_active: boolean; next_at: Date },
): Promise<void> {
  await sql.query(
    `
      update saved_report
      set weekday = $3, hour = $4, time_zone = $5, is_active = $6, next_at = $7
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, id, schedule.weekday, schedule.hour, schedule.time_zone, schedule.is_active, schedule.next_at],
  );
}

/** Makes these the recipients. Whoever stopped the report keeps their row, and gets it again only by their own will. */
export async function writeRecipients(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  reportId: number,
  emails: readonly string[],
): Promise<void> {
  await sql.query(
    `
      delete from report_recipient
      where workspace_id = $1 and report_id = $2 and stopped_at is null and email <> all($3::text[])
    `,
    [workspaceId, reportId, emails],
  );
  await sql.query(
    `
      insert into report_recipient (workspace_id, report_id, email)
      select $1, $2, email
      from unnest($3::text[]) as email
      on conflict (workspace_id, report_id, email)
      do nothing
    `,
    [workspaceId, reportId, emails],
  );
}

export async function findRecipients(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  reportId: number,
): Promise<{ id: number; email: string; stopped_at: Date | null }[]> {
  const { rows } = await sql.query<{ id: number; email: string; stopped_at: Date | null }>(
    `
      select id, email, stopped_at
      from report_recipient
      where workspace_id = $1 and report_id = $2
      order by email
    `,
    [workspaceId, reportId],
  );
  return rows;
}

/** @returns the name of the report; null when there is no such recipient */
export async function stopRecipient(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  recipientId: number,
  at: Date,
): Promise<{ name: string; email: string } | null> {
  const { rows } = await sql.query<{ name: string; email: string }>(
    `
      update report_recipient p
      set stopped_at = coalesce(p.stopped_at, $3)
      from saved_report r
      where p.workspace_id = $1 and p.id = $2 and r.workspace_id = $1 and r.id = p.report_id
      returning r.name, p.email
    `,
    [workspaceId, recipientId, at],
  );
  return rows[0] ?? null;
}

/** Role of who made a report, and the client that it is about: what decides which figures it shows. */
export async function findScope(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  report: Pick<ReportRecord, 'user_id' | 'client_id'>,
): Promise<{ role: string | null; permissions: string[] | null; restricted_categories: number[] | null }> {
  const { rows } = await sql.query<{
    role: string | null;
    permissions: string[] | null;
    restricted_categories: number[] | null;
  }>(
    `
      select (
          select u.role from app_user u where u.workspace_id = $1 and u.id = $2 and u.status = 'active'
        ) as role,
        c.permissions, c.restricted_categories
      from (select) as one
      left join agency_client c on c.workspace_id = $1 and c.id = $3
    `,
    [workspaceId, report.user_id, report.client_id],
  );
  return rows[0] ?? { role: null, permissions: null, restricted_categories: null };
}
