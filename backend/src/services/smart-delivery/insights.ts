import type { MailboxId } from '@skein/contracts/ids';
import type { HandlerInput } from '@skein/contracts/endpoint';
import type { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { PlacementInsight } from '@skein/contracts/smart-delivery/placement-shapes';
import type { ServiceDeps } from '#platform/http/service-deps';
import { notFound } from '#platform/http/skein-error';
import { findMailboxRuns, findNewestResults, findRunsOfMailbox, seesMailbox, type MailboxRun } from './insights.store';
import { nowOf, scopeOf, type Who } from './placement-tests';
import { groupedBy, withScore } from './placement-score';

const day = 86_400_000;
/** Runs of the trend. */
const newestRuns = 10;
const figures = ['mails', 'inbox', 'tab', 'spam', 'missing', 'failed', 'waiting'] as const;

type Endpoints = (typeof placementContract)['endpoints'];
const sinceOf = (deps: ServiceDeps, days: number | undefined): Date | null =>
  days === undefined ? null : new Date(nowOf(deps).getTime() - days * day);

/** How each mailbox fared over its tests, worst first; authentication is read of those that are shown. */
export async function listInsights(deps: ServiceDeps, who: Who, query: HandlerInput<Endpoints['insights']>['query']) {
  const { days, offset, limit } = query;
  const search = query.search?.toLowerCase() ?? '';
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const runs = await findMailboxRuns(who.workspaceId, sql, scopeOf(who), sinceOf(deps, days));
    const all = [...groupedBy(runs, ({ mailbox_id: id }) => id)]
      .map(([id, own]) => ({ id, own, name: (own[0] as MailboxRun).name, ...withScore(sum(own)) }))
      .filter(({ name }) => name.includes(search))
      .sort((one, other) => (one.score ?? 101) - (other.score ?? 101) || one.name.localeCompare(other.name));
    const shown = all.slice(offset, limit === undefined ? undefined : offset + limit);
    const results = await findNewestResults(
      who.workspaceId,
      sql,
      shown.map(({ id }) => id),
    );
    const resultOf = new Map(results.map((row) => [row.mailbox_id, row]));
    const rows = shown.map(({ id, own, ...row }): PlacementInsight => ({
      mailbox_id: id,
      ...row,
      seconds: averageSeconds(own),
      tests: new Set(own.map(({ test_id: test }) => test)).size,
      trend: own.slice(-newestRuns).map((run) => ({ at: run.started_at.toISOString(), score: withScore(run).score })),
      spf: resultOf.get(id)?.spf ?? null,
      dkim: resultOf.get(id)?.dkim ?? null,
      dmarc: resultOf.get(id)?.dmarc ?? null,
    }));
    return { rows, total: all.length };
  });
}

/** The runs behind an insight. @throws SkeinError NOT_FOUND for a mailbox of others */
export async function listRunsOfMailbox(
  deps: ServiceDeps,
  who: Who,
  mailboxId: MailboxId,
  { days, offset, limit }: HandlerInput<Endpoints['insightRuns']>['query'],
) {
  const found = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (!(await seesMailbox(who.workspaceId, sql, scopeOf(who), mailboxId))) throw notFound('This mailbox');
    const of = { mailboxId, since: sinceOf(deps, days), offset, limit };
    return findRunsOfMailbox(who.workspaceId, sql, scopeOf(who), of);
  });
  const rows = found.rows.map(({ test_id, test_name, test_type, run, started_at: at, ...tally }) => ({
    ...{ test_id, test_name, test_type, run },
    started_at: at.toISOString(),
    ...withScore(tally),
  }));
  return { rows, total: found.total };
}

const sum = (runs: readonly MailboxRun[]) =>
  Object.fromEntries(figures.map((name) => [name, runs.reduce((total, run) => total + run[name], 0)])) as Record<
    (typeof figures)[number],
    number
  >;

function averageSeconds(runs: readonly MailboxRun[]): number | null {
  const known = runs.filter(({ seconds, arrived }) => seconds !== null && arrived > 0);
  const mails = known.reduce((total, { arrived }) => total + arrived, 0);
  if (mails === 0) return null;
  return Math.max(
    0,
    Math.round(known.reduce((total, { seconds, arrived }) => total + (seconds as number) * arrived, 0) / mails),
  );
}
