import type { SqlClient } from '#platform/db/database';
import type { MailVisit } from '#platform/tracking/visit-recorder';
import { stopEnrolment } from '../lead-state/enrolment/end-leads';
import type { TrackedIntent } from './mail-activity.store';

/** An open or a click by a person stops the lead where the campaign says so. */
export async function stopByVisit(
  sql: SqlClient,
  { visit, intent, url }: { visit: MailVisit; intent: TrackedIntent; url: string | null },
): Promise<void> {
  if (intent.enrolment_id === null) return;
  const isClick = visit.linkIndex !== null;
  if (intent.stop_on !== (isClick ? 'CLICK_ON_A_LINK' : 'OPEN_AN_EMAIL')) return;
  await stopEnrolment(sql, {
    enrolmentId: intent.enrolment_id,
    reason: isClick ? 'CLICKED' : 'OPENED',
    at: visit.at,
    detail: isClick ? { ...visit.evidence, url } : visit.evidence,
  });
}
