import type { WorkspaceId } from '@skein/contracts/ids';
import type { EdSubscriptionView } from '@skein/contracts/ed-subscription/ed-subscription.contract';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import type { ServiceDeps } from '#platform/http/service-deps';
import { SkeinError } from '#platform/http/skein-error';
import { counted } from '#platform/log/counted';
import * as store from './ed-subscription.store';

type Who = Pick<RequestActor, 'workspaceId' | 'userId'>;
const iso = (date: Date | null | undefined) => date?.toISOString() ?? null;

async function viewIn(workspaceId: WorkspaceId, sql: SqlClient): Promise<EdSubscriptionView> {
  const found = await store.findSubscription(workspaceId, sql);
  const isRequested = found?.requested_monitors != null;
  return {
    state: found?.is_active ? 'ACTIVE' : isRequested ? 'REQUESTED' : found?.monitors != null ? 'ENDED' : 'NONE',
    requested_monitors: found?.requested_monitors ?? null,
    requested_at: iso(found?.requested_at),
    monitors: found?.monitors ?? null,
    starts_at: iso(found?.starts_at),
    ends_at: iso(found?.ends_at),
    is_ending: found?.is_ending ?? false,
    usage: await store.countMonitors(workspaceId, sql),
  };
}

export const readSubscription = (deps: ServiceDeps, who: Who): Promise<EdSubscriptionView> =>
  deps.db.tenantSql(who.workspaceId, (sql) => viewIn(who.workspaceId, sql));

/** @throws SkeinError CONFLICT for as many monitors as the subscription has */
export const requestSubscription = (deps: ServiceDeps, who: Who, given: { monitors: number; note: string }) =>
  change(deps, who, async (sql) => {
    const found = await store.findSubscription(who.workspaceId, sql);
    if (found?.is_active && found.monitors === given.monitors)
      throw new SkeinError('CONFLICT', `Your subscription already has ${counted(given.monitors, 'monitor')}.`);
    const at = new Date(deps.realClock.now());
    await store.writeRequest(who.workspaceId, sql, { ...given, userId: who.userId, at });
  });

/** @throws SkeinError CONFLICT where nothing is asked for */
export const withdrawRequest = (deps: ServiceDeps, who: Who) =>
  change(deps, who, async (sql) => {
    if (!(await store.clearRequest(who.workspaceId, sql)))
      throw new SkeinError('CONFLICT', 'There is no open request. It was granted or withdrawn.');
  });

/** Leaves the subscription to end with its period, or keeps it. @throws SkeinError CONFLICT where there is nothing to change */
export const setEnding = (deps: ServiceDeps, who: Who, isEnding: boolean) =>
  change(deps, who, async (sql) => {
    if (!(await store.writeEnding(who.workspaceId, sql, isEnding)))
      throw new SkeinError(
        'CONFLICT',
        isEnding ? 'No subscription runs that could end.' : 'No subscription was left to end.',
      );
  });

const change = (deps: ServiceDeps, who: Who, work: (sql: SqlClient) => Promise<void>): Promise<EdSubscriptionView> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await work(sql);
    await deps.live.publish(sql, who.workspaceId, ['plan']);
    return viewIn(who.workspaceId, sql);
  });
