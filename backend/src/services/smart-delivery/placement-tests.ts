import type { HandlerInput } from '@skein/contracts/endpoint';
import type { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { PlacementTestRow } from '@skein/contracts/smart-delivery/placement-shapes';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import type { ServiceDeps } from '#platform/http/service-deps';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { SmartDeliveryDeps } from './deps';
import { releaseAll } from './follow-run';
import { groupedBy, isOnItsWay, statusOf, withScore } from './placement-score';
import { nextRun } from './schedule';
import { countSeeds } from './seed-choice.store';
import { countMonitors, requireMonitor } from './monitors.store';
import { lockTest } from './test-settings.store';
import { closeRun, lookNow } from './find-mails.store';
import { addRun } from './add-run.store';
import { findTests } from './find-tests.store';
import * as folders from './folders.store';
import * as deleted from './deleted-tests.store';
import * as store from './tests.store';

export type Who = Pick<RequestActor, 'workspaceId' | 'userId' | 'role' | 'client'>;
type Endpoints = (typeof placementContract)['endpoints'];
export const scopeOf = (who: Who): store.Scope => ({
  clientId: who.client?.id ?? null,
  memberId: !who.client && who.role === 'LIMITED_FULL_MEMBER_ACCESS' ? who.userId : null,
});
export const nowOf = (deps: ServiceDeps): Date => new Date((deps.campaignClock ?? deps.realClock).now());
/** Runs of the trend of a test. */
const newestRuns = 10;
const done = { done: true } as const;

/** @throws SkeinError NOT_FOUND also for a draft, and for a test with a mailbox that is not theirs */
export async function requireTest(who: Who, sql: SqlClient, id: number): Promise<store.TestRecord> {
  const [test] = await findTests(who.workspaceId, sql, scopeOf(who), { id });
  if (!test || test.draft) throw notFound('This test');
  return test;
}

export function toRow(test: store.TestRecord, runs: readonly store.RunRecord[]): PlacementTestRow {
  const last = runs.at(-1);
  const latest = withScore(last ?? { mails: 0, inbox: 0, tab: 0, spam: 0, missing: 0, failed: 0, waiting: 0 });
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id: test.id,
    name: test.name,
    type: test.type,
    folder_id: test.folder_id,
    subject: test.subject,
    senders: test.sender_ids.length,
    seeds: test.seed_ids.length,
    every_days: test.every_days,
    next_run_at: iso(test.next_run_at),
    ends_at: iso(test.ends_at),
    runs: runs.length,
    is_stopped: test.is_stopped,
    created_at: test.created_at.toISOString(),
    is_paused: test.is_paused,
    status: test.draft ? 'DRAFT' : statusOf(test, last),
    latest,
    pass_percent: test.pass_percent,
    // A run that has not ended has no result yet.
    trend: runs.slice(-newestRuns).map((run) => (isOnItsWay(run) ? null : withScore(run).score)),
    last_run_at: iso(last?.started_at ?? null),
    campaign: test.source?.campaign_name ?? null,
    is_self_sent: test.is_self_sent,
    cron: test.cron,
    time_zone: test.time_zone,
    starts_at: iso(test.starts_at),
  };
}

/** What a new test can be made of. */
export async function listChoices(deps: ServiceDeps, who: Who) {
  const seeds = await deps.db.systemSql((sql) => countSeeds(sql, who.workspaceId));
  const { senders, monitors } = await deps.db.tenantSql(who.workspaceId, async (sql) => ({
    senders: await store.findSenders(who.workspaceId, sql, scopeOf(who)),
    monitors: await countMonitors(who.workspaceId, sql),
  }));
  return { seeds, monitors, senders: senders.map(({ id, email }) => ({ id, email })) };
}

export async function listTests(deps: ServiceDeps, who: Who, query: HandlerInput<Endpoints['tests']>['query']) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { type, search, status, offset, limit } = query;
    const filter = { type, folderId: query.folder_id, search: search || undefined, status, offset, limit };
    const tests = await findTests(who.workspaceId, sql, scopeOf(who), filter);
    const runs = await store.findRuns(
      who.workspaceId,
      sql,
      tests.map(({ id }) => id),
    );
    const byTest = groupedBy(runs, ({ test_id: id }) => id);
    return { rows: tests.map((test) => toRow(test, byTest.get(test.id) ?? [])), total: tests[0]?.total ?? 0 };
  });
}

/** Looks into the seeds of the latest run now. */
export async function lookIntoSeeds(deps: ServiceDeps, who: Who, id: number) {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireTest(who, sql, id);
    await lookNow(who.workspaceId, sql, id, nowOf(deps));
  });
  return done;
}

/** Ends the wait for emails that a person sends. @throws SkeinError CONFLICT when nothing is waited for */
export async function closeTest(deps: ServiceDeps, who: Who, id: number) {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireTest(who, sql, id);
    if (!(await closeRun(who.workspaceId, sql, id)))
      throw new SkeinError('CONFLICT', 'This run is closed, or Skein sends it itself.');
  });
  return done;
}

type ReleaseDeps = ServiceDeps & Pick<SmartDeliveryDeps, 'actions'>;

/** Stops a test; mailboxes that it rests or limits, and the step that it paused, send on as before it. */
export async function stopTest(deps: ReleaseDeps, who: Who, id: number) {
  const test = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await requireTest(who, sql, id);
    await store.stopTest(who.workspaceId, sql, id);
    return found;
  });
  await releaseAll(deps.actions, who.workspaceId, test);
  return done;
}

/** Runs a test again. @throws SkeinError CONFLICT while a run is on its way, LIMIT_REACHED */
export async function runTestAgain(deps: ServiceDeps, who: Who, id: number) {
  const run = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await lockTest(who.workspaceId, sql, id);
    const test = await requireTest(who, sql, id);
    const [latest] = (await store.findRuns(who.workspaceId, sql, [id])).slice(-1);
    if (isOnItsWay(latest)) throw new SkeinError('CONFLICT', 'A run of this test is on its way.');
    const now = nowOf(deps);
    // A paused test runs once and stays paused.
    const next = test.type === 'auto' && !test.is_paused ? nextRun(test, now) : null;
    if (next !== null && (test.is_stopped || test.next_run_at === null)) await requireMonitor(who.workspaceId, sql);
    await store.startAgain(who.workspaceId, sql, id, next);
    return addRun(who.workspaceId, sql, id, now);
  });
  return { run };
}

/** Holds back the next runs of an automatic test. @throws SkeinError CONFLICT for a test that has none */
export async function pauseTest(deps: ServiceDeps, who: Who, id: number) {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const test = await requireTest(who, sql, id);
    if (test.is_paused) return;
    if (!(await store.pauseTest(who.workspaceId, sql, id)))
      throw new SkeinError('CONFLICT', 'No further run of this test is planned, so there is nothing to pause.');
  });
  return done;
}

/**
 * Plans the next run of a paused test.
 * @throws SkeinError CONFLICT for a test that is not paused or whose schedule has ended, LIMIT_REACHED
 */
export async function resumeTest(deps: ServiceDeps, who: Who, id: number) {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await lockTest(who.workspaceId, sql, id);
    const test = await requireTest(who, sql, id);
    if (!test.is_paused) throw new SkeinError('CONFLICT', 'This test is not paused.');
    const now = nowOf(deps);
    const next = test.starts_at !== null && test.starts_at > now ? test.starts_at : nextRun(test, now);
    if (next === null) throw new SkeinError('CONFLICT', 'The schedule of this test has ended.');
    await requireMonitor(who.workspaceId, sql);
    await store.resumeTest(who.workspaceId, sql, id, next);
  });
  return done;
}

/** Deletes a test with its results, or a draft, and ends what the test did to mailboxes and its step. */
export async function deleteTest(deps: ReleaseDeps, who: Who, id: number) {
  const now = nowOf(deps);
  const test = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const [found] = await findTests(who.workspaceId, sql, scopeOf(who), { id });
    if (!found) throw notFound('This test');
    if (found.draft) {
      await deleted.deleteDraft(who.workspaceId, sql, id);
      return null;
    }
    // From here on no run of it does anything, whatever is being settled.
    await store.stopTest(who.workspaceId, sql, id);
    await deleted.markDeleted(who.workspaceId, sql, id, now);
    return found;
  });
  if (!test) return done;
  // A process that dies in between leaves the rest to the loop (releaseEnded).
  await releaseAll(deps.actions, who.workspaceId, test);
  await deps.db.tenantSql(who.workspaceId, (sql) => deleted.removeDeleted(sql, now));
  return done;
}

export async function listFolders(deps: ServiceDeps, who: Who, query: HandlerInput<Endpoints['folders']>['query']) {
  const filter = { userId: who.userId, ...query };
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const rows = await folders.findFolders(who.workspaceId, sql, scopeOf(who), filter);
    const total = rows[0]?.total ?? (await folders.countFolders(who.workspaceId, sql, scopeOf(who), filter));
    return { rows: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })), total };
  });
}

export async function createFolder(deps: ServiceDeps, who: Who, name: string) {
  return {
    id: await deps.db.tenantSql(who.workspaceId, (sql) =>
      folders.addFolder(who.workspaceId, sql, { name, userId: who.userId, now: nowOf(deps) }),
    ),
  };
}

/** @throws SkeinError NOT_FOUND for a folder that they do not see, FORBIDDEN for one that holds the order of others */
export async function removeFolder(deps: ServiceDeps, who: Who, id: number) {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const known = await folders.findFolders(who.workspaceId, sql, scopeOf(who), { userId: who.userId });
    const folder = known.find((each) => each.id === id);
    if (!folder) throw notFound('This folder');
    if (!folder.is_own) throw new SkeinError('FORBIDDEN', 'Someone else added this folder.');
    await folders.deleteFolder(who.workspaceId, sql, id);
  });
  return done;
}
