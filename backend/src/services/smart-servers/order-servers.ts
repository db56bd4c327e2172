import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { HandlerInput } from '@skein/contracts/endpoint';
import { planIncludes, unlocksFeature } from '@skein/contracts/plan-limits';
import { serverLimits, stepKinds } from '@skein/contracts/smart-servers/server-limits';
import type { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import type { Cloud } from '#platform/cloud/cloud';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { SmartServersDeps } from './deps';
import * as groups from './groups.store';
import { nowOf, publish, requireClient, requireGroup, type Who as Person } from './server-groups';
import { openCheckout, requirePayments, settlePending } from './pay-servers';
import * as store from './servers.store';

/** Who orders, with the plan that has to allow it. */
type Who = Person & Pick<RequestActor, 'planType'>;

const makeKeyPair = promisify(generateKeyPair);

/**
 * Orders a group with its servers; the worker sets them up once they are paid for.
 * @throws SkeinError UNAVAILABLE where there is no cloud
 */
export async function orderGroup(
  deps: SmartServersDeps,
  who: Who,
  body: HandlerInput<(typeof serversContract)['endpoints']['addGroup']>['body'],
) {
  const cloud = requireCloud(deps);
  requirePlan(who);
  requirePayments(deps);
  await deps.db.tenantSql(who.workspaceId, (sql) => requireClient(who, sql, body.client_id));
  const keys = await makeKeys(body.servers);
  const { group, ids } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
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
    const added = await requireGroup(who, sql, id, true);
    return {
      group: added,
      ids: await orderServers(deps, who, sql, { group: added, cloud, keys, dailyLimit: body.daily_limit }),
    };
  });
  return { id: group.id, server_ids: ids, checkout_url: await tryCheckout(deps, who, group) };
}

/** @throws SkeinError LIMIT_REACHED beyond four servers */
export async function orderMore(deps: SmartServersDeps, who: Who, groupId: number, count: number) {
  const cloud = requireCloud(deps);
  requirePlan(who);
  requirePayments(deps);
  // Keys take their time: none are made for a group that is not there.
  await deps.db.tenantSql(who.workspaceId, (sql) => requireGroup(who, sql, groupId));
  const keys = await makeKeys(count);
  const { group, ids } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await requireGroup(who, sql, groupId, true);
    const [first] = await store.findServers(who.workspaceId, sql, { groupId });
    const limit = first?.daily_limit ?? serverLimits.dailyLimit;
    return { group: found, ids: await orderServers(deps, who, sql, { group: found, cloud, keys, dailyLimit: limit }) };
  });
  return { server_ids: ids, checkout_url: await tryCheckout(deps, who, group) };
}

/** Where the servers of a group that await payment are paid for. @throws SkeinError NOT_FOUND, CONFLICT, UNAVAILABLE */
export async function payGroup(deps: SmartServersDeps, who: Who, groupId: number): Promise<{ checkout_url: string }> {
  const { group, payment } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await requireGroup(who, sql, groupId, true);
    return { group: found, payment: await settlePending(deps, sql, who.workspaceId, groupId) };
  });
  if (!payment) throw new SkeinError('CONFLICT', `Every server of ${group.name} is paid for.`);
  return { checkout_url: await openCheckout(deps, payment, group) };
}

/** The order is kept when the payment service does not answer; it can be paid later. */
async function tryCheckout(deps: SmartServersDeps, who: Who, group: groups.GroupRecord): Promise<string | null> {
  try {
    return (await payGroup(deps, who, group.id)).checkout_url;
  } catch (error) {
    if (error instanceof SkeinError && error.code === 'UNAVAILABLE') return null;
    throw error;
  }
}

function requireCloud(deps: SmartServersDeps): Pick<Cloud, 'name'> {
  if (!deps.cloud)
    throw new SkeinError(
      'UNAVAILABLE',
      'Servers cannot be ordered here yet: no cloud is set up on this installation (HETZNER_API_TOKEN).',
    );
  return deps.cloud;
}

/** @throws SkeinError PLAN_REQUIRED on a trial, which nobody has paid for */
function requirePlan({ planType }: Who): void {
  if (!planIncludes(planType, 'dedicated-servers'))
    throw new SkeinError('PLAN_REQUIRED', unlocksFeature('dedicated-servers'));
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

/** New servers of a group: one for each pair of keys. */
interface ServersToOrder {
  group: groups.GroupRecord;
  cloud: Pick<Cloud, 'name'>;
  keys: Keys[];
  dailyLimit: number;
}

/** Orders wait for each other, so that two at once cannot both take the last place. @throws SkeinError LIMIT_REACHED */
async function requireRoom(deps: SmartServersDeps, who: Who, sql: SqlClient, count: number): Promise<void> {
  await store.lockOrders(sql);
  const own = (await store.findServers(who.workspaceId, sql)).length;
  if (own + count > serverLimits.perWorkspace)
    throw new SkeinError(
      'LIMIT_REACHED',
      `A workspace has at most ${serverLimits.perWorkspace} servers; yours has ${own}. Delete one to order another.`,
    );
  if ((await deps.db.systemSql(store.countServers)) + count > deps.mostServers)
    throw new SkeinError(
      'LIMIT_REACHED',
      'This installation has no room for more servers. Ask its operator to raise SERVERS_LIMIT.',
    );
}

async function orderServers(
  deps: SmartServersDeps,
  who: Who,
  sql: SqlClient,
  { group, cloud, keys, dailyLimit }: ServersToOrder,
): Promise<number[]> {
  await requireRoom(deps, who, sql, keys.length);
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
