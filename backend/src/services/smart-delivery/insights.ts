import type { PlacementInsight } from '@skein/contracts/smart-delivery/placement-shapes';
import type { ServiceDeps } from '#platform/http/service-deps';
import { findMailboxRuns, findNewestResults, type MailboxRun } from './insights.store';
import { nowOf, scopeOf, type Who } from './manage-tests';
import { groupedBy, withScore } from './report';

const day = 86_400_000;
/** Runs of the trend. */
const newestRuns = 10;
const figures = ['mails', 'inbox', 'tab', 'spam', 'missing', 'failed', 'waiting'] as const;

/** How each mailbox fared over its tests, worst first. */
export async function listInsights(deps: ServiceDeps, who: Who, days: number | undefined) {
  const since = days === undefined ? null : new Date(nowOf(deps).getTime() - days * day);
  const { runs, results } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await findMailboxRuns(who.workspaceId, sql, scopeOf(who), since);
    const ids = [...new Set(found.map(({ mailbox_id: id }) => id))];
    return { runs: found, results: await findNewestResults(who.workspaceId, sql, ids) };
  });
  const resultOf = new Map(results.map((row) => [row.mailbox_id, row]));
  const byMailbox = groupedBy(runs, ({ mailbox_id: id }) => id);
  const rows = [...byMailbox].map(([id, own]): PlacementInsight => {
    const result = resultOf.get(id);
    return {
      mailbox_id: id,
      name: (own[0] as MailboxRun).name,
      ...withScore(sum(own)),
      seconds: averageSeconds(own),
      tests: new Set(own.map(({ test_id: test }) => test)).size,
      trend: own.slice(-newestRuns).map((run) => ({ at: run.started_at.toISOString(), score: withScore(run).score })),
      spf: result?.spf ?? null,
      dkim: result?.dkim ?? null,
      dmarc: result?.dmarc ?? null,
    };
  });
  return {
    rows: rows.sort((one, other) => (one.score ?? 101) - (other.score ?? 101) || one.name.localeCompare(other.name)),
  };
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
