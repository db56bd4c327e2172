import type { RelayOutcome, RelayTicket } from '#platform/mail/relays';
import type { SqlClient } from '#platform/db/database';
import { SmtpFailure } from '#platform/mail/smtp-failure';
import { submitMail } from '#platform/mail/submit-mail';
import { judgeFailure } from '#engine/bounces/judge-failure';
import { relayOutcomeOf } from '#engine/bounces/relay-outcome';
import { holdLead } from './find-mails.store';
import {
  checkClaim,
  postpone,
  releaseLane,
  restSender,
  writeEnded,
  writeSent,
  writeSubmitting,
  type Claim,
  type Refusal,
} from './lane.store';
import { planRefusal } from './test-plan';
import { textOf, tokenHeader } from './token-header';
import type { PlacementDeps, WrittenEmail } from './worker-deps';

const minute = 60_000;
const retryMinutes = [15, 60, 240];

class StoodDown extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.kind);
    this.name = 'StoodDown';
  }
}

/** Sends one claimed email of a test and records the outcome. */
export async function sendMail(deps: PlacementDeps, claim: Claim): Promise<void> {
  let isSubmitting = false;
  let written: WrittenEmail | null = null;
  let ticket: RelayTicket | null = null;
  let outcome: RelayOutcome = { state: 'RELEASED', failure: null };
  try {
    const refusal = await deps.db.systemSql(async (sql) => {
      const why = await planRefusal(sql, claim.workspace_id, deps.realNow());
      if (why !== null) return { kind: 'LATER', at: deps.now() + 60 * minute, why } as const;
      return checkClaim(sql, claim, deps.now(), deps.isSendingHeld());
    });
    if (refusal) throw new StoodDown(refusal);
    written = await write(deps, claim);
    ticket = await takeRelay(deps, claim, written);
    const { links, personalLinks, leadId } = written;
    const { response } = await submitMail({
      server: ticket?.server ?? (await deps.smtpServer(claim.workspace_id, claim.mailbox_id)),
      rules: deps.rules,
      envelope: { from: claim.from_email, to: [claim.to_email], envelopeId: claim.token },
      content: written.content,
      clientName: claim.from_email.split('@')[1],
      beforeFinalDot: async () => {
        await deps.db.systemSql(async (sql) => {
          // Erased while the email was written: the next one is written with the data of somebody else.
          if (leadId !== null && !(await holdLead(sql, claim.workspace_id, leadId)))
            throw new StoodDown({ kind: 'LATER', at: deps.now() + minute });
          const no = await checkClaim(sql, claim, deps.now(), deps.isSendingHeld());
          if (no) throw new StoodDown(no);
          if (!(await writeSubmitting(sql, claim, { now: deps.now(), links, personalLinks, leadId })))
            throw new StoodDown({ kind: 'LOST' });
        });
        isSubmitting = true;
      },
    });
    outcome = { state: 'SENT', code: 250, response };
    await deps.db.systemSql((sql) => writeSent(sql, claim, 'SENT', null));
  } catch (error) {
    if (outcome.state !== 'SENT')
      outcome = relayOutcomeOf(error as Error, isSubmitting && !(error instanceof StoodDown));
    await settleFailure(deps, claim, error as Error, { isSubmitting, isRelayed: ticket !== null });
  } finally {
    if (ticket) await deps.relays?.settle(ticket, outcome);
    written?.close();
    await deps.db
      .systemSql((sql) => releaseLane(sql, claim))
      .catch((error) => deps.log.error({ error }, 'a lane could not be released; its lease ends by itself'));
  }
}

async function write(deps: PlacementDeps, claim: Claim): Promise<WrittenEmail> {
  const { campaign_id: campaignId, variant_id: variantId } = claim;
  const written = await deps.writeEmail({
    id: claim.id,
    workspaceId: claim.workspace_id,
    mailboxId: claim.mailbox_id,
    to: claim.to_email,
    messageId: claim.message_id,
    headers: { [tokenHeader]: claim.token },
    step: campaignId === null || variantId === null ? null : { campaignId, variantId },
    text: textOf(claim),
    isControl: claim.kind === 'CONTROL',
  });
  if ('why' in written) throw new StoodDown({ kind: 'CANCEL', why: written.why });
  return written;
}

/** The dedicated server of a campaign that sends through some: a test by another way would say nothing about it. */
async function takeRelay(
  deps: PlacementDeps,
  { id, workspace_id: workspaceId }: Claim,
  { relay }: WrittenEmail,
): Promise<RelayTicket | null> {
  if (!deps.relays || !relay) return null;
  const taken = await deps.relays.take({ workspaceId, mail: { placementMailId: id }, ...relay }, deps.now());
  if ('waitUntil' in taken) throw new StoodDown({ kind: 'LATER', at: taken.waitUntil });
  return taken;
}

async function settleFailure(
  deps: PlacementDeps,
  claim: Claim,
  error: Error,
  { isSubmitting, isRelayed }: { isSubmitting: boolean; isRelayed: boolean },
): Promise<void> {
  const now = deps.now();
  await deps.db.systemSql(async (sql) => {
    if (error instanceof StoodDown) {
      const { refusal } = error;
      if (refusal.kind === 'LATER') await postpone(sql, claim, refusal.at, { why: refusal.why });
      if (refusal.kind === 'CANCEL') await writeEnded(sql, claim, 'CANCELLED', refusal.why);
      if (refusal.kind === 'LOST') await retryOwn(sql, claim, 'The email could not be sent in time.', now);
      return;
    }
    if (!(error instanceof SmtpFailure)) {
      deps.log.error({ error, mail: claim.id }, 'an email of a placement test failed for a reason of our own');
      // After the commit nobody knows whether it left; the sweep of lost mails takes over.
      if (!isSubmitting) await retryOwn(sql, claim, `The email could not be sent: ${error.message}`, now);
      return;
    }
    const verdict = judgeFailure(error);
    if (verdict.kind === 'DOUBT') return void (await writeSent(sql, claim, 'IN_DOUBT', error.response));
    if (verdict.kind === 'SENDER' && !isRelayed)
      await restSender(sql, claim, verdict.sender, { words: error.response, now });
    if (verdict.kind === 'RECIPIENT' || verdict.kind === 'REFUSED')
      return void (await writeEnded(sql, claim, 'FAILED', error.response));
    // An outage, or a dedicated server that takes nothing at the moment, says nothing of the mailbox.
    if (isRelayed || error.code === null) return retryOwn(sql, claim, error.response, now);
    const wait = retryMinutes[claim.attempts];
    if (wait === undefined) await writeEnded(sql, claim, 'FAILED', error.response);
    else await postpone(sql, claim, now + wait * minute, { counts: 'attempts', why: error.response });
  });
}

/**
 * Tries again what did not fail by the mailbox. In the end the email is cancelled, which counts neither for its placement nor against it.
 */
async function retryOwn(sql: SqlClient, claim: Claim, words: string, now: number): Promise<void> {
  const wait = retryMinutes[claim.own_failures];
  if (wait === undefined) await writeEnded(sql, claim, 'CANCELLED', words);
  else await postpone(sql, claim, now + wait * minute, { counts: 'own_failures', why: words });
}
