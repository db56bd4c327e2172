import type { LeadId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/**
 * SQL: whether nobody is to reach a lead, in whatever way: it unsubscribed, or stands on a block list. A dead address
 * is no reason against a call or a visit: subsequences that begin with a bounce live from it.
 * @param lead the alias of the lead's row
 * @param client SQL of the client's id that the campaign belongs to, 0 for none
 */
export const mustNotBeReached = (lead: string, client: string): string =>
  `(${lead}.is_unsubscribed or exists (select from suppression s where s.workspace_id = ${lead}.workspace_id
    and s.source <> 'bounce' and s.client_scope in (0, ${client})
    and ((s.kind = 'email' and s.value = ${lead}.email) or (s.kind = 'domain' and s.value = any(covering_domains(${lead}.domain))))))`;

/** Which of these leads nobody is to reach, for a client's campaigns (0 for none). */
export async function findNotToBeReached(
  sql: SqlClient,
  leadIds: readonly LeadId[],
  clientScope: number,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `select l.id from lead l where l.id = any($1) and ${mustNotBeReached('l', '$2::int')}`,
    [leadIds, clientScope],
  );
  return rows.map((row) => row.id);
}
