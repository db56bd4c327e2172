import type { MailboxId } from '@skein/contracts/ids';
import { randomInt } from 'node:crypto';
import type { WarmupView } from '@skein/contracts/warmup/warmup.contract';
import { prerequisitesOf } from '#engine/warmup/prerequisites';
import { noteInTrail } from '#platform/audit/audit.store';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { CodeMail } from './deps';
import { getWarmup, requireMailbox, type ViewDeps, type Who } from './warmup-settings';
import { clearBounces, codeMinutes, codeTries, countWrongTry, keepCode, lockUnblock } from './unblock.store';
import { factsOf, type WarmupMailbox } from './warmup-mailbox.store';

export interface UnblockDeps extends ViewDeps {
  codes: CodeMail;
}

const minute = 60_000;
/** Bound to mailbox and moment: two mails with the same digits have different hashes. */
const hashOf = (deps: UnblockDeps, mailboxId: MailboxId, mailedAt: Date, code: string): string =>
  deps.codes.hash(`warmup-unblock ${mailboxId} ${mailedAt.getTime()} ${code}`);

/** @throws SkeinError CONFLICT unless bounces block the mailbox and nothing else does */
function requireBounceBlock(mailbox: WarmupMailbox): void {
  const unmet = prerequisitesOf(factsOf(mailbox)).filter(({ state }) => state === 'unmet');
  if (!mailbox.warmup.enabled || !unmet.some(({ id }) => id === 'BOUNCES'))
    throw new SkeinError('CONFLICT', 'Bounces do not block the warmup of this mailbox.');
  const first = unmet.find(({ id }) => id !== 'BOUNCES');
  if (first) throw new SkeinError('CONFLICT', `Fix this before you unblock warmup. ${first.name}: ${first.text}`);
}

/**
 * Mails a one-time code to the mailbox itself: who reads it shows that the mailbox receives email. A minute must pass between two.
 * @throws SkeinError CONFLICT, RATE_LIMITED
 */
export async function mailUnblockCode(
  deps: UnblockDeps,
  who: Who,
  mailboxId: MailboxId,
): Promise<{ mailed_to: string; until: string }> {
  const now = new Date(deps.realNow());
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const to = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const mailbox = await requireMailbox(deps, who, sql, mailboxId);
    requireBounceBlock(mailbox);
    const before = await lockUnblock(who.workspaceId, sql, mailboxId);
    if (before?.mailed_at && now.getTime() - before.mailed_at.getTime() < minute)
      throw new SkeinError(
        'RATE_LIMITED',
        'A code was emailed less than a minute ago. Look for it in the mailbox first.',
      );
    await keepCode(who.workspaceId, sql, { mailboxId, codeHash: hashOf(deps, mailboxId, now, code), mailedAt: now });
    return {
      workspaceId: who.workspaceId,
      email: mailbox.from_email,
      name: mailbox.from_name,
      isClients: mailbox.client_id !== null,
    };
  });
  try {
    await deps.codes.send(to, code);
  } catch (error) {
    throw new SkeinError('UNAVAILABLE', `The code could not be emailed to ${to.email}. Try again in a minute.`, [], {
      cause: error,
    });
  }
  return { mailed_to: to.email, until: new Date(now.getTime() + codeMinutes * minute).toISOString() };
}

/** Unblocks warmup with the code, once. @throws SkeinError VALIDATION for a wrong or expired code, CONFLICT */
export async function unblockWarmup(
  deps: UnblockDeps,
  who: Who,
  mailboxId: MailboxId,
  code: string,
): Promise<WarmupView> {
  const isRight = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const mailbox = await requireMailbox(deps, who, sql, mailboxId);
    requireBounceBlock(mailbox);
    const kept = await lockUnblock(who.workspaceId, sql, mailboxId);
    const isOpen =
      kept?.code_hash &&
      kept.mailed_at &&
      kept.attempts < codeTries &&
      kept.mailed_at.getTime() + codeMinutes * minute > deps.realNow();
    if (!isOpen) throw invalidField('code', 'has expired; request a new one');
    if (kept.code_hash !== hashOf(deps, mailboxId, kept.mailed_at as Date, code)) {
      await countWrongTry(who.workspaceId, sql, mailboxId);
      return false;
    }
    await clearBounces(who.workspaceId, sql, mailboxId, new Date(deps.now()));
    await noteInTrail(who.workspaceId, sql, {
      kind: 'mailbox',
      action: 'unblocked',
      objectId: String(mailboxId),
      label: mailbox.from_email,
    });
    await deps.live.publish(sql, who.workspaceId, ['mailboxes', `mailbox:${mailboxId}`]);
    return true;
  });
  // The try must stay counted, so the transaction ends before the error.
  if (!isRight)
    throw invalidField('code', `is not the one in the email; after ${codeTries} wrong tries request a new one`);
  return getWarmup(deps, who, mailboxId);
}
