import type { CampaignId } from '@skein/contracts/ids';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf } from '#access/access.api';
import { findOwnMails, listCheckTimes, listSenders } from './sandbox.store';

/**
 * What the sandbox's mail server accepted from the mailboxes that somebody sees, optionally of one campaign, every
 * Message-ID it saw twice, and what it saw broken. A person may write to somebody who has answered.
 */
export async function readRecord(
  deps: MainDeps,
  actor: RequestActor,
  { campaignId, withMails }: { campaignId: CampaignId | undefined; withMails: boolean },
) {
  if (!deps.sandbox) throw new SkeinError('NOT_FOUND');
  const senders = await listSenders(deps.db, actor.workspaceId, scopeOf(actor));
  const record = await deps.sandbox.readRecord(senders);
  const checked = campaignId === undefined ? null : await listCheckTimes(deps.db, actor.workspaceId, campaignId);
  const isWanted = (mail: { messageId: string | null }) =>
    checked === null || (mail.messageId !== null && checked.has(mail.messageId));
  const accepted = record.accepted.filter(isWanted);
  const violations = record.violations.filter(isWanted);
  const own = await findOwnMails(
    deps.db,
    actor.workspaceId,
    violations.map(({ messageId }) => messageId).filter((id) => id !== null),
  );
  const times = new Map<string, number>();
  for (const { messageId } of accepted) if (messageId !== null) times.set(messageId, (times.get(messageId) ?? 0) + 1);
  return {
    accepted: accepted.length,
    distinct_message_ids: times.size,
    duplicates: [...times].filter(([, count]) => count > 1).map(([id]) => id),
    violations: violations
      .filter(({ kind, messageId }) => kind === 'duplicate' || messageId === null || !own.has(messageId))
      .map(({ kind, prospect }) => `${kind}: ${prospect}`),
    mails: withMails
      ? accepted.map((mail) => ({
          message_id: mail.messageId,
          sender: mail.sender,
          recipients: mail.recipients,
          subject: mail.subject,
          checked_at: checked?.get(mail.messageId ?? '')?.toISOString() ?? null,
          accepted_at: mail.acceptedAt,
        }))
      : [],
  };
}
