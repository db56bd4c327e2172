import { stepDueAt } from '../../../../engine/sending/calendar';
import { prepared } from '../../../../platform/db/prepared';
import type { SqlClient } from '../../../../platform/db/database';
import { databaseJson } from '../../../../platform/db/database-json';
import { appendEvents } from '../../../../platform/events/append-events';
import { readPaths, type CampaignPath } from './campaign-path.store';
import type { ClaimedIntent } from './lane.store';
import type { SendJob } from './send-job.store';
import type { RenderedMail } from './submit.store';

/** A mail that left, or may have left. `job.intent.send_at` is when (campaign time): SUBMITTING has written it. */
export interface SentMail {
  job: SendJob;
  mail: RenderedMail;
  result: { state: 'SENT'; response: string; providerMessageId: string | null } | { state: 'IN_DOUBT'; evidence: unknown; /** Campaign time (milliseconds) by which Sent will have told, where Sent is kept. */ toldBy: number };
  /** Campaign time in milliseconds: from now on the mailbox's gap runs. */
  at: number;
  /** The claim whose lane is given back with it. */
  release?: ClaimedIntent;
  /** The intent does not hold what left: it was found elsewhere (in Sent, after a restore). */
  isFoundElsewhere?: boolean;
}

/**
 * SENT (or IN_DOUBT, which counts as sent) for each mail: the intent, the mailbox's clock, the message, the enrolment's next step, the event with its
 * rollups, the credits and the trigger's log row, in the caller's transaction. Doing it twice changes nothing.
 */
export async function recordSentMails(sql: SqlClient, mails: readonly SentMail[]): Promise<void> {
  const paths = await readPaths(sql, mails.flatMap(({ job }) => (job.intent.kind === 'CAMPAIGN' && job.campaign ? [job.campaign.id] : [])));
  const pathOf = ({ job }: SentMail) => (job.intent.kind === 'CAMPAIGN' && job.enrolment && job.campaign ? paths.get(job.campaign.id) : undefined);
  const { rows } = await prepared<{ id: string }>(sql, 'select record_sent_mails($1) as id', [databaseJson(mails.map((sent) => rowOf(sent, pathOf(sent))))]);
  const counted = new Set(rows.map((row) => row.id));
  await appendEvents(sql, mails.flatMap((sent) => {
    const { job: { intent, enrolment, campaign } } = sent;
    if (!counted.has(intent.id) || !pathOf(sent) || !enrolment || !campaign) return [];
    return [{
      workspaceId: intent.workspace_id, kind: 'SENT' as const, at: intent.send_at, sentAt: intent.send_at, campaignId: campaign.id, enrolmentId: enrolment.id, leadId: enrolment.lead_id, mailboxId: intent.mailbox_id, intentId: BigInt(intent.id),
      stepId: intent.step_id, variantId: intent.variant_id, clientId: campaign.client_id, isFirst: enrolment.steps_sent === 0, evidence: { message_id: intent.message_id, seq_number: intent.seq_number },
    }];
  }));
}

/** Where the provider files no sent mail, a copy goes into Sent afterwards (file-sent-copies.ts). */
const wantsCopy = ({ intent, mailbox }: SendJob): boolean => !mailbox.files_sent_mail && intent.kind !== 'TEST';

/** One mail as `record_sent_mails` reads it. */
function rowOf({ job, mail, result, at, release, isFoundElsewhere = false }: SentMail, path: CampaignPath | undefined) {
  const { intent, mailbox, enrolment } = job;
  const isSent = result.state === 'SENT';
  return {
    id: intent.id, mailbox_id: intent.mailbox_id, enrolment_id: intent.enrolment_id, lead_id: enrolment?.lead_id ?? null, state: result.state, code: isSent ? 250 : null, response: isSent ? result.response : null, provider_message_id: isSent ? result.providerMessageId : null,
    evidence: isSent ? null : result.evidence, wants_copy: wantsCopy(job), at: new Date(at), release: release?.token ?? null,
    from_email: mailbox.from_email, from_name: mailbox.from_name, subject: mail.subject, snippet: snippetOf(mail.text), starts_thread: mail.references.length === 0,
    ...(isFoundElsewhere ? { is_given: true, html: mail.html, text: mail.text, in_reply_to: mail.inReplyTo, references: mail.references } : { is_given: false }),
    ...(path ? { advances: true, ...nextStepOf(job, path, isSent || !mailbox.files_sent_mail ? 0 : result.toldBy) } : { advances: false }),
  };
}

const snippetLength = 200;
/** The first words in one line. Cut before it is cleaned: a long mail is not read whole for a line of it. */
const snippetOf = (text: string): string => text.slice(0, snippetLength * 10).replace(/\s+/g, ' ').slice(0, snippetLength);

/**
 * The enrolment's next step: due a delay after the mail was really sent (engine.md, Scheduling), and never before it is known whether it was:
 * a mail that proves unsent can only be made up for while nothing has followed it.
 * @param toldBy campaign time in milliseconds
 */
function nextStepOf({ intent }: SendJob, { steps, schedule }: CampaignPath, toldBy: number) {
  const present = steps.findIndex((step) => step.id === intent.step_id);
  const next = steps[present >= 0 ? present + 1 : steps.findIndex((step) => step.number > (intent.seq_number ?? 0))];
  return { next_step_id: next?.id ?? null, next_seq_number: next?.number ?? (intent.seq_number ?? 0) + 1, due_at: next ? new Date(Math.max(stepDueAt(next.delay, schedule, intent.send_at.getTime()), toldBy)) : null };
}
