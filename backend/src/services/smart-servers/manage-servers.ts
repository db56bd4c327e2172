import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { HandlerInput } from '@skein/contracts/endpoint';
import {
  serverLimits,
  stepKinds,
  type ServerDetails,
  type serversContract,
} from '@skein/contracts/smart-servers/servers.contract';
import type { Cloud } from '../../platform/cloud/cloud';
import type { SqlClient } from '../../platform/db/database';
import type { RequestActor } from '../../platform/http/request-actor';
import type { ServiceDeps } from '../../platform/http/service-deps';
import { invalidField, notFound, SkeinError } from '../../platform/http/skein-error';
import { isMinorList } from './block-lists';
import type { SmartServersDeps } from './deps';
import { findByDomain, findVolume } from './figures.store';
import * as groups from './groups.store';
import { rampOf } from './ramp';
import { loadGroups, recordsOf } from './server-views';
import * as store from './servers.store';

type Who = Pick<RequestActor, 'workspaceId' | 'userId' | 'role' | 'client'>;
type Endpoints = (typeof serversContract)['endpoints'];
const makeKeyPair = promisify(generateKeyPair);
const done = { done: true } as const;
const hour = 3_600_000;

export const nowOf = (deps: ServiceDeps): number => (deps.campaignClock ?? deps.realClock).now();
export const memberOf = (who: Who): number | null =>
  !who.client && who.role === 'LIMITED_FULL_MEMBER_ACCESS' ? who.userId : null;
export const publish = (deps: ServiceDeps, sql: SqlClient, workspaceId: number) =>
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

async function requireClient(who: Who, sql: SqlClient, clientId: number | null): Promise<void> {
  if (clientId !== null && !(await store.clientExists(who.workspaceId, sql, clientId)))
    throw invalidField('client_id', 'is no client of this workspace');
}

/** Orders a group with its servers; the worker sets them up. @throws SkeinError UNAVAILABLE where there is no cloud */
export async function orderGroup(deps: SmartServersDeps, who: Who, body: HandlerInput<Endpoints['addGroup']>['body']) {
  const cloud = requireCloud(deps);
  const keys = await makeKeys(body.servers);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireClient(who, sql, body.client_id);
    const id = await groups.addGroup(who.workspaceId, sql, {
      name: body.name,
      domain: body.domain,
      location: body.location,
      clientId: body.client_id,
      userId: who.userId,
      at: new Date(nowOf(deps)),
    });
    if (id === null) throw invalidField('name', 'is taken by another group');
    const group = await requireGroup(who, sql, id, true);
    return { id, server_ids: await orderServers(deps, who, sql, group, cloud, keys, body.daily_limit) };
  });
}

/** @throws SkeinError LIMIT_REACHED beyond four servers */
export async function orderMore(deps: SmartServersDeps, who: Who, groupId: number, count: number) {
  const cloud = requireCloud(deps);
  const keys = await makeKeys(count);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const group = await requireGroup(who, sql, groupId, true);
    const [first] = await store.findServers(who.workspaceId, sql, { groupId });
    const limit = first?.daily_limit ?? serverLimits.dailyLimit;
    return { server_ids: await orderServers(deps, who, sql, group, cloud, keys, limit) };
  });
}

function requireCloud(deps: SmartServersDeps): Pick<Cloud, 'name'> {
  if (!deps.cloud)
    throw new SkeinError(
      'UNAVAILABLE',
      'Servers cannot be ordered here yet: no cloud is set up on this installation (HETZNER_API_TOKEN).',
    );
  return deps.cloud;
}

interface Keys {
  password: string;
  dkimPrivate: string;
  dkimPublic: string;
}

const makeKeys = (count: number): Promise<Keys[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { privateKey, publicKey } = await makeKeyPair('rsa', { modulusLength: 2048 });
      return {
        password: randomBytes(24).toString('base64url'),
        dkimPrivate: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        dkimPublic: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      };
    }),
  );

async function orderServers(
  deps: SmartServersDeps,
  who: Who,
  sql: SqlClient,
  group: groups.GroupRecord,
  cloud: Pick<Cloud, 'name'>,
  keys: Keys[],
  dailyLimit: number,
): Promise<number[]> {
  const known = await store.findServers(who.workspaceId, sql);
  const own = known.filter(({ group_id }) => group_id === group.id);
  if (own.length + keys.length > serverLimits.perGroup)
    throw new SkeinError(
      'LIMIT_REACHED',
      `A group has at most ${serverLimits.perGroup} servers; ${group.name} has ${own.length}.`,
    );
  const hosts = new Set(known.map(({ host_name }) => host_name));
  const numbers = new Set(own.map(({ number }) => number));
  const ids: number[] = [];
  for (const key of keys) {
    const number = [1, 2, 3, 4].find((each) => !numbers.has(each)) as number;
    numbers.add(number);
    let host = 1;
    while (hosts.has(`mail${host}.${group.domain}`)) host += 1;
    const hostName = `mail${host}.${group.domain}`;
    hosts.add(hostName);
    const id = await store.addServer(who.workspaceId, sql, {
      groupId: group.id,
      number,
      hostName,
      cloud: cloud.name,
      selector: `skein${host}`,
      dailyLimit,
      at: new Date(nowOf(deps)),
    });
    await store.writeSecrets(who.workspaceId, sql, id, {
      relay: deps.vault.seal(key.password, store.relayContext(id)),
      dkim: deps.vault.seal(key.dkimPrivate, store.dkimContext(id)),
      dkimPublic: key.dkimPublic,
    });
    await store.addSteps(who.workspaceId, sql, id, stepKinds);
    ids.push(id);
  }
  await publish(deps, sql, who.workspaceId);
  return ids;
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

export const removeGroup = (deps: SmartServersDeps, who: Who, groupId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireGroup(who, sql, groupId, true);
    const servers = await store.findServers(who.workspaceId, sql, { groupId });
    await store.markDeleting(
      who.workspaceId,
      sql,
      servers.map(({ id }) => id),
    );
    await groups.markGroupDeleted(who.workspaceId, sql, groupId, new Date(nowOf(deps)));
    await publish(deps, sql, who.workspaceId);
    return done;
  });

export const removeServer = (deps: SmartServersDeps, who: Who, serverId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireServer(who, sql, serverId);
    await store.markDeleting(who.workspaceId, sql, [serverId]);
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
    await store.writeRest(
      who.workspaceId,
      sql,
      serverId,
      hours === 0 ? null : new Date(nowOf(deps) + hours * hour),
      hours === 0 ? null : 'Set to rest by a person',
    );
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
