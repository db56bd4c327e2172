import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { prepared } from '#platform/db/prepared';
import type { SqlClient, Database } from '#platform/db/database';
import { inEnabledWorkspace, inItsTime } from '#platform/db/enabled-workspace';

/**
 * How long a worker may hold a mailbox's lane without renewing, in seconds of real time. Longer than the longest SMTP
 * exchange, so that a living worker never loses it.
 */
export const leaseSeconds = 180;

/** One mailbox's lane with its first due intent: nobody else may send from the mailbox while the lease holds. */
export interface ClaimedIntent {
  intentId: string;
  mailboxId: MailboxId;
  workspaceId: WorkspaceId;
  token: string;
}

/** The worker that claims mailbox locks, how many at most, and for how long. */
interface LocksToClaim {
  now: number;
  worker: string;
  most: number;
  lease?: number;
}

/**
 * Claims lanes of mailboxes that have a due intent. One mailbox is one lane: a claim takes the lane, gives it a new
 * fencing token, and names its first due intent. Lanes that another worker holds are passed over; a dead worker's lanes
 * come back when their lease ends.
 */
export async function claimLanes(
  db: Database,
  { now, worker, most, lease = leaseSeconds }: LocksToClaim,
): Promise<ClaimedIntent[]> {
  const rows = await db.systemStatement<{
    id: string;
    mailbox_id: MailboxId;
    workspace_id: WorkspaceId;
    lane_token: string;
  }>(
    `
      with due as (
          select mailbox_id, min(send_at) as send_at
          from (
            select mailbox_id, send_at
            from intent
            where state = 'RESERVED' and send_at <= $1 and ${inEnabledWorkspace()} and ${inItsTime('$1')}
            order by send_at
            limit $3 * 8
          ) d
          group by 1
          order by 2
          limit $3
        ), free as (
          select m.id
          from mailbox m
          join due on due.mailbox_id = m.id
          where m.lane_leased_until is null or m.lane_leased_until < clock_timestamp()
          order by m.id
          for update of m skip locked
        ), taken as (
          update mailbox m
          set lane_owner = $2, lane_leased_until = clock_timestamp() + make_interval(secs => $4),
            lane_token = lane_token + 1
          from free
          where m.id = free.id
          returning m.id, m.lane_token
        ), first as (
          select distinct on (i.mailbox_id) i.id, i.mailbox_id, i.workspace_id, t.lane_token
          from taken t
          join intent i on i.mailbox_id = t.id
          where i.state = 'RESERVED' and i.send_at <= $1
          order by i.mailbox_id, i.send_at, i.id
        )
        -- Its lease is the lane's; with no indexed column changed the row stays where its indexes are.
      update intent i
      set lease_owner = $2, fencing_token = f.lane_token, updated_at = now()
      from first f
      where i.id = f.id
        -- Its old holder may have committed SUBMITTING while this statement waited for the row.
        and i.state = 'RESERVED'
      returning i.id, i.mailbox_id, i.workspace_id, f.lane_token
    `,
    [new Date(now), worker, most, lease],
  );
  return rows.map((row) => ({
    intentId: row.id,
    mailboxId: row.mailbox_id,
    workspaceId: row.workspace_id,
    token: row.lane_token,
  }));
}

/** Gives a lane back; only its present holder can. */
export async function releaseLane(sql: SqlClient, claim: ClaimedIntent): Promise<void> {
  await prepared(
    sql,
    'update mailbox set lane_owner = null, lane_leased_until = null where id = $1 and lane_token = $2',
    [claim.mailboxId, claim.token],
  );
}

/** Campaign time at which the next reserved mail is due, or null. @param now campaign time of who asks */
export async function nextSendAt(db: Database, now: number): Promise<number | null> {
  const [row] = await db.systemStatement<{ at: Date | null }>(
    `select min(send_at) as at from intent where state = 'RESERVED' and ${inEnabledWorkspace()} and ${inItsTime('$1')}`,
    [new Date(now)],
  );
  return row?.at?.getTime() ?? null;
}
