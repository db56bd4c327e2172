import type { Database } from '#platform/db/database';
import { pushLead } from './push-lead';
import { findNextSilence, findSilentOrConnected, hasLastingTriggers } from './silent-or-connected-leads.store';

/** Leads of one transaction. */
const batch = 200;

/**
 * Pushes leads whose trigger is no event but a state that has lasted: silence at the end of the sequence, and connections on
 * LinkedIn, which their provider reports when it is asked. Reading states loses nothing, whoever crashes in between.
 * @param now campaign time in milliseconds
 * @returns how many leads were pushed or left alone for good
 */
export async function pushWaiting(db: Database, now: number): Promise<number> {
  if (!(await hasLastingTriggers(db))) return 0;
  const done = await db.systemSql(async (sql) => {
    const found = await findSilentOrConnected(sql, new Date(now), batch);
    let settled = 0;
    for (const one of found) {
      const { result } = await pushLead(sql, {
        workspaceId: one.workspace_id,
        subsequenceId: one.campaign_id,
        parentEnrolmentId: one.enrolment_id,
        kind: one.kind,
        at: one.at,
        evidence: one.detail,
      });
      if (result !== 'NOTHING') settled += 1;
    }
    return settled;
  });
  return done === batch ? done + (await pushWaiting(db, now)) : done;
}

/** Campaign time at which the next lead has been silent for long enough, or null. @param now campaign time of who asks */
export async function nextPushAt(db: Database, now: number): Promise<number | null> {
  return (await findNextSilence(db, new Date(now)))?.getTime() ?? null;
}
