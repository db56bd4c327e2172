import type { WorkspaceId } from '@skein/contracts/ids';
import { createBatcher } from '#platform/db/batcher';
import type { Database, SqlClient } from '#platform/db/database';
import type { Journal } from '#platform/journal/journal';
import type { Live } from '#platform/live/live';
import type { MailActivity, MailVisit, RecordedVisit, VisitRecorder } from '#platform/tracking/visit-recorder';

export interface VisitDeps {
  db: Database;
  live: Live;
  visits: VisitRecorder;
  /** What outlives the loss of the database; not in tests of the pages alone. */
  journal?: Pick<Journal, 'writeOptOuts'>;
}

const topics = ['campaigns', 'activity'];
const mostTogether = 64;
/** Real milliseconds that a visit waits at most for as many others as came lately: a transaction costs as much as twenty visits in it. */
const patience = 8;

/**
 * Visits that come at the same time are one transaction: each is answered after its commit, and many commits are one. A
 * visit that comes alone waits for nobody.
 */
function createVisits(deps: VisitDeps): (visit: MailVisit) => Promise<RecordedVisit | null> {
  let open = 0;
  let lately = 0;
  const record = (visits: MailVisit[]) =>
    deps.db.systemSql(async (sql) => {
      const results = await deps.visits.recordVisits(sql, visits);
      for (const workspaceId of new Set(results.flatMap((result) => (result ? [result.workspaceId] : []))))
        await deps.live.publish(sql, workspaceId, topics);
      lately = open;
      return results;
    });
  const visits = createBatcher({
    most: mostTogether,
    expected: () => lately,
    patience,
    together: record,
    alone: async (visit: MailVisit) => (await record([visit]))[0] ?? null,
  });
  return (visit) => {
    open += 1;
    return visits(visit).finally(() => {
      open -= 1;
    });
  };
}

const known = new WeakMap<VisitDeps, ReturnType<typeof createVisits>>();

function visitsOf(deps: VisitDeps): ReturnType<typeof createVisits> {
  let visits = known.get(deps);
  if (!visits) {
    visits = createVisits(deps);
    known.set(deps, visits);
  }
  return visits;
}

/** What an open, a click or an unsubscribe does is decided by `record-visits.ts` and `record-unsubscribe.ts` of the lifecycle. */
export const passOnOpen = (deps: VisitDeps, visit: Omit<MailVisit, 'linkIndex'>) =>
  visitsOf(deps)({ ...visit, linkIndex: null });

/** @returns the address behind the link, or null for a link that no sent mail has */
export async function followLink(
  deps: VisitDeps,
  visit: MailVisit & { linkIndex: number },
): Promise<{ workspaceId: WorkspaceId; url: string } | null> {
  const found = await visitsOf(deps)(visit);
  return found && found.url !== null ? { workspaceId: found.workspaceId, url: found.url } : null;
}

/** @returns the recipient, or null for an email that was not sent */
export async function unsubscribe(deps: VisitDeps, visit: Omit<MailActivity, 'isMachine'>) {
  const result = await deps.db.systemSql(async (sql: SqlClient) => {
    const done = await deps.visits.recordUnsubscribe(sql, visit);
    if (done) await deps.live.publish(sql, done.workspaceId, topics);
    return done;
  });
  // Before the page confirms it: a person who saw the confirmation is never emailed again, even if the database is lost.
  await deps.journal?.writeOptOuts();
  return result;
}
