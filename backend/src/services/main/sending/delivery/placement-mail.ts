import type { CampaignId, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { parseTemplate, TemplateLimitError } from '@skein/template';
import { composeMail } from '@skein/template/compose';
import { linksIn } from '#engine/placement/links-in';
import { composeIntent, MissingDataError, type ComposedIntent } from './compose-intent';
import { exampleFields } from './missing-fields';
import { writeMail } from './mail-parts';
import * as store from './placement-mail.store';
import { findCampaigns, type SendJob } from './send-job.store';
import type { SendDeps } from './settle-sending';

/** An email of a placement test. */
export interface PlacementEmail {
  /** Its number, which its links carry. */
  id: number;
  workspaceId: WorkspaceId;
  mailboxId: MailboxId;
  /** The seed. */
  to: string;
  messageId: string;
  /** Headers that no other email has: the token. */
  headers: Record<string, string>;
  /** The step that it tests; null for a text that a person wrote. */
  step: { campaignId: CampaignId; variantId: number } | null;
  /** What it says instead of the step: a text that a person wrote, the control, or the last known text of a step that is deleted. */
  text: { subject: string; html: string | null; text: string };
  /** The control says its own text, on the way of the campaign. */
  isControl: boolean;
}

/** An email of a placement test, ready for its server. */
export interface WrittenPlacementEmail {
  content: Buffer | Readable;
  /** Where its tracked links lead, in their order. */
  links: readonly string[];
  /** Links that a merge field is part of. */
  personalLinks: readonly string[];
  /** The lead whose data it was written with; null where no lead's. */
  leadId: LeadId | null;
  /** The campaign's dedicated servers; null: the mailbox's own server. */
  relay: { campaignId: CampaignId; groupId: number } | null;
  /** Closes attached files. */
  close: () => void;
}

type Deps = Pick<SendDeps, 'db' | 'trackingKey' | 'trackingBase' | 'readAttachment' | 'now'>;

/** Of the campaign's first leads, so many are tried until one has all that the step needs. */
const mostLeads = 50;

/**
 * Writes an email of a placement test as the campaign writes its emails: the same composition, headers, tracking domain, pixel, links,
 * signature and attachments, for the campaign's first lead that has the data. Its links are a test's, and its thread is nobody's, so that
 * nothing that a seed does reaches a lead.
 * @returns why there is none, where it cannot be composed
 */
export const createPlacementMail =
  (deps: Deps) =>
  async (email: PlacementEmail): Promise<WrittenPlacementEmail | { why: string }> => {
    const gathered = await gather(deps, email);
    if (!gathered) return { why: 'The mailbox was removed.' };
    const made = compose(deps, email, gathered);
    if ('why' in made) return made;
    const files: Readable[] = [];
    const close = () => {
      for (const file of files) file.destroy();
    };
    try {
      const { job, mail, personalLinks, leadId } = made;
      const content = await writeMail(deps, { job, mail, now: deps.now(), headers: email.headers }, files);
      const { campaign } = gathered;
      const groupId = campaign?.server_group_id ?? null;
      return {
        content,
        links: mail.links,
        personalLinks,
        leadId,
        relay: campaign && groupId !== null ? { campaignId: campaign.id, groupId } : null,
        close,
      };
    } catch (error) {
      close();
      throw error;
    }
  };

interface Gathered {
  mailbox: store.MailboxOfMail;
  campaign: store.TestedCampaign | null;
  /** The campaign's email steps up to the tested one. */
  steps: store.TestedVariant[];
  leads: store.SampleLead[];
}

const gather = ({ db }: Pick<Deps, 'db'>, { workspaceId, mailboxId, step }: PlacementEmail): Promise<Gathered | null> =>
  db.tenantSql(workspaceId, async (sql) => {
    const mailbox = await store.findMailboxOfTest(workspaceId, sql, mailboxId);
    if (!mailbox) return null;
    if (!step) return { mailbox, campaign: null, steps: [], leads: [] };
    const { campaignId, variantId } = step;
    return {
      mailbox,
      campaign: (await findCampaigns(sql, [campaignId])).get(campaignId) ?? null,
      steps: await store.findStepsUpTo(workspaceId, sql, campaignId, variantId),
      leads: await store.findSampleLeads(workspaceId, sql, campaignId, mostLeads),
    };
  });

interface Made extends Pick<WrittenPlacementEmail, 'personalLinks' | 'leadId'> {
  job: SendJob;
  mail: ComposedIntent;
}

function compose(deps: Deps, email: PlacementEmail, gathered: Gathered): Made | { why: string } {
  const { campaign, steps } = gathered;
  const variant = steps.find(({ id }) => id === email.step?.variantId);
  try {
    if (email.isControl || !campaign || !variant) return composeWritten(deps, email, gathered);
    return composeStep(deps, email, { ...gathered, campaign, variant });
  } catch (error) {
    if (error instanceof TemplateLimitError) return { why: error.message };
    throw error;
  }
}

/** A text that a person wrote, with the mailbox's signature. What only a lead could fill stays as it is written. */
function composeWritten({ now }: Deps, email: PlacementEmail, { mailbox }: Gathered): Made {
  const { subject, html, text } = email.text;
  const input = (fields: Record<string, string>) =>
    composeMail({
      subject: parseTemplate(subject, { format: 'text' }),
      body: parseTemplate(html ?? text, { format: html === null ? 'text' : 'html' }),
      fields,
      sender: { name: mailbox.from_name, email: mailbox.from_email, signatureHtml: mailbox.signature },
      seed: { campaignId: 0, leadId: 0, stepNumber: 1 },
      mode: 'random',
      clock: { now: now(), zone: 'UTC' },
      thread: null,
      unsubscribe: null,
      tracking: null,
      plainTextOnly: html === null,
    });
  const first = input({});
  const asWritten = Object.fromEntries(first.missing.map(({ name }) => [name, `{{${name}}}`]));
  const composed = first.missing.length === 0 ? first : input(asWritten);
  const job = jobOf(email, { mailbox, campaign: null, variant: null, sample: null });
  return {
    job,
    personalLinks: [],
    leadId: null,
    mail: {
      subject: composed.subject,
      html: composed.html,
      text: composed.text,
      inReplyTo: null,
      references: [],
      links: [],
      spinChoice: 0,
      headers: composed.headers,
    },
  };
}

type StepToCompose = Gathered & { campaign: store.TestedCampaign; variant: store.TestedVariant };

function composeStep(deps: Deps, email: PlacementEmail, given: StepToCompose): Made | { why: string } {
  const missing = new Set<string>();
  for (const sample of given.leads.length > 0 ? given.leads : [exampleLead(deps, email, given)]) {
    try {
      return composeFor(deps, email, given, sample);
    } catch (error) {
      if (!(error instanceof MissingDataError)) throw error;
      for (const { name } of error.missing) missing.add(name);
    }
  }
  return { why: `No lead of the campaign has every field that this step uses: ${[...missing].join(', ')}.` };
}

function composeFor(deps: Deps, email: PlacementEmail, given: StepToCompose, sample: store.SampleLead): Made {
  const { trackingKey, trackingBase, now } = deps;
  const settings = { trackingKey, trackingBase, now: now(), isPlacementTest: true };
  const { mailbox, campaign, variant } = given;
  const job = jobOf(email, { mailbox, campaign, variant, sample });
  const before = threadBefore(given, sample);
  const [opening] = before;
  if (opening && job.enrolment) {
    const first = composeIntent(jobOf(email, { mailbox, campaign, variant: opening, sample }), settings);
    const ids = before.map(({ id }) => idBefore(email.messageId, id));
    job.enrolment = {
      ...job.enrolment,
      thread_subject: first.subject,
      thread_references: ids,
      last_message_id: ids.at(-1) ?? null,
    };
  }
  const mail = composeIntent(job, settings);
  const personalLinks = findPersonalLinks(mail, { ...job, lead: otherLead(sample) }, settings);
  return { job, mail, personalLinks, leadId: sample.lead_id === 0 ? null : sample.lead_id };
}

/** A made-up lead whose every value differs. */
function otherLead({ lead }: store.SampleLead): store.SampleLead['lead'] {
  const { custom_fields: custom, ...system } = { ...exampleFields, ...lead };
  const other = (values: object) => Object.fromEntries(Object.keys(values).map((name) => [name, `other-${name}`]));
  return { ...lead, ...other(system), custom_fields: other(custom) };
}

/** Links that would be others for another lead, by whatever part of the template: opening one could do something to the lead. */
function findPersonalLinks(
  mail: ComposedIntent,
  ofOther: SendJob,
  settings: Parameters<typeof composeIntent>[1],
): string[] {
  const all = ({ html, text, links }: ComposedIntent) => [
    ...new Set([...links, ...linksIn(html ?? '', true), ...linksIn(text, false)]),
  ];
  try {
    const shared = new Set(all(composeIntent(ofOther, settings)));
    return all(mail).filter((link) => !shared.has(link));
  } catch (error) {
    // A template that takes no other lead says of no link that it is everyone's.
    if (error instanceof MissingDataError || error instanceof TemplateLimitError) return all(mail);
    throw error;
  }
}

/**
 * The emails that a follow-up continues: what this lead gets before it, from the last one with a subject of its own.
 * Empty for an email that begins a thread.
 */
function threadBefore({ steps, variant }: StepToCompose, { variant_by_step: kept }: store.SampleLead) {
  if (variant.subject.trim() !== '') return [];
  const numbers = [...new Set(steps.map((each) => each.seq_number))].filter((number) => number < variant.seq_number);
  const chosen = numbers.flatMap((number) => {
    const all = steps.filter((each) => each.seq_number === number);
    const ofLead = all.find(({ id, step_id: step }) => id === kept[String(step)]);
    return ofLead ?? all.find(({ is_paused: isPaused }) => !isPaused) ?? all[0] ?? [];
  });
  const opening = chosen.findLastIndex(({ subject }) => subject.trim() !== '');
  return opening < 0 ? [] : chosen.slice(opening);
}

/** The Message-ID of an email before this one. Deliberate: it is no lead's, or the answer of a seed would be that lead's answer. */
function idBefore(messageId: string, variantId: number): string {
  const name = createHash('sha256').update(`${messageId} ${variantId}`).digest('hex').slice(0, 36);
  return `<${name}@${messageId.slice(messageId.indexOf('@') + 1)}`;
}

/** Without leads, fields show their own names, as in the preview. */
function exampleLead(deps: Deps, email: PlacementEmail, given: StepToCompose): store.SampleLead {
  const { email: address, ...fields } = exampleFields;
  const lead = { ...fields, email: address, custom_fields: {} };
  const sample = { lead_id: 0, lead, variant_by_step: {}, spin_index: 0 };
  try {
    composeFor(deps, email, given, sample);
    return sample;
  } catch (error) {
    if (!(error instanceof MissingDataError)) throw error;
    const names = error.missing.map(({ name }) => [name, name] as const);
    return { ...sample, lead: { ...lead, custom_fields: Object.fromEntries(names) } };
  }
}

interface PartsOfJob {
  mailbox: store.MailboxOfMail;
  campaign: store.TestedCampaign | null;
  variant: store.TestedVariant | null;
  sample: store.SampleLead | null;
}

/** The email as one of the campaign's: what its row would be. */
const jobOf = (email: PlacementEmail, { mailbox, campaign, variant, sample }: PartsOfJob): SendJob => ({
  intent: {
    id: String(email.id),
    kind: 'CAMPAIGN',
    workspace_id: email.workspaceId,
    state: 'RESERVED',
    campaign_id: campaign?.id ?? null,
    enrolment_id: null,
    step_id: variant?.step_id ?? null,
    seq_number: variant?.seq_number ?? null,
    variant_id: variant?.id ?? null,
    mailbox_id: email.mailboxId,
    send_at: new Date(0),
    message_id: email.messageId,
    envelope_id: '',
    to_email: email.to,
    from_name: null,
    reply_to: null,
    cc: [],
    bcc: [],
    subject: null,
    body_html: null,
    body_text: null,
    in_reply_to: null,
    references: [],
    attachments: variant?.attachments ?? [],
    attempts: 0,
    reallocated_from: null,
    trigger_run_id: null,
  },
  mailbox,
  campaign,
  enrolment: sample && {
    id: 0,
    lead_id: sample.lead_id,
    steps_sent: 0,
    thread_subject: null,
    thread_references: [],
    last_message_id: null,
    spin_index: sample.spin_index,
  },
  lead: sample?.lead ?? null,
  variant,
});
