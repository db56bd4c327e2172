import type { CampaignId, EnrolmentId, LeadId, MailboxId } from '@skein/contracts/ids';
import { previewToken } from '@skein/contracts/tracking/tracking.contract';
import type { StepAttachment } from '@skein/contracts/main/attachments.contract';
import type { PreviewView } from '@skein/contracts/main/sequence-views';
import type { ComposedMail } from '@skein/template/compose';
import { writesPlainText } from '#engine/sending/writes-plain-text';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound } from '#platform/http/skein-error';
import { readForRequest } from '#platform/workers/answer-heavy';
import type { MainDeps } from '#main/deps';
import { scopeOf, requireCampaign, type Who, type CampaignRecord } from '#access/access.api';
import { requireLead } from '#leads/leads.api';
import { exampleFields, leadFields } from '#sending/sending.api';
import type { SequenceProblem } from './check-templates';
import { toInput } from './get-sequence';
import {
  findPreviewLead,
  findPreviewMailbox,
  sendsAgainAt,
  type PreviewLead,
  type PreviewMailbox,
} from './preview.store';
import { findSteps, type StepRecord } from './sequences.store';
import { renderTextsTask, weightOfRender, type RenderOrder } from './text-tasks';

export interface PreviewRequest {
  seq_number: number;
  variant_label?: string;
  enrolment_id?: EnrolmentId;
  lead_id?: LeadId;
  mailbox_id?: MailboxId;
  /** Texts that are not saved yet stand in for the variant's. */
  draft?: { subject: string; email_body: string };
}

/** What a preview and a test mail are both made from. */
export interface RenderedStep {
  mail: ComposedMail;
  lead: PreviewLead | null;
  mailbox: PreviewMailbox | null;
  step: StepRecord | null;
  label: string;
  reason: string;
  campaign: CampaignRecord;
  /** How many different mails the spintax can give. */
  variations: number;
  problems: SequenceProblem[];
  attachments: StepAttachment[];
  sendsAgain: Date | null;
}

type PreviewDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'config' | 'heavyWork'>;

/** One step for one lead, rendered by the sender's own function: what is shown is what is sent, but for tracking addresses. */
export async function previewStep(
  deps: PreviewDeps,
  who: Who,
  campaignId: CampaignId,
  request: PreviewRequest,
): Promise<PreviewView> {
  const rendered = await renderStep(deps, who, { campaignId, request, options: { withUnsubscribe: true } });
  const { mail, lead, mailbox } = rendered;
  return {
    lead: lead && {
      id: lead.lead_id,
      enrolment_id: lead.enrolment_id,
      email: lead.email,
      name: [lead.first_name, lead.last_name].filter(Boolean).join(' ') || lead.email,
      company_name: lead.company_name,
    },
    mailbox: mailbox && { id: mailbox.id, from_name: mailbox.from_name, from_email: mailbox.from_email },
    seq_number: request.seq_number,
    variant_label: rendered.label,
    variant_reason: rendered.reason,
    subject: mail.subject,
    html: mail.html ?? '',
    text: mail.text,
    attachments: rendered.attachments,
    bytes: Buffer.byteLength(mail.html ?? '') + Buffer.byteLength(mail.text),
    is_reply_in_thread: mail.isThreadReply,
    spin_choice: [...mail.spinChoice.subject, ...mail.spinChoice.body],
    spin_variations: rendered.variations,
    missing: mail.missing.map((value) => ({ name: value.name, reason: value.reason })),
    earliest_send_at: isNext(rendered, request) ? (earliestSend(rendered)?.toISOString() ?? null) : null,
    problems: rendered.problems
      .filter((problem) => problem.code !== 'empty_subject')
      .map((problem) => ({ ...problem, seq_number: request.seq_number })),
  };
}

/** Whether the lead gets this step next. When a later one leaves is known once those before it have left. */
const isNext = ({ lead, step }: RenderedStep, request: Pick<PreviewRequest, 'seq_number'>): boolean =>
  lead?.next_step_id ? lead.next_step_id === step?.id : request.seq_number === 1;

/** No earlier than the lead is due, the next round begins, and the campaign's last round said that sending goes on. */
function earliestSend({ lead, campaign, sendsAgain }: RenderedStep): Date | null {
  if (!campaign.next_trigger_at) return lead?.next_eligible_at ?? null;
  const times = [lead?.next_eligible_at, campaign.next_trigger_at, sendsAgain].map((at) => at?.getTime() ?? 0);
  return new Date(Math.max(...times));
}

/** The step and lead that a person previews. */
interface StepToRender {
  campaignId: CampaignId;
  request: PreviewRequest;
  options: { withUnsubscribe: boolean };
}

/**
 * Renders a step as it is sent: gathered in a transaction, rendered after it, in a thread when it is much.
 * @throws SkeinError NOT_FOUND for a lead, mailbox or step that is not there, VALIDATION for a text that grows beyond
 * what a mail may hold or takes too long
 */
export async function renderStep(
  deps: PreviewDeps,
  who: Who,
  { campaignId, request, options }: StepToRender,
): Promise<RenderedStep> {
  const { order, ...gathered } = await deps.db.tenantSql(who.workspaceId, async (sql) =>
    gather(deps, sql, who, { campaign: await requireCampaign(sql, who, campaignId), request, options }),
  );
  const size = weightOfRender(order);
  const rendered = await readForRequest(deps.heavyWork, renderTextsTask, order, { size, field: 'email_body' });
  if (rendered.refusal !== null)
    throw invalidField('email_body', `grows beyond what an email may hold for this lead: ${rendered.refusal}`);
  const { mail, variations, problems } = rendered;
  return { ...gathered, mail, variations, problems };
}

/** What a preview is rendered from. */
interface PreviewToGather {
  campaign: CampaignRecord;
  request: PreviewRequest;
  options: { withUnsubscribe: boolean };
}

async function gather(
  deps: Pick<MainDeps, 'campaignClock' | 'config'>,
  sql: SqlClient,
  who: Who,
  { campaign, request, options }: PreviewToGather,
): Promise<Omit<RenderedStep, 'mail' | 'variations' | 'problems'> & { order: RenderOrder }> {
  const steps = await findSteps(who.workspaceId, sql, campaign.id);
  const step = steps.find((candidate) => candidate.seq_number === request.seq_number) ?? null;
  if (!step && !request.draft) throw notFound(`Step ${request.seq_number}`);
  if (step && step.seq_type !== 'EMAIL' && !request.draft) throw invalidField('seq_number', 'is not an email step');
  const scope = scopeOf(who);
  if (request.lead_id) await requireLead(sql, who, request.lead_id);
  const lead = await findPreviewLead(who.workspaceId, sql, {
    campaignId: campaign.id,
    wanted: { enrolmentId: request.enrolment_id, leadId: request.lead_id },
    hiddenCategories: scope.hiddenCategories,
  });
  if (!lead && (request.enrolment_id || request.lead_id)) throw notFound('This lead', 'lead');
  const mailbox = await findPreviewMailbox(who.workspaceId, sql, scope, {
    campaignId: campaign.id,
    mailboxId: request.mailbox_id ?? lead?.mailbox_id ?? null,
  });
  if (!mailbox && request.mailbox_id) throw notFound('This mailbox', 'mailbox');
  const { texts, label, reason, attachments } = chooseVariant(step, lead, request);
  const first = steps.find((candidate) => candidate.seq_type === 'EMAIL');
  const thread = lead?.thread_subject
    ? { firstSubject: lead.thread_subject, messageIds: lead.thread_references }
    : null;
  const opens = !thread && first && first.seq_number < request.seq_number ? first : null;
  const order: RenderOrder = {
    texts: { subject: texts.subject, email_body: texts.email_body },
    opening: opens && {
      texts: chooseVariant(opens, lead, { seq_number: opens.seq_number }).texts,
      stepNumber: opens.seq_number,
    },
    rest: {
      fields: lead ? leadFields(lead) : exampleFields,
      sender: {
        name: mailbox?.from_name ?? 'Sender Name',
        email: mailbox?.from_email ?? 'sender@company.com',
        signatureHtml: mailbox?.signature ?? null,
      },
      seed: {
        campaignId: campaign.id,
        leadId: lead?.lead_id ?? 0,
        stepNumber: request.seq_number,
        position: lead?.spin_index ?? 0,
      },
      mode: campaign.spintax_mode === 'INCREMENTAL' ? 'incremental' : 'random',
      clock: { now: deps.campaignClock.now(), zone: campaign.time_zone },
      thread,
      unsubscribe: options.withUnsubscribe
        ? {
            text: campaign.unsubscribe_text ?? '',
            url: `${deps.config.trackingUrl}/u/${previewToken}`,
            addHeader: campaign.add_unsubscribe_header,
          }
        : null,
      tracking: null,
      plainTextOnly: writesPlainText(campaign),
    },
    step: step && {
      ...toInput(step),
      variants: [{ variant_label: label, subject: texts.subject, email_body: texts.email_body, is_paused: false }],
    },
  };
  const sendsAgain = await sendsAgainAt(who.workspaceId, sql, campaign.id);
  return { order, campaign, lead, mailbox, step, label, reason, attachments, sendsAgain };
}

/** The variant asked for, else the one this lead was given, else the first that is on. */
function chooseVariant(
  step: StepRecord | null,
  lead: PreviewLead | null,
  request: PreviewRequest,
): { texts: { subject: string; email_body: string }; label: string; reason: string; attachments: StepAttachment[] } {
  if (request.draft)
    return {
      texts: request.draft,
      label: request.variant_label ?? 'A',
      reason: 'Not saved yet',
      attachments: step?.variants.find((variant) => variant.label === request.variant_label)?.attachments ?? [],
    };
  const variants = step?.variants ?? [];
  const kept =
    step && lead ? variants.find((variant) => variant.id === lead.variant_by_step[String(step.id)]) : undefined;
  const asked = request.variant_label ? variants.find((variant) => variant.label === request.variant_label) : undefined;
  if (request.variant_label && !asked) throw notFound(`Variant ${request.variant_label}`);
  const chosen = asked ?? kept ?? variants.find((variant) => !variant.is_paused) ?? variants[0];
  if (!chosen) throw notFound('A variant of this step');
  return {
    texts: chosen,
    label: chosen.label,
    attachments: chosen.attachments,
    reason: chosen === kept ? 'Kept for this lead' : asked ? 'Chosen by you' : 'Given when it is sent',
  };
}
