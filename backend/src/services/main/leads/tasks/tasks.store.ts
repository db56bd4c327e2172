import type { CampaignId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { Conditions } from '#platform/db/conditions';
import type { TaskDue, TaskGrouping } from '@skein/contracts/main/tasks.contract';
import { addEnrolmentScope, isScoped, type CampaignScope } from '#access/access.api';
import { leadScope, partOf } from '../people/lead-conditions.store';

export interface TaskRecord {
  id: number;
  name: string;
  description: string | null;
  priority: 'HIGH' | 'MEDIUM' | 'LOW';
  status: 'CREATED' | 'COMPLETED';
  due_at: Date | null;
  created_at: Date;
  completed_at: Date | null;
  assigned_user_id: number | null;
  assigned_name: string | null;
  lead_id: LeadId;
  lead_email: string;
  lead_name: string;
  company_name: string | null;
  enrolment_id: EnrolmentId | null;
  campaign_id: CampaignId | null;
  campaign_name: string | null;
  step_id: number | null;
  seq_number: number | null;
  is_on_linkedin: boolean;
  linkedin_profile: string | null;
}

export interface TaskFilter {
  status?: string | undefined;
  priority?: string | undefined;
  campaignIds?: CampaignId[] | undefined;
  assignedUserId?: number | undefined;
  overdueAt?: Date | undefined;
  due?: { word: TaskDue; now: Date; timeZone: string } | undefined;
  isUnassigned?: boolean | undefined;
  isWithoutCampaign?: boolean | undefined;
  taskId?: number;
  leadId?: LeadId;
  /** Whoever asks. */ viewerId: number;
}

/** Which of the days a task is due on. @param now and zone: parameters of the statement */
const dueWord = (now: string, zone: string) => `
  case
    when t.due_at is null then 'none'
    when t.due_at < ${now}::timestamptz then 'overdue'
    when (t.due_at at time zone ${zone}::text)::date = (${now}::timestamptz at time zone ${zone}::text)::date then 'today'
    when (t.due_at at time zone ${zone}::text)::date = (${now}::timestamptz at time zone ${zone}::text)::date + 1 then 'tomorrow'
    when (t.due_at at time zone ${zone}::text)::date <= (${now}::timestamptz at time zone ${zone}::text)::date + 7 then 'week'
    else 'later'
    end
`;

/** A task without a due time comes after all others. */
const place = `coalesce(t.due_at, '9999-01-01'::timestamptz)`;
const joins = `
  join lead l on l.id = t.lead_id and l.workspace_id = t.workspace_id
  left join enrolment e on e.id = t.enrolment_id and e.workspace_id = t.workspace_id
  left join campaign c on c.id = e.campaign_id
  left join sequence_step s on s.id = t.step_id
  left join app_user u on u.id = t.assigned_user_id
`;

/**
 * Who sees a part of the workspace sees tasks about conversations inside it, and those that they made or were given
 * about a lead that they see: the same as with notes.
 */
function seen(where: Conditions, scope: CampaignScope, viewerId: number): string {
  const inside = partOf(where, (part) => addEnrolmentScope(part, scope));
  const viewer = where.value(viewerId);
  return `(${inside}) or (t.enrolment_id is null and (t.created_by = ${viewer} or t.assigned_user_id = ${viewer})
    and (${leadScope(where, scope)}))`;
}

function conditionsOf(workspaceId: WorkspaceId, scope: CampaignScope, filter: TaskFilter): Conditions {
  const where = new Conditions(workspaceId);
  where.add('t.workspace_id = $1');
  if (isScoped(scope)) where.add(seen(where, scope, filter.viewerId));
  if (filter.taskId !== undefined) where.add('t.id = ?', filter.taskId);
  if (filter.leadId !== undefined) where.add('t.lead_id = ?', filter.leadId);
  if (filter.status) where.add('t.status = ?', filter.status);
  if (filter.priority) where.add('t.priority = ?', filter.priority);
  if (filter.campaignIds && filter.campaignIds.length > 0) where.add('e.campaign_id = ANY(?)', filter.campaignIds);
  if (filter.assignedUserId !== undefined) where.add('t.assigned_user_id = ?', filter.assignedUserId);
  if (filter.due) {
    const [now, zone] = [where.value(filter.due.now), where.value(filter.due.timeZone)];
    where.add(`t.status = 'CREATED'`).add(`(${dueWord(now, zone)}) = ?`, filter.due.word);
  }
  if (filter.isUnassigned) where.add('t.assigned_user_id is null');
  if (filter.isWithoutCampaign) where.add('c.id is null');
  if (filter.overdueAt) where.add(`t.status = 'CREATED'`).add('t.due_at < ?', filter.overdueAt);
  return where;
}

/** A filter and the part of its tasks. */
interface TasksPage {
  filter: TaskFilter;
  page: { after: { at: Date; id: number } | null; limit: number };
}

/** Tasks inside a person's scope, by due time. `after` is the last row of the page before. */
export async function findTasks(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  { filter, page }: TasksPage,
): Promise<TaskRecord[]> {
  const where = conditionsOf(workspaceId, scope, filter);
  if (page.after) where.add(`(${place}, t.id) > (${where.value(page.after.at)}, ${where.value(page.after.id)})`);
  const { rows } = await sql.query<TaskRecord>(
    `
      select t.id, t.name, t.description, t.priority, t.status, t.due_at, t.created_at, t.completed_at,
        t.assigned_user_id, coalesce(u.name, u.email) as assigned_name, l.id as lead_id,
        l.email as lead_email, concat_ws(' ', l.first_name, l.last_name) as lead_name, l.company_name,
        t.enrolment_id, c.id as campaign_id, c.name as campaign_name, t.step_id, s.seq_number,
        coalesce(s.seq_type = 'LINKEDIN', false) as is_on_linkedin, l.linkedin_profile
      from lead_task t ${joins}
      where ${where.sql}
      order by ${place}, t.id
      limit ${where.value(page.limit)}
    `,
    where.values,
  );
  return rows;
}

/** How many there are, counted up to 10,000. */
export async function countTasks(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  filter: TaskFilter,
): Promise<number> {
  const where = conditionsOf(workspaceId, scope, filter);
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from (select from lead_task t ${joins} where ${where.sql} limit 10001) found`,
    where.values,
  );
  return rows[0]?.count ?? 0;
}

export async function writeCompleted(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  taskId: number,
  at: Date,
): Promise<void> {
  await sql.query(
    `
      update lead_task
      set status = 'COMPLETED', completed_at = $3
      where workspace_id = $1 and id = $2 and status = 'CREATED'
    `,
    [workspaceId, taskId, at],
  );
}

export interface TaskGroupRecord {
  key: string | null;
  name: string | null;
  open: number;
  overdue: number;
}

/** Open tasks inside a person's scope by what they are grouped by, the largest first; at most 200 groups. */
export async function groupTaskRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  given: { by: TaskGrouping; viewerId: number; now: Date; timeZone: string },
): Promise<TaskGroupRecord[]> {
  const where = conditionsOf(workspaceId, scope, { status: 'CREATED', viewerId: given.viewerId });
  const now = where.value(given.now);
  const [key, name] =
    given.by === 'day'
      ? [dueWord(now, where.value(given.timeZone)), 'null::text']
      : given.by === 'owner'
        ? ['t.assigned_user_id::text', 'coalesce(u.name, u.email)']
        : ['c.id::text', 'c.name'];
  return (
    await sql.query<TaskGroupRecord>(
      `
        select g.key, g.name, count(*)::int as open, count(*) filter (where g.is_overdue)::int as overdue
        from (
          select ${key} as key, ${name} as name, coalesce(t.due_at < ${now}::timestamptz, false) as is_overdue
          from lead_task t ${joins}
          where ${where.sql}
        ) g
        group by 1, 2
        order by 3 desc, 2
        limit 200
      `,
      where.values,
    )
  ).rows;
}
