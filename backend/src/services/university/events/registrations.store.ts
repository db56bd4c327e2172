import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface Registrations {
  event: string;
  registered: number;
  is_mine: boolean;
}

/** How many people of the workspace registered for each of these dates, and whether this person is among them. */
export async function findRegistrations(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  events: readonly string[],
): Promise<Registrations[]> {
  const { rows } = await sql.query<Registrations>(
    `
      select event, count(*)::int as registered, bool_or(user_id = $2) as is_mine
      from event_registration
      where workspace_id = $1 and event = any($3)
      group by event
    `,
    [workspaceId, userId, events],
  );
  return rows;
}

/** Registers a person for a date; a second time changes nothing. */
export async function addRegistration(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  given: { event: string; startsAt: Date; at: Date },
): Promise<void> {
  await sql.query(
    `
      insert into event_registration (workspace_id, user_id, event, starts_at, created_at)
      values ($1, $2, $3, $4, $5)
      on conflict do nothing
    `,
    [workspaceId, userId, given.event, given.startsAt, given.at],
  );
}

export async function deleteRegistration(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  event: string,
): Promise<void> {
  await sql.query('delete from event_registration where workspace_id = $1 and user_id = $2 and event = $3', [
    workspaceId,
    userId,
    event,
  ]);
}

/** What a reminder says about a date of an event. */
export interface ReminderFacts {
  event: string;
  title: string;
  host: string;
  join_url: string | null;
  minutes: number;
}

/**
 * A notice to each person, of any workspace, who registered for a date by `until` and has none about it yet. Whose date
 * moved has none about its new start: they may have been reminded of the former one.
 * @param sql of the system
 */
export async function writeReminders(
  sql: SqlClient,
  about: ReminderFacts,
  { startsAt, until }: { startsAt: Date; until: Date },
): Promise<void> {
  await sql.query(
    `
      select write_notice(r.workspace_id, null, 'event-soon', $2::jsonb || jsonb_build_object('user_id', r.user_id), k.key)
      from event_registration r
      cross join lateral (
        select 'event-soon:' || r.user_id || ':' || r.event || case when r.moved_at is null then '' else ':' || $4 end as key
      ) k
      where r.event = $1 and r.created_at <= $3
        and not exists (select from notice n where n.workspace_id = r.workspace_id and n.dedupe_key = k.key)
    `,
    [about.event, JSON.stringify(about), until, startsAt.toISOString()],
  );
}

/** What people are told about a date that is not as it was when they registered. */
export interface ChangeFacts {
  event: string;
  title: string;
  host: string;
  change: 'moved' | 'canceled';
  /** When it starts now; null for one that was called off. */
  starts_at: string | null;
  time_zone: string;
}

/**
 * Tells each person, of any workspace, whose registration is for another start, once for each change; a date called off
 * loses its registrations.
 * @param sql of the system
 * @param at now
 */
export async function writeChanges(sql: SqlClient, about: ChangeFacts, at: Date): Promise<void> {
  const written = `
    select write_notice(
      r.workspace_id, null, 'event-soon', $2::jsonb || jsonb_build_object('user_id', r.user_id),
      'event-changed:' || r.user_id || ':' || r.event || ':' || coalesce($3::text, 'canceled') || ':' || r.created_at
    )
    from changed r
  `;
  const values = [about.event, JSON.stringify(about), about.starts_at];
  if (about.change === 'canceled')
    await sql.query(
      `
        with changed as (delete from event_registration where event = $1 returning workspace_id, user_id, event, created_at)
        ${written}
      `,
      values,
    );
  else
    await sql.query(
      `
        with changed as (
          update event_registration
          set starts_at = $3::timestamptz, moved_at = $4
          where event = $1 and starts_at <> $3::timestamptz
          returning workspace_id, user_id, event, created_at
        )
        ${written}
      `,
      [...values, at],
    );
}

/** Which of these dates have registrations that are for another start. Across workspaces. */
export async function findChanged(sql: SqlClient, dates: readonly { id: string; startsAt: Date }[]): Promise<string[]> {
  const { rows } = await sql.query<{ event: string }>(
    `
      select distinct r.event
      from unnest($1::text[], $2::timestamptz[]) as d (event, starts_at)
      join event_registration r on r.event = d.event and r.starts_at <> d.starts_at
    `,
    [dates.map(({ id }) => id), dates.map(({ startsAt }) => startsAt)],
  );
  return rows.map(({ event }) => event);
}

/** Which of these dates have registrations. Across workspaces. */
export async function findRegistered(sql: SqlClient, events: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ event: string }>(
    'select distinct event from event_registration where event = any($1)',
    [events],
  );
  return rows.map(({ event }) => event);
}
