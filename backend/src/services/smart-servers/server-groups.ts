import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { HandlerInput } from '@skein/contracts/endpoint';
import { serverMonthlyCents, stepKinds } from '@skein/contracts/smart-servers/server-limits';
import type { ServerDetails } from '@skein/contracts/smart-servers/server-shapes';
import type { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import type { ServiceDeps } from '#platform/http/service-deps';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import { isMinorList } from './block-lists';
import type { SmartServersDeps } from './deps';
import { findByDomain, findVolume } from './figures.store';
import * as groups from './groups.store';
import { rampOf } from './ramp';
import * as payments from './payments.store';
import { loadGroups, recordsOf } from './server-views';
import * as store from './servers.store';

export type Who = Pick<RequestActor, 'workspaceId' | 'userId' | 'role' | 'client'>;
type Endpoints = (typeof serversContract)['endpoints'];
const done = { done: true } as const;
const hour = 3_600_000;

export const nowOf = (deps: ServiceDeps): number => (deps.campaignClock ?? deps.realClock).now();
export const memberOf = (who: Who): number | null =>
  !who.client && who.role === 'LIMITED_FULL_MEMBER_ACCESS' ? who.userId : null;
export const publish = (deps: ServiceDeps, sql: SqlClient, workspaceId: WorkspaceId) =>
  deps.live.publish(sql, workspaceId, ['server']);

export const listGroups = (deps: SmartServersDeps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => ({
    rows: (await loadGroups(who.workspaceId, sql, { now: nowOf(deps), memberId: memberOf(who) })).groups,
    is_sandbox: deps.isSandbox,
    cloud: deps.cloud?.name ?? null,
  }));

/** @throws SkeinError NOT_FOUND */
export async function requireGroup(
  who: Who,
  sql: SqlClient,
  groupId: number,
  lock = false,
): Promise<groups.GroupRecord> {
  const [group] = await groups.findGroups(who.workspaceId, sql, { id: groupId, lock });
  if (!group) throw notFound('This group');
  return group;
}

async function requireServer(who: Who, sql: SqlClient, serverId: number): Promise<store.ServerRecord> {
  const [server] = await store.findServers(who.workspaceId, sql, { id: serverId });
  if (!server) throw notFound('This server');
  return server;
}

export async function requireClient(who: Who, sql: SqlClient, clientId: ClientId | null): Promise<void> {
  if (clientId !== null && !(await store.clientExists(who.workspaceId, sql, clientId)))
    throw invalidField('client_id', 'is no client of this workspace');
}

/** Renames, switches rotation, transfers to a client. @throws SkeinError CONFLICT while campaigns of another client send through it */
export const changeGroup = (
  deps: SmartServersDeps,
  who: Who,
  groupId: number,
  body: HandlerInput<Endpoints['updateGroup']>['body'],
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const group = await requireGroup(who, sql, groupId, true);
    if (body.name !== undefined && (await groups.nameIsTaken(who.workspaceId, sql, body.name, groupId)))
      throw invalidField('name', 'is taken by another group');
    const clientId = body.client_id === undefined ? group.client_id : body.client_id;
    if (clientId !== group.client_id) {
      await requireClient(who, sql, clientId);
      const mapped = await groups.findCampaigns(who.workspaceId, sql, { isMapped: true, memberId: null });
      const others = mapped.filter((each) => each.group_id === groupId && each.client_id !== clientId);
      if (others.length > 0)
        throw new SkeinError(
          'CONFLICT',
          `${named(others)} of another client ${others.length === 1 ? 'sends' : 'send'} through ${group.name}. Remove ${others.length === 1 ? 'it' : 'them'} first.`,
        );
    }
    await groups.writeGroup(who.workspaceId, sql, groupId, {
      name: body.name ?? group.name,
      auto_rotate: body.auto_rotate ?? group.auto_rotate,
      client_id: clientId,
    });
    await publish(deps, sql, who.workspaceId);
    return done;
  });

/** The first names, and how many more. */
export const named = (campaigns: readonly { name: string }[]): string =>
  campaigns.length <= 3
    ? campaigns.map(({ name }) => name).join(', ')
    : `${campaigns
        .slice(0, 2)
        .map(({ name }) => name)
        .join(', ')} and ${campaigns.length - 2} more campaigns`;

/** What is paid and what is still to be paid follows the servers that are left. */
async function followPayments(who: Who, sql: SqlClient, groupId: number): Promise<void> {
  await payments.cancelPending(who.workspaceId, sql, groupId);
  await payments.followDeleted(who.workspaceId, sql, groupId, serverMonthlyCents);
}

export const removeGroup = (deps: SmartServersDeps, who: Who, groupId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireGroup(who, sql, groupId, true);
    const servers = await store.findServers(who.workspaceId, sql, { groupId });
    await store.markDeleting(
      who.workspaceId,
      sql,
      servers.map(({ id }) => id),
    );
    await followPayments(who, sql, groupId);
    await groups.markGroupDeleted(who.workspaceId, sql, groupId, new Date(nowOf(deps)));
    await publish(deps, sql, who.workspaceId);
    return done;
  });

export const removeServer = (deps: SmartServersDeps, who: Who, serverId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const server = await requireServer(who, sql, serverId);
    await requireGroup(who, sql, server.group_id, true);
    await store.markDeleting(who.workspaceId, sql, [serverId]);
    await followPayments(who, sql, server.group_id);
    await publish(deps, sql, who.workspaceId);
    return done;
  });

export const checkServer = (deps: SmartServersDeps, who: Who, serverId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireServer(who, sql, serverId);
    await store.hurry(who.workspaceId, sql, serverId);
    await publish(deps, sql, who.workspaceId);
    return done;
  });

/** @param hours of campaign time; 0 ends the rest */
export const restServer = (deps: SmartServersDeps, who: Who, serverId: number, hours: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireServer(who, sql, serverId);
    await store.writeRest(who.workspaceId, sql, {
      serverId,
      until: hours === 0 ? null : new Date(nowOf(deps) + hours * hour),
      reason: hours === 0 ? null : 'Set to rest by a person',
    });
    await publish(deps, sql, who.workspaceId);
    return done;
  });

export const readServer = (deps: SmartServersDeps, who: Who, serverId: number): Promise<ServerDetails> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const record = await requireServer(who, sql, serverId);
    const now = nowOf(deps);
    const loaded = await loadGroups(who.workspaceId, sql, { now, memberId: memberOf(who), groupId: record.group_id });
    const [group] = loaded.groups;
    const server = group?.servers.find(({ id }) => id === serverId);
    if (!group || !server) throw notFound('This server');
    const figures = loaded.figures.get(serverId);
    const steps = loaded.steps.filter(({ server_id }) => server_id === serverId);
    const ips = [...loaded.servers.values()].map(({ ip }) => ip).filter((ip) => ip !== null);
    return {
      server,
      group,
      is_sandbox: deps.isSandbox,
      cloud: record.cloud,
      steps: steps.map((step) => ({
        kind: stepKinds.find((kind) => kind === step.kind) as (typeof stepKinds)[number],
        state: step.state,
        note: step.note,
        began_at: step.began_at?.toISOString() ?? null,
        done_at: step.done_at?.toISOString() ?? null,
      })),
      records:
        record.ip === null
          ? []
          : recordsOf(record, group, ips).map((each) => ({
              ...each,
              state: steps.find(({ kind }) => kind === each.kind)?.state ?? 'PENDING',
            })),
      checks: record.checks.verdicts ?? null,
      checked_at: record.checks.at ?? null,
      listings: loaded.listings
        .filter(({ server_id }) => server_id === serverId)
        .map(({ list, is_listed, note, since, checked_at }) => ({
          list,
          is_listed,
          is_minor: isMinorList(list),
          note,
          since: since?.toISOString() ?? null,
          checked_at: checked_at.toISOString(),
        })),
      registration: record.checks.registration ?? null,
      totals: {
        sent: figures?.sent ?? 0,
        bounced: figures?.bounced ?? 0,
        replied: figures?.replied ?? 0,
        deferred: figures?.deferred ?? 0,
        unconfirmed: figures?.unconfirmed ?? 0,
      },
      volume: await findVolume(who.workspaceId, sql, serverId, new Date(now)),
      ramp: rampOf(record.daily_limit),
      by_provider: await findByDomain(who.workspaceId, sql, serverId, new Date(now)),
    };
  });
