import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface ServerRecord {
  id: number;
  workspace_id: WorkspaceId;
  group_id: number;
  number: number;
  host_name: string;
  status: 'AWAITING_PAYMENT' | 'PROVISIONING' | 'WARMING' | 'ACTIVE' | 'DELETING' | 'DELETED';
  cloud: string;
  cloud_key: string;
  cloud_server_id: string | null;
  cloud_ip_id: string | null;
  ip: string | null;
  relay_port: number | null;
  relay_sealed: Buffer | null;
  dkim_selector: string;
  dkim_sealed: Buffer | null;
  dkim_public: string | null;
  daily_limit: number;
  warm_day: number;
  warmed_at: Date | null;
  ordered_at: Date;
  ready_at: Date | null;
  rest_until: Date | null;
  rest_reason: string | null;
  is_reachable: boolean;
  failures: number;
  unreachable_since: Date | null;
  unreachable_text: string | null;
  checks: StoredChecks;
}

/** What was found out about a server's address and name. */
export interface StoredChecks {
  at?: string;
  verdicts?: Record<
    'reverse_dns' | 'forward' | 'spf' | 'dkim' | 'dmarc' | 'tls',
    { verdict: 'pass' | 'warn' | 'fail' | 'unknown'; text: string; record: string | null }
  >;
  registration?: {
    network: string | null;
    holder: string | null;
    country: string | null;
    range: string | null;
    abuse_email: string | null;
  } | null;
  registered_at?: string;
}

/** The names of the secrets: bound to the row. */
export const relayContext = (serverId: number): string => `dedicated-server:${serverId}:relay`;
export const dkimContext = (serverId: number): string => `dedicated-server:${serverId}:dkim`;

const columns = `
  s.id, s.workspace_id, s.group_id, s.number, s.host_name, s.status, s.cloud, s.cloud_key, s.cloud_server_id,
  s.cloud_ip_id, s.ip, s.relay_port, s.relay_sealed, s.dkim_selector, s.dkim_sealed, s.dkim_public, s.daily_limit,
  s.warm_day, s.warmed_at, s.ordered_at, s.ready_at, s.rest_until, s.rest_reason, s.is_reachable, s.failures,
  s.unreachable_since, s.unreachable_text, s.checks
`;
export const serverColumns = columns;

/** Servers of a workspace that are not deleted. */
export async function findServers(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  filter: { id?: number; groupId?: number } = {},
): Promise<ServerRecord[]> {
  return (
    await sql.query<ServerRecord>(
      `
        select ${columns}
        from dedicated_server s
        where s.workspace_id = $1
          and s.status <> 'DELETED'
          and ($2::int is null or s.id = $2)
          and ($3::int is null or s.group_id = $3)
        order by s.group_id, s.number, s.id
      `,
      [workspaceId, filter.id ?? null, filter.groupId ?? null],
    )
  ).rows;
}

/** Until the transaction ends nobody else orders servers. */
export async function lockOrders(sql: SqlClient): Promise<void> {
  await sql.query("select pg_advisory_xact_lock(hashtextextended('order-servers', 0))");
}

/** Servers of all workspaces. */
export async function countServers(sql: SqlClient): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    "select count(*)::int as count from dedicated_server where status <> 'DELETED'",
  );
  return rows[0]?.count ?? 0;
}

export interface NewServer {
  groupId: number;
  number: number;
  hostName: string;
  cloud: string;
  selector: string;
  dailyLimit: number;
  at: Date;
}

/** It is set up once it is paid for. */
export async function addServer(workspaceId: WorkspaceId, sql: SqlClient, server: NewServer): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into dedicated_server (
        workspace_id, group_id, number, host_name, cloud, dkim_selector, daily_limit, ordered_at, status
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, 'AWAITING_PAYMENT')
      returning id
    `,
    [
      workspaceId,
      server.groupId,
      server.number,
      server.hostName,
      server.cloud,
      server.selector,
      server.dailyLimit,
      server.at,
    ],
  );
  return rows[0]?.id as number;
}

/** Its keys, before anything is made in the cloud: a step that is repeated uses the same ones. */
export const writeSecrets = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  serverId: number,
  secrets: { relay: Buffer; dkim: Buffer; dkimPublic: string },
) =>
  sql.query(
    `
      update dedicated_server
      set relay_sealed = $3, dkim_sealed = $4, dkim_public = $5
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, serverId, secrets.relay, secrets.dkim, secrets.dkimPublic],
  );

export const addSteps = (workspaceId: WorkspaceId, sql: SqlClient, serverId: number, kinds: readonly string[]) =>
  sql.query(
    `
      insert into server_step (workspace_id, server_id, kind, position)
      select $1, $2, k.kind, k.position
      from unnest($3::text[]) with ordinality as k(kind, position)
    `,
    [workspaceId, serverId, kinds],
  );

export interface StepRecord {
  server_id: number;
  kind: string;
  position: number;
  state: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED';
  note: string | null;
  tries: number;
  began_at: Date | null;
  done_at: Date | null;
}

export async function findSteps(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  serverIds: readonly number[],
): Promise<StepRecord[]> {
  return (
    await sql.query<StepRecord>(
      `
        select server_id, kind, position, state, note, tries, began_at, done_at
        from server_step
        where workspace_id = $1 and server_id = any($2)
        order by server_id, position
      `,
      [workspaceId, serverIds],
    )
  ).rows;
}

export interface ListingRecord {
  server_id: number;
  list: string;
  is_listed: boolean | null;
  note: string | null;
  since: Date | null;
  checked_at: Date;
}

export async function findListings(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  serverIds: readonly number[],
): Promise<ListingRecord[]> {
  return (
    await sql.query<ListingRecord>(
      `
        select server_id, list, is_listed, note, since, checked_at
        from server_listing
        where workspace_id = $1 and server_id = any($2)
        order by server_id, is_listed desc nulls last, list
      `,
      [workspaceId, serverIds],
    )
  ).rows;
}

/** Until null ends the rest. */
interface ServerRest {
  serverId: number;
  until: Date | null;
  reason: string | null;
}

/** A rest until then, or its end. @param until null ends it */
export const writeRest = (workspaceId: WorkspaceId, sql: SqlClient, { serverId, until, reason }: ServerRest) =>
  sql.query('update dedicated_server set rest_until = $3, rest_reason = $4 where workspace_id = $1 and id = $2', [
    workspaceId,
    serverId,
    until,
    reason,
  ]);

/** The waiting step, the probe and the checks are due now. */
export const hurry = async (workspaceId: WorkspaceId, sql: SqlClient, serverId: number): Promise<void> => {
  await sql.query(
    `
      update dedicated_server
      set step_at = clock_timestamp(), probe_at = clock_timestamp(), check_at = clock_timestamp()
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, serverId],
  );
  await sql.query(
    `
      update server_step
      set state = 'RUNNING', tries = 0
      where workspace_id = $1 and server_id = $2 and state = 'FAILED'
    `,
    [workspaceId, serverId],
  );
};

/** Out of rotation at once; what it has in the cloud is given up by the worker. */
export const markDeleting = (workspaceId: WorkspaceId, sql: SqlClient, serverIds: readonly number[]) =>
  sql.query(
    `
      update dedicated_server
      set status = 'DELETING', step_at = clock_timestamp(), is_reachable = false
      where workspace_id = $1 and id = any($2) and status <> 'DELETED'
    `,
    [workspaceId, serverIds],
  );

/** The client whose campaigns a group serves has to be one of the workspace. */
export async function clientExists(workspaceId: WorkspaceId, sql: SqlClient, clientId: ClientId): Promise<boolean> {
  const { rowCount } = await sql.query('select 1 from agency_client where workspace_id = $1 and id = $2', [
    workspaceId,
    clientId,
  ]);
  return rowCount === 1;
}
