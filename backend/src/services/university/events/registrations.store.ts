import type { SqlClient } from '../../../platform/db/database';

export interface Registrations {
  event: string;
  registered: number;
  is_mine: boolean;
}

/** How many people of the workspace registered for each of these dates, and whether this person is among them. */
export async function findRegistrations(
  workspaceId: number,
  sql: SqlClient,
  userId: number,
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
  workspaceId: number,
  sql: SqlClient,
  userId: number,
  given: { event: string; at: Date },
): Promise<void> {
  await sql.query(
    `
      insert into event_registration (workspace_id, user_id, event, created_at)
      values ($1, $2, $3, $4)
      on conflict do nothing
    `,
    [workspaceId, userId, given.event, given.at],
  );
}

export async function deleteRegistration(
  workspaceId: number,
  sql: SqlClient,
  userId: number,
  event: string,
): Promise<void> {
  await sql.query('delete from event_registration where workspace_id = $1 and user_id = $2 and event = $3', [
    workspaceId,
    userId,
    event,
  ]);
}
