import type { CampaignId } from '@skein/contracts/ids';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import { composeMime } from '#platform/mail/compose-mime';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { renderStep, type PreviewRequest } from './preview-step';

/** Checks of one person in an hour (real time): one for each pause in typing, and some. */
const CHECKS_AN_HOUR = 600;

/**
 * What SpamAssassin says of a step as one lead gets it; `checker` is null where none is set up. Of the text only: no Received line is
 * made up, so that nothing is judged by servers that the mail never passed, and files are left out.
 */
export async function checkSpam(
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'config' | 'spamChecker' | 'log' | 'heavyWork'>,
  who: Who,
  campaignId: CampaignId,
  request: PreviewRequest,
) {
  const at = new Date(deps.campaignClock.now());
  const none = { checker: null, score: null, threshold: null, is_spam: null, rules: [] };
  const rendered = await renderStep(deps, who, { campaignId, request, options: { withUnsubscribe: true } });
  if (!deps.spamChecker) return none;
  await createAttemptLimit(deps.db, 'spam-check', CHECKS_AN_HOUR, 60 * 60).countOrRefuse(
    `${who.workspaceId} ${who.userId}`,
  );
  const { mail, mailbox, lead } = rendered;
  const from = mailbox?.from_email ?? 'sender@company.com';
  const bytes = await composeMime({
    from: { name: mailbox?.from_name ?? 'Sender Name', address: from },
    to: { address: lead?.email ?? 'name@company.com' },
    subject: mail.subject || '(no subject)',
    html: mail.html,
    text: mail.text,
    messageId: `<spam-check.${at.getTime()}@${from.split('@')[1] ?? 'localhost'}>`,
    date: at,
  });
  try {
    const verdict = await deps.spamChecker(bytes);
    return {
      checker: 'SPAMASSASSIN' as const,
      score: verdict.score,
      threshold: verdict.threshold,
      is_spam: verdict.isSpam,
      rules: verdict.rules,
    };
  } catch (error) {
    // A filter that is away takes nothing from the editor: the written rules still stand.
    deps.log.warn({ error }, 'SpamAssassin could not be asked');
    return none;
  }
}
