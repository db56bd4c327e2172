import type { SqlClient } from '#platform/db/database';
import { countDays } from './mailbox-use.store';

/** How many emails of its daily limit each mailbox has sent on its own calendar day, as the planner counts them. */
export async function sentToday(
  sql: SqlClient,
  mailboxes: readonly { id: number; time_zone: string }[],
  now: number,
): Promise<Map<number, number>> {
  return new Map((await countDays(sql, mailboxes, now)).map((day) => [day.mailbox_id, day.sent]));
}
