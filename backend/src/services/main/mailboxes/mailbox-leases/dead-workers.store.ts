import type { Database } from '#platform/db/database';
import { workerLocks } from '#platform/db/notifications';

/** Owners of leases whose lock nobody holds. None just after the server started: workers need a moment to come back. */
export async function findGone(db: Database): Promise<string[]> {
  const rows = await db.systemStatement<{ owner: string }>(
    `
      with owners as (
        select sync_owner as owner
        from mailbox
        where sync_owner is not null
        union
        select lane_owner
        from mailbox
        where lane_owner is not null
      )
      select o.owner
      from owners o
      where o.owner ~ ':lock-[0-9]{1,10}$'
        and pg_postmaster_start_time() < clock_timestamp() - interval '15 seconds'
        and not exists (
          select
          from pg_locks l
          where l.locktype = 'advisory'
            and l.database = (select oid from pg_database where datname = current_database())
            and l.classid = ${workerLocks}
            and l.objid::bigint = split_part(o.owner, ':lock-', 2)::bigint
            and l.granted
        )
    `,
  );
  return rows.map((row) => row.owner);
}

/** Gives the mailboxes of these workers free: to read, and to send from. Rows that are locked just now follow with the next look. */
export async function freeLeases(db: Database, owners: readonly string[]): Promise<void> {
  await db.systemStatement(
    `
      with held as (
        select id
        from mailbox
        where sync_owner = any($1) or lane_owner = any($1)
        order by id
        for no key update skip locked
      )
      update mailbox m
      set sync_owner = case when m.sync_owner = any($1) then null else m.sync_owner end,
        sync_leased_until = case when m.sync_owner = any($1) then null else m.sync_leased_until end,
        lane_owner = case when m.lane_owner = any($1) then null else m.lane_owner end,
        lane_leased_until = case when m.lane_owner = any($1) then null else m.lane_leased_until end
      from held
      where m.id = held.id
    `,
    [owners],
  );
}
