import { stepDueAt } from '#engine/sending/calendar';
import { prepared } from '#platform/db/prepared';
import type { SqlClient } from '#platform/db/database';
import { databaseJson } from '#platform/db/database-json';
import type { NextPlace } from '#engine/enrolment/lead-events';
import {
  afterSending,
  appendEvents,
  firstNotHad,
  loadLeadSchedules,
  lockSentLeads,
  placeBehindRemoved,
} from '#lifecycle/lifecycle.api';
import { readPaths, type CampaignPath } from './campaign-path.store';
import type { ClaimedIntent } from './lane.store';
import type { SendJob } from './send-job.store';
import type { RenderedMail } from './submit.store';

/** A mail that left, or may have left. `job.intent.send_at` is when (campaign time): SUBMITTING has written it. */
export interface SentMail {
  job: SendJob;
  mail: RenderedMail;
  result:
    | { state: 'SENT'; response: string; providerMessageId: string | null }
    | {
        state: 'IN_DOUBT';
        evidence: unknown;
        /** Campaign time (milliseconds) by which Sent will have told, where Sent is kept. */ toldBy: number;
      };
  /** Campaign time in milliseconds: from now on the mailbox's gap runs. */
  at: number;
  /** The claim whose lane is released with it. */
  release?: ClaimedIntent;
  /** The intent does not hold what left: it was found elsewhere (in Sent, after a restore). */
  isFoundElsewhere?: boolean;
}

/**
 * SENT (or IN_DOUBT, which counts as sent) for each mail: the intent, the mailbox's clock, the message, the enrolment's
 * next step, the event with its rollups, the credits and the trigger's log row, in the caller's transaction. Doing it
 * twice changes nothing.
 */
export async function recordSentMails(sql: SqlClient, mails: readonly SentMail[]): Promise<void> {
  const leads = await lockSentLeads(
    sql,
    mails.flatMap(({ job }) =>
      job.intent.kind === 'CAMPAIGN' && job.enrolment
        ? [{ mailboxId: job.intent.mailbox_id, enrolmentId: job.enrolment.id }]
        : [],
    ),
  );
  const paths = await readPaths(
    sql,
    mails.flatMap(({ job }) => (job.intent.kind === 'CAMPAIGN' && job.campaign ? [job.campaign.id] : [])),
  );
  const pathOf = ({ job }: SentMail) =>
    job.intent.kind === 'CAMPAIGN' && job.enrolment && job.campaign ? paths.get(job.campaign.id) : undefined;
  const placed = [];
  for (const sent of mails) placed.push(rowOf(sent, await advanceOf(sql, sent, pathOf(sent), leads)));
  const { rows } = await prepared<{ id: string }>(sql, 'select record_sent_emails($1) as id', [databaseJson(placed)]);
  const counted = new Set(rows.map((row) => row.id));
  await placeLeads(
    sql,
    mails.filter((sent) => counted.has(sent.job.intent.id)),
    pathOf,
  );
  await appendEvents(
    sql,
    mails.flatMap((sent) => {
      const {
        job: { intent, enrolment, campaign },
      } = sent;
      if (!counted.has(intent.id) || !pathOf(sent) || !enrolment || !campaign) return [];
      return [
        {
          workspaceId: intent.workspace_id,
          kind: 'SENT' as const,
          at: intent.send_at,
          sentAt: intent.send_at,
          campaignId: campaign.id,
          enrolmentId: enrolment.id,
          leadId: enrolment.lead_id,
          mailboxId: intent.mailbox_id,
          intentId: BigInt(intent.id),
          stepId: intent.step_id,
          variantId: intent.variant_id,
          clientId: campaign.client_id,
          isFirst: enrolment.steps_sent === 0,
          evidence: { message_id: intent.message_id, seq_number: intent.seq_number },
        },
      ];
    }),
  );
}

/**
 * A mail whose step was removed while it left has no number any more: its lead is past whatever comes before the step that it stands at.
 */
async function placeLeads(
  sql: SqlClient,
  mails: readonly SentMail[],
  pathOf: (sent: SentMail) => CampaignPath | undefined,
): Promise<void> {
  await placeBehindRemoved(
    sql,
    mails.flatMap((sent) => {
      const path = pathOf(sent);
      return path && sent.job.enrolment && !path.steps.some((step) => step.id === sent.job.intent.step_id)
        ? [{ enrolmentId: sent.job.enrolment.id, lastNumber: path.steps.length }]
        : [];
    }),
  );
}

/** Where the provider files no sent mail, a copy goes into Sent afterwards (file-sent-copies.ts). */
const wantsCopy = ({ intent, mailbox }: SendJob): boolean => !mailbox.files_sent_mail && intent.kind !== 'TEST';

/** One mail as `record_sent_emails` reads it. */
function rowOf(
  { job, mail, result, at, release, isFoundElsewhere = false }: SentMail,
  advance: Awaited<ReturnType<typeof advanceOf>>,
) {
  const { intent, mailbox, enrolment } = job;
  const isSent = result.state === 'SENT';
  return {
    id: intent.id,
    mailbox_id: intent.mailbox_id,
    enrolment_id: intent.enrolment_id,
    lead_id: enrolment?.lead_id ?? null,
    state: result.state,
    code: isSent ? 250 : null,
    response: isSent ? result.response : null,
    provider_message_id: isSent ? result.providerMessageId : null,
    evidence: isSent ? null : result.evidence,
    wants_copy: wantsCopy(job),
    at: new Date(at),
    release: release?.token ?? null,
    from_email: mailbox.from_email,
    from_name: intent.from_name ?? mailbox.from_name,
    subject: mail.subject,
    snippet: snippetOf(mail.text),
    starts_thread: mail.references.length === 0,
    ...(isFoundElsewhere
      ? { is_given: true, html: mail.html, text: mail.text, in_reply_to: mail.inReplyTo, references: mail.references }
      : { is_given: false }),
    ...advance,
  };
}

/** How a mail moves its lead on, as `record_sent_emails` reads it. A mail of no sequence moves none. */
async function advanceOf(
  sql: SqlClient,
  { job, result }: SentMail,
  path: CampaignPath | undefined,
  leads: Awaited<ReturnType<typeof lockSentLeads>>,
) {
  if (!path) return { advances: false };
  const state = leads.get(job.enrolment?.id ?? 0);
  // A lead that was removed while its mail left has no place; its mail counts all the same.
  if (!state) return { advances: true };
  const { intent, mailbox } = job;
  const toldBy = result.state === 'SENT' || !mailbox.files_sent_mail ? 0 : result.toldBy;
  const id = job.enrolment?.id ?? 0;
  const schedule = (await loadLeadSchedules(intent.workspace_id, sql, path.schedule, [id]))(id);
  const next = placeOf(job, schedule, await nextOf(sql, job, path, state.lead.stepId), toldBy);
  return { advances: true, ...afterSending(state, intent.seq_number ?? 0, next, intent.send_at.getTime()) };
}

const snippetLength = 200;
/** The first words in one line. Cut before it is cleaned: a long mail is not read whole for a line of it. */
const snippetOf = (text: string): string =>
  text
    .slice(0, snippetLength * 10)
    .replace(/\s+/g, ' ')
    .slice(0, snippetLength);

type PathStep = CampaignPath['steps'][number];

/**
 * The step that follows a mail. Where the mail's own step was removed while it left, the edit has put the lead before
 * it. A step that was removed and brought back is passed over by those who had it.
 * @param standsAt the step at which the lead stands
 */
async function nextOf(
  sql: SqlClient,
  { intent }: SendJob,
  { steps }: CampaignPath,
  standsAt: number | null,
): Promise<PathStep | undefined> {
  const present = steps.findIndex((step) => step.id === intent.step_id);
  const at = present >= 0 ? present + 1 : steps.findIndex((step) => step.id === standsAt);
  const next = at < 0 ? undefined : steps[at];
  if (!next?.isRevived || intent.enrolment_id === null) return next;
  return (await firstNotHad(sql, intent.enrolment_id, steps.slice(at))) ?? undefined;
}

/**
 * Where a mail leaves its enrolment: the next step is due a delay after the mail was really sent (docs/engine.md,
 * Scheduling), and never before it is known whether it was: a mail that proves unsent can only be made up for while
 * nothing has followed it.
 * @param toldBy campaign time in milliseconds
 */
function placeOf(
  { intent }: SendJob,
  schedule: CampaignPath['schedule'],
  next: PathStep | undefined,
  toldBy: number,
): NextPlace {
  return {
    step: next ? { id: next.id, number: next.number } : null,
    number: (intent.seq_number ?? 0) + 1,
    dueAt: next ? Math.max(stepDueAt(next.delay, schedule, intent.send_at.getTime()), toldBy) : null,
  };
}
