import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Kept with the person's preferences. */
export async function findBookingLink(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
): Promise<{ url: string | null; label: string }> {
  const { rows } = await sql.query<{ url: string | null; label: string | null }>(
    `
      select preferences -> 'booking_link' ->> 'url' as url, preferences -> 'booking_link' ->> 'label' as label
      from app_user
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, userId],
  );
  return { url: rows[0]?.url ?? null, label: rows[0]?.label ?? 'Book a time' };
}

export async function writeBookingLink(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  link: { url: string; label: string } | null,
): Promise<void> {
  await sql.query(
    `
      update app_user
      set preferences = jsonb_strip_nulls(preferences || jsonb_build_object('booking_link', $3::jsonb))
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, userId, link === null ? null : JSON.stringify(link)],
  );
}
