import type { WorkspaceId } from '@skein/contracts/ids';
import { ownLook } from '@skein/contracts/brand-theme';
import type { SqlClient } from '#platform/db/database';
import type { PageLook } from '#platform/http/small-page';

/** A brand counts once its host name is proven; what it did not choose is as the product has it. */
const look = `
  coalesce(w.accent, '${ownLook.accent}') as accent, w.accent_dark as "accentDark", w.font, w.radius
`;
const isProven = 'w.domain_verified_at is not null';

/** The look of the workspace that sent an email. Whoever follows its link is nobody yet, so no workspace is named. */
export async function findLookOfEmail(sql: SqlClient, intentId: bigint): Promise<PageLook | null> {
  const { rows } = await sql.query<PageLook>(
    `
      select ${look}
      from intent i
      join whitelabel w on w.workspace_id = i.workspace_id
      where i.id = $1 and ${isProven}
    `,
    [intentId.toString()],
  );
  return rows[0] ?? null;
}

export async function findLook(workspaceId: WorkspaceId, sql: SqlClient): Promise<PageLook | null> {
  const { rows } = await sql.query<PageLook>(
    `
      select ${look}
      from whitelabel w
      where w.workspace_id = $1 and ${isProven}
    `,
    [workspaceId],
  );
  return rows[0] ?? null;
}
