import type { Database } from '../../platform/db/database';
import type { RunToCheck } from './checks.store';
import { findScores, saveActions } from './follow-run.store';

/** What happens to mailboxes; the areas that own them do it. */
export interface MailboxActions {
  rest: (workspaceId: number, mailboxId: number, why: string) => Promise<void>;
  lowerCap: (workspaceId: number, mailboxId: number, cap: number, why: string) => Promise<void>;
}

/**
 * What was asked for on falling placement, once for each run: a mailbox below the threshold rests, or gets a lower daily limit. Mailboxes
 * that are out of it already are left alone.
 */
export async function followRun(db: Database, actions: MailboxActions, run: RunToCheck): Promise<void> {
  if (run.rest_below === null) return;
  const below = (await db.systemSql((sql) => findScores(run.workspace_id, sql, run.run_id))).filter(
    ({ score }) => score !== null && score < (run.rest_below as number),
  );
  const done: { mailbox: string; action: string; text: string }[] = [];
  for (const { mailbox_id: id, email, score, is_suspended: isSuspended, cap } of below) {
    const why = `Placement of ${score}% in run ${run.number} of a test, below ${run.rest_below}%.`;
    if (run.cap_to === null && !isSuspended) {
      await actions.rest(run.workspace_id, id, why);
      done.push({ mailbox: email, action: 'rest', text: `Rested. ${why}` });
    } else if (run.cap_to !== null && cap > run.cap_to) {
      await actions.lowerCap(run.workspace_id, id, run.cap_to, why);
      done.push({ mailbox: email, action: 'cap', text: `Daily limit lowered from ${cap} to ${run.cap_to}. ${why}` });
    }
  }
  if (done.length > 0) await db.systemSql((sql) => saveActions(run.workspace_id, sql, run.run_id, done));
}
