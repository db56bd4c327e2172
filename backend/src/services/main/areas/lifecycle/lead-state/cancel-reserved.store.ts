import type { SqlClient } from '../../../../../platform/db/database';

/** Which reservations are cancelled, and what else is set free. */
interface ReservationFilter {
  which: string;
  values: readonly unknown[];
  free?: string;
}

/**
 * Takes reservations back in the caller's transaction: the mails that match are CANCELLED with the reason, their leads are free again, and the triggers
 * that planned them count them as released, so that none waits for an outcome that never comes. What is being submitted at this moment is under way and stays.
 * @param which SQL over `i`, the intent; its own values are `$2` and on
 * @param free what becomes of the leads besides, SQL of columns of `e`
 * @returns how many mails of sequences
 */
export async function cancelReservedWhere(
  sql: SqlClient,
  reason: string,
  { which, values, free = '' }: ReservationFilter,
): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `
      with back as (
          update intent i
          set state = 'CANCELLED', cancel_reason = $1, updated_at = now()
          where i.state = 'RESERVED' and ${which}
          returning i.id, i.enrolment_id, i.trigger_run_id, i.send_at
        ),
        freed as (
          update enrolment e
          set open_intent_id = null${free && `, ${free}`}
          from back
          where e.id = back.enrolment_id and e.open_intent_id = back.id
        ),
        counted as (
          update trigger_run t
          set counts = jsonb_set(
              t.counts, '{released}', to_jsonb(coalesce((t.counts ->> 'released')::int, 0) + g.mails)
            ),
            state = case
              when trigger_outcomes(t.counts) + g.mails >= t.planned then 'COMPLETED'
              else t.state
              end,
            completed_at = case
              when trigger_outcomes(t.counts) + g.mails >= t.planned then coalesce(t.completed_at, g.at)
              else t.completed_at
              end
          from (
            select trigger_run_id as id, count(*)::int as mails, max(send_at) as at
            from back
            where trigger_run_id is not null
            group by 1
          ) g
          where t.id = g.id
        )
      select count(*)::int as count
      from back
      where enrolment_id is not null
    `,
    [reason, ...values],
  );
  return rows[0]?.count ?? 0;
}
