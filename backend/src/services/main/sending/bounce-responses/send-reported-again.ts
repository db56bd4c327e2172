import type { MainDeps } from '#main/deps';
import { findReportedEmail } from './reported-email.store';
import { undoSending } from '../delivery/undo-sending.store';

/** Times that an email is put back because its provider reported that it did not send it. */
const mostTimes = 3;

/** An email that its sender's own provider did not send goes back into its sequence, and is sent when its mailbox has rested. */
export async function sendAgain(
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'live'>,
  intentId: string,
): Promise<void> {
  await deps.db.systemSql(async (sql) => {
    const mail = await findReportedEmail(sql, intentId);
    if (!mail || mail.attempts >= mostTimes) return;
    if ((await undoSending(sql, intentId, deps.campaignClock.now(), 'REPORTED')) === 'LATER')
      throw new Error('The email that follows is on its way; whether this one can be sent again shows afterwards.');
    await deps.live.publish(sql, mail.workspace_id, ['campaigns', `campaign:${mail.campaign_id}`]);
  });
}
