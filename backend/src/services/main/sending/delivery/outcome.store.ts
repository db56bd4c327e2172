import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { prepared } from '#platform/db/prepared';
import type { SqlClient } from '#platform/db/database';
import { inItsTime } from '#platform/db/enabled-workspace';
import { appendEvents, blockAddress, emailRefused, emailReleased } from '#lifecycle/lifecycle.api';
import type { ConstraintCode } from '#engine/sending/constraints';
import type { Verdict } from '#engine/bounces/judge-failure';
import type { SmtpFailure } from '#platform/mail/smtp-failure';
import type { ClaimedIntent } from './lane.store';
import { releaseSingle } from './single-slot.store';
import type { SendJob } from './send-job.store';
import type { StandDown } from './submit.store';

/** Counts a mail in its trigger's log row; the trigger is COMPLETED when every planned mail has an outcome. */
async function countInTrigger(
  sql: SqlClient,
  triggerRunId: string,
  what: 'failed' | 'released',
  at: Date,
): Promise<void> {
  await prepared(
    sql,
    `
      update trigger_run
      set counts = jsonb_set(counts, array[$2], to_jsonb(coalesce((counts->>$2)::int, 0) + 1)),
        state = case
          when coalesce((counts->>'sent')::int, 0) + coalesce((counts->>'failed')::int, 0) + coalesce((counts->>'released')::int, 0)
            + 1 >= planned then 'COMPLETED'
          else state
          end,
        completed_at = case
          when coalesce((counts->>'sent')::int, 0) + coalesce((counts->>'failed')::int, 0) + coalesce((counts->>'released')::int, 0)
            + 1 >= planned then $3
          else completed_at
          end
      where id = $1
    `,
    [triggerRunId, what, at],
  );
}

/** A reservation that is released, why, and what follows from it. */
export interface ReleasedEmail {
  job: Pick<SendJob, 'intent'>;
  reason: StandDown | 'MISSING_MERGE_DATA' | 'RETRY' | 'MAILBOX_TROUBLE' | 'DEDICATED_SERVER';
  options: {
    eligibleAt?: number;
    park?: boolean;
    at: number;
    /** A server answered 4xx: one of the mail's tries is used up. */
    isTry?: boolean;
  };
}

/** What a lead waits for whose email was released; a worker that was replaced says nothing about the lead, which has its turn again. */
function waitCodeOf(reason: ReleasedEmail['reason']): ConstraintCode {
  switch (reason) {
    case 'RETRY':
    case 'DEDICATED_SERVER':
      return 'LEAD_ON_HOLD';
    case 'MAILBOX_TROUBLE':
      return 'MAILBOX_FAILING';
    case 'LOST_LEASE':
      return 'WAITING_TURN';
    default:
      return reason;
  }
}

/**
 * A reservation released before anything left: the lead returns to its queue, with the reason. Only by its holder: whoever was slower than
 * its lease says nothing any more about a mail that another worker has taken up.
 */
export async function releaseIntent(
  sql: SqlClient,
  claim: ClaimedIntent,
  { job, reason, options }: ReleasedEmail,
): Promise<void> {
  const { intent } = job;
  if (intent.kind === 'SINGLE')
    return releaseSingle(sql, claim, reason, { ...options, from: options.eligibleAt ?? null });
  if (intent.kind !== 'CAMPAIGN') {
    // A person's own mail is not thrown away: it waits for the mailbox and is tried again.
    await prepared(
      sql,
      `
        update intent
        set state = case when drafted_by is not null and $3 = 'LEAD_SUPPRESSED' then 'CANCELLED' else state end,
          cancel_reason = case when drafted_by is not null and $3 = 'LEAD_SUPPRESSED' then $3 else cancel_reason end,
          send_at = $2, failure_text = $3, attempts = attempts + $5, lease_owner = null,
          leased_until = null, updated_at = now()
        where id = $1 and state = 'RESERVED' and fencing_token = $4
      `,
      [intent.id, new Date(options.eligibleAt ?? options.at + 5 * 60_000), reason, claim.token, options.isTry ? 1 : 0],
    );
    return;
  }
  // Only what a server said of this mail counts as a try: the mailbox's trouble, a closed window, a pause or a worker
  // that died must not use up its tries.
  const { rowCount } = await prepared(
    sql,
    `
      update intent
      set state = 'CANCELLED', cancel_reason = $2, attempts = attempts + $4, lease_owner = null,
        leased_until = null, updated_at = now()
      where id = $1 and state = 'RESERVED' and fencing_token = $3
    `,
    [intent.id, reason, claim.token, options.isTry ? 1 : 0],
  );
  if (rowCount !== 1) return;
  if (intent.enrolment_id !== null)
    await emailReleased(sql, {
      enrolmentId: intent.enrolment_id,
      intentId: intent.id,
      reason: waitCodeOf(reason),
      eligibleAt: options.eligibleAt === undefined ? null : new Date(options.eligibleAt),
      park: options.park ?? false,
      because: reason,
      at: new Date(options.at),
    });
  if (intent.trigger_run_id !== null)
    await countInTrigger(sql, intent.trigger_run_id, 'released', new Date(options.at));
}

/** An email and how its server refused it. */
interface FailedEmail {
  job: SendJob;
  failure: SmtpFailure;
  verdict: Verdict;
  now: number;
}

/**
 * FAILED for good: by class the lead is blocked (its address is bad) or stopped (the sender was refused). By its holder
 * only, as above: another worker's try of the same mail may be on its way.
 */
export async function recordFailed(
  sql: SqlClient,
  claim: ClaimedIntent,
  { job, failure, verdict, now }: FailedEmail,
): Promise<void> {
  const { intent, enrolment, campaign } = job;
  const at = new Date(now);
  const isRecipient = verdict.kind === 'RECIPIENT';
  const { rowCount } = await prepared(
    sql,
    `
      update intent
      set state = 'FAILED', smtp_code = $2, smtp_response = $3, failure_class = $4, failure_text = $3,
        is_bounced = $5, lease_owner = null, leased_until = null, updated_at = now()
      where id = $1 and state in ('RESERVED', 'SUBMITTING') and fencing_token = $6
    `,
    [intent.id, failure.code, failure.response, verdict.class ?? failure.failureClass, isRecipient, claim.token],
  );
  if (rowCount !== 1) return;
  if (intent.trigger_run_id !== null) await countInTrigger(sql, intent.trigger_run_id, 'failed', at);
  if (intent.kind === 'SINGLE' && isRecipient) await blockDeadAddress(sql, intent, failure, at);
  if (intent.kind !== 'CAMPAIGN' || !enrolment || !campaign) return;
  const detail = {
    stage: failure.stage,
    code: failure.code,
    status: failure.status,
    response: failure.response,
    message_id: intent.message_id,
  };
  await emailRefused(sql, { enrolmentId: enrolment.id, intentId: intent.id, isRecipient, detail, at });
  if (isRecipient) {
    await prepared(sql, 'update lead set is_bounced = true, updated_at = now() where id = $1', [enrolment.lead_id]);
    await blockDeadAddress(sql, intent, failure, at);
  }
  await appendEvents(sql, [
    {
      workspaceId: intent.workspace_id,
      kind: isRecipient ? 'BOUNCE' : 'SENDER_BOUNCE',
      at,
      sentAt: at,
      campaignId: campaign.id,
      enrolmentId: enrolment.id,
      leadId: enrolment.lead_id,
      mailboxId: intent.mailbox_id,
      intentId: BigInt(intent.id),
      stepId: intent.step_id,
      variantId: intent.variant_id,
      clientId: campaign.client_id,
      isFirst: true,
      evidence: detail,
    },
  ]);
}

/** An address that its server does not know is mailed by nobody again. */
const blockDeadAddress = (sql: SqlClient, intent: SendJob['intent'], failure: SmtpFailure, at: Date) =>
  blockAddress(intent.workspace_id, sql, {
    email: intent.to_email,
    source: 'bounce',
    reason: failure.response.slice(0, 300),
    at,
  });

/**
 * Intents whose worker died between SUBMITTING and its outcome: their lease has ended and nobody knows whether the mail left.
 * @param now campaign time of who asks, in milliseconds
 */
export async function findLost(sql: SqlClient, now: number, most: number): Promise<ClaimedIntent[]> {
  const { rows } = await prepared<{
    id: string;
    mailbox_id: MailboxId;
    workspace_id: WorkspaceId;
    fencing_token: string;
  }>(
    sql,
    `
      select id, mailbox_id, workspace_id, fencing_token
      from intent
      where state = 'SUBMITTING' and leased_until < clock_timestamp() and ${inItsTime('$2')}
      order by id
      limit $1
      for update skip locked
    `,
    [most, new Date(now)],
  );
  return rows.map((row) => ({
    intentId: row.id,
    mailboxId: row.mailbox_id,
    workspaceId: row.workspace_id,
    token: row.fencing_token,
  }));
}
