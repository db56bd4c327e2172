import type { HandlerInput } from '@skein/contracts/endpoint';
import type { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { PlacementTestRow } from '@skein/contracts/smart-delivery/placement-shapes';
import type { SqlClient } from '../../platform/db/database';
import type { RequestActor } from '../../platform/http/request-actor';
import type { ServiceDeps } from '../../platform/http/service-deps';
import { notFound, SkeinError } from '../../platform/http/skein-error';
import { statusOf, withScore } from './report';
import { findMailboxFigures } from './results.store';
import { chooseSeeds, countSeeds } from './seeds.store';
import * as store from './tests.store';

export type Who = Pick<RequestActor, 'workspaceId' | 'userId' | 'role' | 'client'>;
type Endpoints = (typeof placementContract)['endpoints'];
const day = 86_400_000;

export const scopeOf = (who: Who): store.Scope => ({
  clientId: who.client?.id ?? null,
  memberId: !who.client && who.role === 'LIMITED_FULL_MEMBER_ACCESS' ? who.userId : null,
});
export const nowOf = (deps: ServiceDeps): Date => new Date((deps.campaignClock ?? deps.realClock).now());
const done = { done: true } as const;

/** @throws SkeinError NOT_FOUND also for a test with a mailbox that is not theirs */
export async function requireTest(who: Who, sql: SqlClient, id: number): Promise<store.TestRecord> {
  const [test] = await store.findTests(who.workspaceId, sql, scopeOf(who), { id });
  if (!test) throw notFound('This test');
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
    status: statusOf(test.is_stopped, latest),
    latest,
  };
}

/** What a new test can be made of. */
export async function listChoices(deps: ServiceDeps, who: Who) {
  const seeds = await deps.db.systemSql(countSeeds);
  const senders = await deps.db.tenantSql(who.workspaceId, (sql) =>
    store.findSenders(who.workspaceId, sql, scopeOf(who)),
  );
  return { seeds, senders: senders.map(({ id, email }) => ({ id, email })) };
}

export async function listTests(deps: ServiceDeps, who: Who, query: HandlerInput<Endpoints['tests']>['query']) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const filter = { type: query.type, folderId: query.folder_id };
    const tests = await store.findTests(who.workspaceId, sql, scopeOf(who), filter);
    const runs = await store.findRuns(
      who.workspaceId,
      sql,
      tests.map(({ id }) => id),
    );
    return {
      rows: tests.map((test) =>
        toRow(
          test,
          runs.filter(({ test_id: id }) => id === test.id),
        ),
      ),
    };
  });
}

/** @throws SkeinError NOT_FOUND for a step of somebody else's campaign, VALIDATION for half of the pair */
async function requireSource(
  who: Who,
  sql: SqlClient,
  { campaign_id, variant_id }: { campaign_id: number | null; variant_id: number | null },
): Promise<store.TestSource | null> {
  if (campaign_id === null && variant_id === null) return null;
  const missing = campaign_id === null ? 'campaign_id' : 'variant_id';
  if (campaign_id === null || variant_id === null)
    throw new SkeinError('VALIDATION', 'A step is named by its campaign and its variant.', [
      { field: missing, message: 'is needed' },
    ]);
  const source = await store.findSource(who.workspaceId, sql, scopeOf(who), campaign_id, variant_id);
  if (!source) throw notFound('This step');
  return source;
}

/** Creates a test and begins its first run. @throws SkeinError VALIDATION for what cannot be tested, NOT_FOUND for a mailbox, folder or step of others */
export async function createTest(deps: ServiceDeps, who: Who, body: HandlerInput<Endpoints['addTest']>['body']) {
  if (body.type === 'auto' && body.every_days === null)
    throw new SkeinError('VALIDATION', 'every_days says how often an automatic test runs.', [
      { field: 'every_days', message: 'is needed' },
    ]);
  const seedIds = await deps.db.systemSql((sql) => chooseSeeds(sql, body));
  if (seedIds.length === 0)
    throw new SkeinError('VALIDATION', 'No seed matches these providers and regions.', [
      { field: 'providers', message: 'matches no seed' },
    ]);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const senderIds = [...new Set(body.sender_ids)];
    const visible = new Set((await store.findSenders(who.workspaceId, sql, scopeOf(who))).map(({ id }) => id));
    if (!senderIds.every((id) => visible.has(id))) throw notFound('This mailbox');
    const folders = body.folder_id === null ? [] : await store.findFolders(who.workspaceId, sql);
    if (body.folder_id !== null && !folders.some(({ id }) => id === body.folder_id)) throw notFound('This folder');
    const now = nowOf(deps);
    const id = await store.addTest(who.workspaceId, sql, {
      ...body,
      source: await requireSource(who, sql, body),
      every_days: body.type === 'auto' ? body.every_days : null,
      ends_at: body.type === 'auto' && body.ends_at !== null ? new Date(body.ends_at) : null,
      next_run_at: body.type === 'auto' ? new Date(now.getTime() + (body.every_days ?? 1) * day) : null,
      sender_ids: senderIds,
      seed_ids: seedIds,
      created_at: now,
    });
    await store.addRun(who.workspaceId, sql, id, now);
    return { id };
  });
}

export async function stopTest(deps: ServiceDeps, who: Who, id: number) {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireTest(who, sql, id);
    await store.stopTest(who.workspaceId, sql, id);
  });
  return done;
}

/** Runs a test again. @throws SkeinError CONFLICT while a run is on its way */
export async function runTestAgain(deps: ServiceDeps, who: Who, id: number) {
  const run = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const test = await requireTest(who, sql, id);
    const [latest] = (await store.findRuns(who.workspaceId, sql, [id])).slice(-1);
    if (latest && latest.waiting > 0) throw new SkeinError('CONFLICT', 'A run of this test is on its way.');
    const now = nowOf(deps);
    const next = test.every_days === null ? null : new Date(now.getTime() + test.every_days * day);
    await store.resumeTest(who.workspaceId, sql, id, next);
    return store.addRun(who.workspaceId, sql, id, now);
  });
  return { run };
}

export async function deleteTest(deps: ServiceDeps, who: Who, id: number) {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireTest(who, sql, id);
    await store.deleteTest(who.workspaceId, sql, id);
  });
  return done;
}

export async function listInsights(deps: ServiceDeps, who: Who) {
  const rows = await deps.db.tenantSql(who.workspaceId, (sql) =>
    findMailboxFigures(who.workspaceId, sql, scopeOf(who)),
  );
  return { rows: rows.map((row) => ({ name: row.name, seconds: row.seconds, ...withScore(row) })) };
}

export async function listFolders(deps: ServiceDeps, who: Who) {
  const rows = await deps.db.tenantSql(who.workspaceId, (sql) => store.findFolders(who.workspaceId, sql));
  return { rows: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) };
}

export async function createFolder(deps: ServiceDeps, who: Who, name: string) {
  return {
    id: await deps.db.tenantSql(who.workspaceId, (sql) => store.addFolder(who.workspaceId, sql, name, nowOf(deps))),
  };
}

export async function removeFolder(deps: ServiceDeps, who: Who, id: number) {
  if (!(await deps.db.tenantSql(who.workspaceId, (sql) => store.deleteFolder(who.workspaceId, sql, id))))
    throw notFound('This folder');
  return done;
}
