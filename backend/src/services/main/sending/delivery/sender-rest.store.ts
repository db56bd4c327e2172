import { prepared } from '#platform/db/prepared';
import type { SqlClient } from '#platform/db/database';
import { holdLeads } from '#lifecycle/lifecycle.api';
import type { SendJob } from './send-job.store';

/** Within this time of the last try of an email, its mailbox would have sent others if its server takes any, in hours of campaign time. */
const hoursSinceOthers = 24;

/**
 * Whether the mailbox of an email that was refused several times sends others meanwhile. Then the refusals are about
 * this email alone, and it must not keep its mailbox resting for ever.
 */
export async function sendsOthers(sql: SqlClient, { intent }: SendJob, now: number): Promise<boolean> {
  const {
    rows: [found],
  } = await prepared<{ has_sent: boolean }>(
    sql,
    `select exists (select from intent o where o.mailbox_id = $1 and o.state = 'SENT' and o.send_at > $2) as has_sent`,
    [intent.mailbox_id, new Date(now - hoursSinceOthers * 3_600_000)],
  );
  return found?.has_sent ?? false;
}

/**
 * What becomes of an email whose mailbox has begun to rest. A first email may leave from another mailbox of its
 * campaign at once; a person's own email waits for this one.
 * @param isHeld the lead itself waits as well
 */
export async function waitForRest(
  sql: SqlClient,
  { intent }: SendJob,
  { until, isHeld, now }: { until: number; isHeld: boolean; now: number },
): Promise<void> {
  if (intent.kind !== 'CAMPAIGN') {
    await prepared(
      sql,
      `update intent set send_at = greatest(send_at, $2), updated_at = now() where id = $1 and state = 'RESERVED'`,
      [intent.id, new Date(until)],
    );
    return;
  }
  if (!isHeld) {
    await prepared(
      sql,
      `
        update enrolment
        set mailbox_id = null, updated_at = now()
        where id = $1 and steps_sent = 0 and open_intent_id is null and status = 'STARTED'
      `,
      [intent.enrolment_id],
    );
    return;
  }
  if (intent.enrolment_id !== null)
    await holdLeads(sql, [intent.enrolment_id], { kind: 'RETRY', until: new Date(until), at: new Date(now) });
}
