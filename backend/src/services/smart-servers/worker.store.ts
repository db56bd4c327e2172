import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';
import { serverColumns, type ServerRecord, type StoredChecks } from './servers.store';

/** Seconds of real time for which a worker has a server to itself: longer than any one call of a step. */
const leaseSeconds = 90;

export type DueServer = ServerRecord & { domain: string; location: string };
type Due = 'step_at' | 'probe_at' | 'check_at';

const statuses: Record<Due, string> = {
  step_at: `('PROVISIONING', 'DELETING')`,
  probe_at: `('WARMING', 'ACTIVE')`,
  check_at: `('WARMING', 'ACTIVE')`,
};

/**
 * Takes a server for which something is due. The next time is committed before anything is done: a worker that dies
 * leaves it to the next one after the lease, and no two do the same at once.
 */
export async function takeDue(db: Database, due: Due): Promise<DueServer | null> {
  const rows = await db.systemSql(
    async (sql) =>
      (
        await sql.query<DueServer>(
          `
            update dedicated_server s
            set ${due} = clock_timestamp() + make_interval(secs => $1)
            from server_group g
            where g.workspace_id = s.workspace_id
              and g.id = s.group_id
              and s.id = (
                select id
                from dedicated_server
                where status in ${statuses[due]} and ${due} <= clock_timestamp()
                order by ${due}
                limit 1
                for update skip locked
              )
            returning ${serverColumns}, g.domain, g.location
          `,
          [leaseSeconds],
        )
      ).rows,
  );
  return rows[0] ?? null;
}

/** Real seconds until something is tried again. */
export const setDue = (sql: SqlClient, serverId: number, due: Due, seconds: number) =>
  sql.query(`update dedicated_server set ${due} = clock_timestamp() + make_interval(secs => $2) where id = $1`, [
    serverId,
    seconds,
  ]);

/** The step at which a server is. It is RUNNING from its first try on. */
export async function beginStep(
  sql: SqlClient,
  serverId: number,
  at: Date,
): Promise<{ kind: string; tries: number; state: string } | null> {
  const { rows } = await sql.query<{ kind: string; tries: number; state: string }>(
    `
      update server_step
      set tries = tries + 1, began_at = coalesce(began_at, $2),
        state = case when state = 'PENDING' then 'RUNNING' else state end
      where server_id = $1
        and kind = (
          select kind
          from server_step
          where server_id = $1 and state <> 'DONE'
          order by position
          limit 1
        )
      returning kind, tries, state
    `,
    [serverId, at],
  );
  return rows[0] ?? null;
}

/** A step that is done. */
interface EndedStep {
  kind: string;
  note: string;
  at: Date;
}

export const endStep = (sql: SqlClient, serverId: number, { kind, note, at }: EndedStep) =>
  sql.query(
    `
      update server_step
      set state = 'DONE', note = $3, done_at = $4
      where server_id = $1 and kind = $2
    `,
    [serverId, kind, note.slice(0, 500), at],
  );

/** A step that goes on, or has failed. */
interface NotedStep {
  kind: string;
  note: string;
  state: 'RUNNING' | 'FAILED';
}

/** It waits for something outside, or has failed for good. */
export const noteStep = (sql: SqlClient, serverId: number, { kind, note, state }: NotedStep) =>
  sql.query('update server_step set state = $4, note = $3 where server_id = $1 and kind = $2', [
    serverId,
    kind,
    note.slice(0, 500),
    state,
  ]);

export const writeAddress = (sql: SqlClient, serverId: number, address: { id: string; ip: string }) =>
  sql.query('update dedicated_server set cloud_ip_id = $2, ip = $3 where id = $1', [serverId, address.id, address.ip]);

export const writeMachine = (sql: SqlClient, serverId: number, machineId: string, relayPort: number) =>
  sql.query('update dedicated_server set cloud_server_id = $2, relay_port = $3 where id = $1', [
    serverId,
    machineId,
    relayPort,
  ]);

/** Every step is done: it sends from now on, by its ramp. */
export const markReady = (sql: SqlClient, serverId: number, at: Date) =>
  sql.query(
    `
      update dedicated_server
      set status = 'WARMING', ready_at = $2, warmed_at = $2, is_reachable = true, failures = 0,
        unreachable_since = null, unreachable_text = null, probed_at = clock_timestamp(),
        probe_at = clock_timestamp() + interval '15 seconds', check_at = clock_timestamp()
      where id = $1 and status = 'PROVISIONING'
    `,
    [serverId, at],
  );

/** The row stays for what it sent; its secrets go. */
export const markDeleted = (sql: SqlClient, serverId: number) =>
  sql.query(
    `
      update dedicated_server
      set status = 'DELETED', number = null, relay_sealed = null, dkim_sealed = null
      where id = $1 and status = 'DELETING'
    `,
    [serverId],
  );

/** Words are null where it answered; `next`: seconds until the next look. */
interface ProbeResult {
  words: string | null;
  at: Date;
  next: { good: number; bad: number };
}

/** A look at whether it answers. Two failures in a row take it out of rotation. */
export async function writeProbe(
  sql: SqlClient,
  serverId: number,
  { words, at, next }: ProbeResult,
): Promise<{ was: boolean; is: boolean }> {
  const { rows } = await sql.query<{ was: boolean; is: boolean }>(
    `
      update dedicated_server s
      set failures = case when $2::text is null then 0 else s.failures + 1 end,
        is_reachable = case when $2::text is null then true else s.is_reachable and s.failures < 1 end,
        unreachable_text = $2,
        unreachable_since = case when $2::text is null then null else coalesce(s.unreachable_since, $3) end,
        probed_at = clock_timestamp(),
        probe_at = clock_timestamp() + make_interval(secs => case when $2::text is null then $4::float8 else $5::float8 end)
      from (select id, is_reachable from dedicated_server where id = $1 for update) b
      where s.id = b.id and s.status in ('WARMING', 'ACTIVE')
      returning b.is_reachable as was, s.is_reachable as is
    `,
    [serverId, words?.slice(0, 300) ?? null, at, next.good, next.bad],
  );
  return rows[0] ?? { was: false, is: false };
}

export const writeChecks = (sql: SqlClient, serverId: number, checks: StoredChecks) =>
  sql.query('update dedicated_server set checks = $2 where id = $1', [serverId, JSON.stringify(checks)]);

/** What the lists say now; since when an address is on one stays. */
export const writeListings = (
  sql: SqlClient,
  server: Pick<ServerRecord, 'workspace_id' | 'id'>,
  listings: readonly { list: string; isListed: boolean | null; note: string | null }[],
  at: Date,
) =>
  sql.query(
    `
      insert into server_listing (workspace_id, server_id, list, is_listed, note, since, checked_at)
      select $1, $2, g.list, g.is_listed, g.note, case when g.is_listed then $4::timestamptz end, $4
      from unnest($3::text[], $5::bool[], $6::text[]) as g(list, is_listed, note)
      on conflict (server_id, list)
      do update set is_listed = excluded.is_listed, note = excluded.note, checked_at = excluded.checked_at,
        since = case
          when excluded.is_listed then coalesce(server_listing.since, excluded.checked_at)
          when excluded.is_listed is null then server_listing.since
        end
    `,
    [
      server.workspace_id,
      server.id,
      listings.map(({ list }) => list),
      at,
      listings.map(({ isListed }) => isListed),
      listings.map(({ note }) => note),
    ],
  );

/** A rest that nobody set: only where none longer holds. */
export const restUntil = (sql: SqlClient, serverId: number, until: Date, reason: string) =>
  sql.query(
    `
      update dedicated_server
      set rest_until = $2, rest_reason = $3
      where id = $1 and (rest_until is null or rest_until < $2)
    `,
    [serverId, until, reason.slice(0, 300)],
  );

export interface WarmingServer {
  id: number;
  workspace_id: WorkspaceId;
  warm_day: number;
  sent: number;
  deferred: number;
}

/** Warming servers whose day is over, with what the day brought. */
export async function findWarmingDays(sql: SqlClient, now: Date): Promise<WarmingServer[]> {
  return (
    await sql.query<WarmingServer>(
      `
        select s.id, s.workspace_id, s.warm_day,
          (
            select count(*)::int
            from server_mail m
            where m.server_id = s.id
              and m.state in ('SENT', 'IN_DOUBT')
              and m.sent_at > s.warmed_at
              and m.sent_at <= $1
          ) as sent,
          (
            select count(*)::int
            from server_mail m
            where m.server_id = s.id and m.state = 'DEFERRED' and m.sent_at > s.warmed_at and m.sent_at <= $1
          ) as deferred
        from dedicated_server s
        where s.status = 'WARMING' and s.warmed_at <= $1::timestamptz - interval '24 hours'
        order by s.id
        limit 200
        for update of s skip locked
      `,
      [now],
    )
  ).rows;
}

/** Days of warming that count so far. */
interface WarmDay {
  warmDay: number;
  isWarm: boolean;
  at: Date;
}

/** A day is over; it counts or it does not. */
export const writeWarmDay = (sql: SqlClient, serverId: number, { warmDay, isWarm, at }: WarmDay) =>
  sql.query(
    `
      update dedicated_server
      set warm_day = $2, warmed_at = $4, status = case when $3 then 'ACTIVE' else status end
      where id = $1 and status = 'WARMING'
    `,
    [serverId, warmDay, isWarm, at],
  );
