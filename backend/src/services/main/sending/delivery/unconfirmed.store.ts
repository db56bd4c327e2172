import type { WorkspaceId } from '@skein/contracts/ids';
import type { StoredIntent } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

/** Which unconfirmed emails. */
export interface UnconfirmedFilter {
  workspaceId?: WorkspaceId;
  /** Only these Message-IDs. */
  messageIds?: readonly string[];
}

export interface UnconfirmedEmail extends Pick<
  StoredIntent,
  'id' | 'workspace_id' | 'kind' | 'to_email' | 'send_at' | 'message_id'
> {
  from_email: string;
}

/** Emails of which nobody knows whether they left, and that neither a Sent folder nor a recipient has settled, after one id. */
export async function findUnconfirmed(
  sql: SqlClient,
  { workspaceId, messageIds }: UnconfirmedFilter,
  after: string,
  most: number,
): Promise<UnconfirmedEmail[]> {
  const { rows } = await sql.query<UnconfirmedEmail>(
    `
      select i.id, i.workspace_id, i.kind, m.from_email, i.to_email, i.send_at, i.message_id
      from intent i
      join mailbox m on m.id = i.mailbox_id
      where i.state = 'IN_DOUBT'
        and not coalesce((i.doubt_evidence ->> 'settled')::boolean, false)
        and ($1::int is null or i.workspace_id = $1)
        and ($2::text[] is null or i.message_id = any($2))
        and i.id > $3
      order by i.id
      limit $4
    `,
    [workspaceId ?? null, messageIds ?? null, after, most],
  );
  return rows;
}

/** A person has looked, for example into the mail server's log: the email left. @returns whether it was still unconfirmed */
export async function settleAsSent(sql: SqlClient, id: string, now: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update intent
      set state = 'SENT', doubt_evidence = coalesce(doubt_evidence, '{}') || $2::jsonb, updated_at = now()
      where id = $1 and state = 'IN_DOUBT'
    `,
    [id, JSON.stringify({ settled: true, settled_by: 'operator', settled_at: new Date(now) })],
  );
  return rowCount === 1;
}
