import type { WorkspaceId } from '@skein/contracts/ids';
import type { OperatorActionName, OperatorActionView } from '@skein/contracts/main/operator-views';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { Database, SqlClient } from '#platform/db/database';

/** A row of the log of operators. */
interface ActionRow {
  at: Date;
  actor: string;
  action: OperatorActionName;
  about_workspace_id: number | null;
  about_workspace_name: string | null;
  about_email: string | null;
  detail: object;
}

export async function insertAction(sql: SqlClient, row: ActionRow): Promise<void> {
  await sql.query(
    `
      insert into operator_action (at, actor, action, about_workspace_id, about_workspace_name, about_email, detail)
      values ($1, $2, $3, $4, $5, $6, $7)
    `,
    [
      row.at,
      row.actor,
      row.action,
      row.about_workspace_id,
      row.about_workspace_name,
      row.about_email,
      JSON.stringify(row.detail),
    ],
  );
}

/** The log, the latest entry first. @throws SkeinError VALIDATION for a cursor that is none */
export const findActions = (
  db: Database,
  query: { workspace_id?: WorkspaceId; action?: OperatorActionName; cursor?: string; limit: number },
): Promise<{ actions: OperatorActionView[]; next_cursor: string | null }> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<OperatorActionView>(
      `
        select id::text, at, actor, action, about_workspace_id as workspace_id, about_workspace_name as workspace_name,
          about_email as email, detail
        from operator_action
        where ($1::bigint is null or id < $1) and ($2::int is null or about_workspace_id = $2)
          and ($3::text is null or action = $3)
        order by operator_action.id desc
        limit $4
      `,
      [decodeIdCursor(query.cursor), query.workspace_id ?? null, query.action ?? null, query.limit + 1],
    );
    const actions = rows.slice(0, query.limit);
    const last = actions.at(-1);
    return { actions, next_cursor: rows.length > query.limit && last ? encodeCursor([Number(last.id)]) : null };
  });
