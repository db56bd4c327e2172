import type { WorkspaceId } from '@skein/contracts/ids';
import { serverLimits } from '@skein/contracts/smart-servers/server-limits';
import { CloudError } from '#platform/cloud/cloud';
import type { SqlClient } from '#platform/db/database';
import { lookUpBlockLists, weightyListings } from './block-lists';
import { checkDkim, checkDmarc, checkForward, checkReverse, checkSpf } from './check-records';
import { findFigures } from './figures.store';
import { runStep, type StepOutcome } from './provision';
import { probeRelay } from './probe-relay';
import { isDayCounted, reputationOf, restBelow } from './ramp';
import { followOutcomes, forgetLostPlaces } from './relays.store';
import { settlePayments } from './settle-payments';
import type { ServerWorkerDeps } from './worker-deps';
import * as store from './worker.store';

/** Real seconds: records are looked at each minute; a dead server is seen by two probes, half a minute at most. */
export const usualPace = { records: 60, probe: 15, failedProbe: 5, checks: 6 * 3_600 };
const day = 86_400_000;
/** After so many tries of a call that the cloud refused for a passing reason, a step waits five minutes. */
const patientTries = 5;

const publish = (deps: ServerWorkerDeps, sql: SqlClient, workspaceId: WorkspaceId) =>
  deps.live.publish(sql, workspaceId, ['server']);

/** Does everything that is due once. @returns whether there was anything */
export async function runDueServers(deps: ServerWorkerDeps): Promise<boolean> {
  const done = [await advance(deps), await probe(deps), await check(deps), await settlePayments(deps)];
  await warm(deps);
  await followOutcomes(deps.db);
  await forgetLostPlaces(deps.db);
  return done.includes(true);
}

/**
 * The next step of one server that is being set up or deleted. Each step can be repeated: what it makes in the cloud is
 * named by the server's key.
 */
async function advance(deps: ServerWorkerDeps): Promise<boolean> {
  const server = await store.takeDue(deps.db, 'step_at');
  if (!server) return false;
  if (server.status === 'DELETING') {
    await remove(deps, server);
    return true;
  }
  const step = await deps.db.systemSql((sql) => store.beginStep(sql, server.id, new Date(deps.now())));
  if (!step || step.state === 'FAILED') {
    await deps.db.systemSql((sql) => store.setDue(sql, server.id, 'step_at', day / 1000));
    return true;
  }
  const outcome = await runStep(deps, server, step.kind).catch((error: unknown): StepOutcome => {
    if (!(error instanceof CloudError)) deps.log.error({ error, server: server.id }, 'a step of a server failed');
    const words = error instanceof CloudError ? error.message : 'Something went wrong on our side. It is tried again.';
    return error instanceof CloudError && error.isFinal
      ? { state: 'FAILED', note: words }
      : { state: 'WAITING', note: words, seconds: step.tries > patientTries ? 300 : 5 * step.tries };
  });
  await deps.db.systemSql(async (sql) => {
    if (outcome.state === 'DONE') {
      await outcome.write?.(sql);
      await store.endStep(sql, server.id, { kind: step.kind, note: outcome.note, at: new Date(deps.now()) });
      if (step.kind === 'RELAY') await store.markReady(sql, server.id, new Date(deps.now()));
      await store.setDue(sql, server.id, 'step_at', 0);
    } else {
      await outcome.write?.(sql);
      await store.noteStep(sql, server.id, {
        kind: step.kind,
        note: outcome.note,
        state: outcome.state === 'FAILED' ? 'FAILED' : 'RUNNING',
      });
      await store.setDue(sql, server.id, 'step_at', outcome.state === 'FAILED' ? day / 1000 : outcome.seconds);
    }
    await publish(deps, sql, server.workspace_id);
  });
  return true;
}

async function remove(deps: ServerWorkerDeps, server: store.DueServer): Promise<void> {
  let isGone = false;
  try {
    isGone = deps.cloud !== null && (await deps.cloud.remove(server.cloud_key));
  } catch (error) {
    deps.log.error({ error, server: server.id }, 'a server could not be given up; it is tried again');
  }
  await deps.db.systemSql(async (sql) => {
    if (isGone) await store.markDeleted(sql, server.id);
    else await store.setDue(sql, server.id, 'step_at', Math.min(15, deps.pace.records));
    await publish(deps, sql, server.workspace_id);
  });
}

async function probe(deps: ServerWorkerDeps): Promise<boolean> {
  const server = await store.takeDue(deps.db, 'probe_at');
  if (!server) return false;
  const words = await probeRelay(server, deps);
  await deps.db.systemSql(async (sql) => {
    const { was, is } = await store.writeProbe(sql, server.id, {
      words,
      at: new Date(deps.now()),
      next: {
        good: deps.pace.probe,
        bad: deps.pace.failedProbe,
      },
    });
    if (was !== is) await publish(deps, sql, server.workspace_id);
  });
  return true;
}

/** DNS, block lists and registration of an address; a rest where they or its reputation ask for one. */
async function check(deps: ServerWorkerDeps): Promise<boolean> {
  const server = await store.takeDue(deps.db, 'check_at');
  if (!server) return false;
  const { ip } = server;
  const now = new Date(deps.now());
  if (ip === null) return true;
  const [reverse_dns, forward, spf, dkim, dmarc, words, listings] = await Promise.all([
    checkReverse(deps.dns, server.host_name, ip),
    checkForward(deps.dns, server.host_name, ip),
    checkSpf(deps.dns, server.domain, ip),
    checkDkim(deps.dns, server.domain, server.dkim_selector, server.dkim_public ?? ''),
    checkDmarc(deps.dns, server.domain),
    probeRelay(server, deps),
    lookUpBlockLists(ip, deps.reputation),
  ]);
  const registration = (await deps.registrationOf(ip)) ?? server.checks.registration ?? null;
  const tls =
    words === null
      ? { verdict: 'pass' as const, text: 'TLS and login work', record: null }
      : { verdict: 'fail' as const, text: words, record: null };
  await deps.db.systemSql(async (sql) => {
    await store.writeChecks(sql, server.id, {
      at: now.toISOString(),
      verdicts: { reverse_dns, forward, spf, dkim, dmarc, tls },
      registration,
    });
    await store.writeListings(sql, server, listings, now);
    const listed = weightyListings(listings);
    const figures = (await findFigures(server.workspace_id, sql, [server.id], now)).get(server.id);
    const reputation = figures ? reputationOf({ ...figures, listed: listed.length }) : null;
    if (listed.length > 0)
      await store.restUntil(sql, server.id, new Date(now.getTime() + day), `On a block list: ${listed.join(', ')}`);
    else if (reputation !== null && reputation < restBelow)
      await store.restUntil(
        sql,
        server.id,
        new Date(now.getTime() + day),
        `Reputation ${reputation}, below ${restBelow}`,
      );
    await store.setDue(sql, server.id, 'check_at', deps.pace.checks);
    await publish(deps, sql, server.workspace_id);
  });
  return true;
}

/** Days of the ramp that are over. */
async function warm(deps: ServerWorkerDeps): Promise<void> {
  const now = new Date(deps.now());
  await deps.db.systemSql(async (sql) => {
    for (const server of await store.findWarmingDays(sql, now)) {
      const days = server.warm_day + (isDayCounted(server) ? 1 : 0);
      await store.writeWarmDay(sql, server.id, { warmDay: days, isWarm: days >= serverLimits.warmDays, at: now });
      await publish(deps, sql, server.workspace_id);
    }
  });
}

/** The loop of one process. Any number may run at the same time. */
export function startServerWorker(deps: ServerWorkerDeps): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (stopping.signal.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        stopping.signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      stopping.signal.addEventListener('abort', end, { once: true });
    });
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const isMore = await runDueServers(deps).catch((error) => {
        deps.log.error({ error }, 'the loop of dedicated servers met an error and continues');
        return false;
      });
      await pause(isMore ? 50 : 1_000);
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
