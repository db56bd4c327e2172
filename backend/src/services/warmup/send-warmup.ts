import { warmupHeader, warmupToken } from '#engine/warmup/warmup-identity';
import { composeMime } from '#platform/mail/compose-mime';
import { judgeFailure } from '#engine/bounces/judge-failure';
import { restOfSender } from '#engine/bounces/rest-after-refusal';
import { writeSendingRest } from '#platform/mail/sending-rest.store';
import { SmtpFailure } from '#platform/mail/smtp-failure';
import { submitMail } from '#platform/mail/submit-mail';
import { reachPool } from './reach-pool';
import type { WarmupWorkerDeps } from './warmup-worker.deps';
import { checkWarmup, type Refusal } from './check-warmup.store';
import { warmupHtml } from './warmup-html';
import { leaseSeconds, releaseClaim, type WarmupClaim } from './warmup-lane.store';
import {
  cancelWarmup,
  postponeWarmup,
  withdrawWarmup,
  writeWarmupDoubt,
  writeWarmupFailed,
  writeWarmupSent,
  writeWarmupSubmitting,
} from './warmup-outcome.store';

/** Raised inside the submission when the last check says no: the connection is torn down before the final dot. */
class StoodDown extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.kind);
    this.name = 'StoodDown';
  }
}

const minute = 60_000;
/** After a server's trouble the mail is tried again this much later, as often as that; then it is given up. */
const retryMinutes = [15, 60, 240];

/**
 * Sends one claimed warmup email and records the outcome, with the same order of commits as campaign email. Never
 * throws because of a mail server.
 */
export async function sendWarmup(deps: WarmupWorkerDeps, claim: WarmupClaim): Promise<void> {
  try {
    await attempt(deps, claim);
  } finally {
    await deps.db
      .systemSql((sql) => releaseClaim(sql, claim))
      .catch((error) =>
        deps.log.error({ error, warmup: claim.id }, 'a lane could not be released; its lease ends by itself'),
      );
  }
}

async function attempt(deps: WarmupWorkerDeps, claim: WarmupClaim): Promise<void> {
  const refusal = await deps.db.systemSql((sql) => checkWarmup(sql, claim, deps.now(), deps.isSendingHeld()));
  if (refusal) return standDown(deps, claim, refusal);
  let isSubmitting = false;
  const beforeFinalDot = async () => {
    const begun = performance.now();
    await deps.db.systemSql(async (sql) => {
      const now = deps.now();
      const no = await checkWarmup(sql, claim, now, deps.isSendingHeld());
      if (no) throw new StoodDown(no);
      if (!(await writeWarmupSubmitting(sql, claim, now))) throw new StoodDown({ kind: 'LOST' });
    });
    isSubmitting = true;
    // A process that was frozen meanwhile may find itself replaced: its dot must not go out any more.
    if (performance.now() - begun > leaseSeconds * 500) {
      await deps.db.systemSql((sql) => withdrawWarmup(sql, claim));
      throw new StoodDown({ kind: 'LOST' });
    }
  };
  try {
    const content = await composeMime({
      from: { name: claim.from_name, address: claim.from_email },
      to: { address: claim.to_email },
      subject: claim.subject,
      html: claim.tracking_domain ? warmupHtml(claim.body_text, claim.tracking_domain, claim.message_id) : null,
      text: claim.body_text,
      messageId: claim.message_id,
      inReplyTo: claim.in_reply_to,
      references: claim.in_reply_to ? [claim.in_reply_to] : [],
      date: new Date(deps.now()),
      headers: {
        [warmupHeader]: warmupToken(deps.key, {
          messageId: claim.message_id,
          from: claim.from_email,
          to: claim.to_email,
        }),
      },
    });
    const server =
      claim.from_mailbox_id === null
        ? await reachPool(deps, claim.from_email, 'smtp')
        : await deps.smtpServer(claim.workspace_id, claim.from_mailbox_id);
    await submitMail({
      server,
      rules: deps.rules,
      envelope: { from: claim.from_email, to: [claim.to_email], envelopeId: claim.envelope_id },
      content,
      clientName: claim.from_email.split('@')[1],
      beforeFinalDot,
    });
    await deps.db.systemSql(async (sql) => {
      await writeWarmupSent(sql, claim);
      if (claim.from_mailbox_id !== null)
        await deps.live.publish(sql, claim.workspace_id, ['mailboxes', `mailbox:${claim.from_mailbox_id}`]);
    });
  } catch (error) {
    await settleFailure(deps, claim, error as Error, isSubmitting);
  }
}

async function standDown(deps: WarmupWorkerDeps, claim: WarmupClaim, refusal: Refusal): Promise<void> {
  await deps.db.systemSql(async (sql) => {
    if (refusal.kind === 'CANCEL') await cancelWarmup(sql, claim, refusal.why);
    if (refusal.kind === 'LATER') await postponeWarmup(sql, claim, refusal.at);
    // While sending is held nothing is decided: looked at again in a minute.
    if (refusal.kind === 'HELD') await postponeWarmup(sql, claim, deps.now() + minute);
  });
}

async function settleFailure(
  deps: WarmupWorkerDeps,
  claim: WarmupClaim,
  error: Error,
  isSubmitting: boolean,
): Promise<void> {
  if (error instanceof StoodDown) return standDown(deps, claim, error.refusal);
  const now = deps.now();
  if (!(error instanceof SmtpFailure)) {
    deps.log.error({ error, warmup: claim.id }, 'a warmup mail failed for a reason of our own');
    // After the commit nobody knows whether it left; the sweep of lost mails takes over.
    if (!isSubmitting) await deps.db.systemSql((sql) => postponeWarmup(sql, claim, now + 15 * minute));
    return;
  }
  await deps.db.systemSql(async (sql) => {
    const verdict = judgeFailure(error);
    if (verdict.kind === 'DOUBT') return writeWarmupDoubt(sql, claim, error.response);
    if (verdict.kind === 'RECIPIENT' || verdict.kind === 'REFUSED')
      return writeWarmupFailed(sql, claim, {
        words: error.response,
        isRecipient: verdict.kind === 'RECIPIENT',
        now,
      });
    if (isSubmitting) await withdrawWarmup(sql, claim);
    // The same limit holds for campaigns: the mailbox rests with everything that it sends.
    if (verdict.kind === 'SENDER' && claim.from_mailbox_id !== null)
      return postponeWarmup(
        sql,
        claim,
        await writeSendingRest(
          sql,
          { workspaceId: claim.workspace_id, mailboxId: claim.from_mailbox_id },
          restOfSender(verdict.sender, error.response, now),
          now,
        ),
      );
    const wait = retryMinutes[claim.attempts - 1];
    if (wait === undefined) return cancelWarmup(sql, claim, error.response.slice(0, 500));
    return postponeWarmup(sql, claim, now + wait * minute);
  });
}
