import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { MailActivity, MailVisit, RecordedVisit } from '#platform/tracking/visit-recorder';

import { loadAll, settleByEvidence, writeVisits } from './mail-activity.store';
import { placeOf } from './mail-place';
import { stopByVisit } from './stop-by-visit';
import { appendEvents } from '../events/append-events';

/**
 * Opens and clicks: counted, and apart when a machine caused them, each with its event; a person's stops the lead where
 * the campaign says so.
 * @returns one answer a visit, in their order; null for a mail that was not sent or a link that it does not have
 */
export async function recordVisits(sql: SqlClient, visits: readonly MailVisit[]): Promise<(RecordedVisit | null)[]> {
  const intents = await loadAll(
    sql,
    visits.map((visit) => visit.intentId),
  );
  const found = visits.map((visit) => {
    const intent = intents.get(visit.intentId.toString());
    const url = visit.linkIndex === null ? null : intent?.links[visit.linkIndex];
    if (!intent || url === undefined) return null;
    const { isMachine, rule } = visit.judge(visit.at.getTime() - (intent.sent_at ?? intent.send_at).getTime());
    return {
      visit,
      intent,
      url,
      isMachine,
      evidence: rule === null ? visit.evidence : { ...visit.evidence, machine_rule: rule },
    };
  });
  const counted = found.filter((one) => one !== null);
  if (counted.length === 0) return visits.map(() => null);
  for (const { intent, visit } of counted) {
    await settleByEvidence(sql, intent, visit.linkIndex === null ? 'open' : 'click');
    if (intent.state === 'IN_DOUBT') intent.state = 'SENT';
  }
  await writeVisits(
    sql,
    counted.map(({ visit, intent, isMachine }) => ({
      intent_id: intent.id,
      enrolment_id: intent.enrolment_id,
      is_click: visit.linkIndex !== null,
      is_machine: isMachine,
      at: visit.at,
    })),
  );
  const known = new Set<string>();
  await appendEvents(
    sql,
    counted.map(({ visit, intent, url, isMachine, evidence }) => {
      const isClick = visit.linkIndex !== null;
      const key = `${isClick} ${intent.enrolment_id ?? `mail ${intent.id}`}`;
      const isFirst =
        !isMachine && (isClick ? intent.enrolment_clicks : intent.enrolment_opens) === 0 && !known.has(key);
      if (isFirst) known.add(key);
      return {
        ...placeOf(intent, visit.at),
        kind: isClick ? ('CLICK' as const) : ('OPEN' as const),
        isMachine,
        isFirst,
        evidence: isClick ? { ...evidence, url } : evidence,
      };
    }),
  );
  for (const { visit, intent, url, isMachine } of counted)
    if (!isMachine) await stopByVisit(sql, { visit, intent, url });
  return found.map((one) => (one ? { workspaceId: one.intent.workspace_id, url: one.url } : null));
}

const judged = ({ isMachine, ...activity }: MailActivity) => ({
  ...activity,
  judge: () => ({ isMachine, rule: null }),
});

/** One open. @returns the workspace, or null for a mail that was not sent */
export const recordOpen = async (sql: SqlClient, activity: MailActivity): Promise<number | null> =>
  (await recordVisits(sql, [{ ...judged(activity), linkIndex: null }]))[0]?.workspaceId ?? null;

/** One click. @returns null for a mail that was not sent or a link that it does not have */
export async function recordClick(
  sql: SqlClient,
  activity: MailActivity & { linkIndex: number },
): Promise<{ workspaceId: WorkspaceId; url: string } | null> {
  const [found] = await recordVisits(sql, [{ ...judged(activity), linkIndex: activity.linkIndex }]);
  return found && found.url !== null ? { workspaceId: found.workspaceId, url: found.url } : null;
}
