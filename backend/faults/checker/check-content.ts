import { offsetAt } from '@skein/template/zone-clock';
import { zoneOf } from './check-limits';
import { isCounted, mailsByIntent } from './check-once';
import type { AcceptedMailEvidence, Evidence, IntentEvidence, Violation } from './evidence';

/** Invariants 5 and 6: the right mailbox, the right thread, the right order, and nothing unresolved in any mail. */
export function* checkContent(evidence: Evidence): Generator<Violation> {
  const mailsOf = mailsByIntent(evidence);
  const mailboxes = new Map(evidence.mailboxes.map((mailbox) => [mailbox.id, mailbox]));
  const byEnrolment = new Map<number, IntentEvidence[]>();
  for (const intent of evidence.intents) {
    const mails = mailsOf.get(intent.id) ?? [];
    for (const mail of mails) {
      yield* checkWords(evidence, intent, mail);
      const mailbox = mailboxes.get(intent.mailboxId);
      if (mailbox && mail.login !== mailbox.email)
        yield {
          kind: 'WRONG_MAILBOX',
          text: `record ${mail.recordId} left from ${mail.login}, intent ${intent.id} says ${mailbox.email}`,
        };
      if (
        intent.kind === 'CAMPAIGN' &&
        mail.recipients.some((recipient) => recipient !== intent.toEmail && !intent.bcc.includes(recipient))
      )
        yield {
          kind: 'WRONG_RECIPIENT',
          text: `record ${mail.recordId} went to ${mail.recipients.join(', ')}, its lead is ${intent.toEmail}`,
        };
    }
    if (intent.kind === 'CAMPAIGN' && intent.enrolmentId !== null && (mails.length > 0 || isCounted(intent)))
      byEnrolment.set(intent.enrolmentId, [...(byEnrolment.get(intent.enrolmentId) ?? []), intent]);
  }
  for (const intents of byEnrolment.values())
    yield* checkSequence(
      evidence,
      intents.sort((one, other) => one.sendAt - other.sendAt),
      mailsOf,
    );
}

function* checkSequence(
  evidence: Evidence,
  sent: IntentEvidence[],
  mailsOf: Map<string, AcceptedMailEvidence[]>,
): Generator<Violation> {
  for (const [index, intent] of sent.entries()) {
    const before = sent[index - 1];
    if (!before) continue;
    const steps = evidence.steps
      .filter((step) => step.campaignId === intent.campaignId && !step.isDeleted && step.kind === 'EMAIL')
      .map((step) => step.seqNumber)
      .sort((one, other) => one - other);
    const passed = steps.filter((number) => number > (before.seqNumber ?? 0) && number < (intent.seqNumber ?? 0));
    if ((intent.seqNumber ?? 0) <= (before.seqNumber ?? 0) || passed.length > 0)
      yield {
        kind: 'WRONG_ORDER',
        text: `enrolment ${intent.enrolmentId}: step ${intent.seqNumber} after step ${before.seqNumber}`,
      };
    const step = evidence.steps.find((one) => one.id === intent.stepId);
    const campaign = evidence.campaigns.find((one) => one.id === intent.campaignId);
    const lead = evidence.leads.find(
      (one) => one.id === evidence.enrolments.find(({ id }) => id === intent.enrolmentId)?.leadId,
    );
    const zone = campaign && step && step.delayDays > 0 ? zoneOf(campaign, lead) : null;
    if (step && campaign?.delayBasis === 'CALENDAR' && elapsed(zone, before, intent) < step.delayMs)
      yield {
        kind: 'TOO_SOON',
        text: `intent ${intent.id} left ${Math.round((intent.sendAt - before.sendAt) / 60_000)} min after the step before it, its delay is ${step.delayMs / 60_000} min`,
      };
    if (intent.reallocatedFrom !== null) continue;
    if (intent.mailboxId !== before.mailboxId)
      yield {
        kind: 'WRONG_MAILBOX',
        text: `enrolment ${intent.enrolmentId}: step ${intent.seqNumber} left from mailbox ${intent.mailboxId}, the step before from ${before.mailboxId}`,
      };
    const variant = evidence.variants.find((one) => one.id === intent.variantId);
    for (const mail of mailsOf.get(intent.id) ?? []) {
      if (variant?.subject.trim() !== '') continue;
      if (mail.inReplyTo !== before.messageId || !mail.references.includes(before.messageId))
        yield {
          kind: 'WRONG_THREAD',
          text: `record ${mail.recordId} answers ${mail.inReplyTo ?? 'nothing'}, the step before was ${before.messageId}`,
        };
      const first = mailsOf.get(before.id)?.[0]?.subject;
      if (first !== undefined && mail.subject !== `Re: ${first.replace(/^Re: /, '')}`)
        yield {
          kind: 'WRONG_THREAD',
          text: `record ${mail.recordId} has the subject "${mail.subject}" in the thread "${first}"`,
        };
    }
  }
}

function* checkWords(evidence: Evidence, intent: IntentEvidence, mail: AcceptedMailEvidence): Generator<Violation> {
  // Only what a reader sees: a style sheet may hold braces.
  const seen = [mail.subject, mail.text, mail.html.replace(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>/gi, '')];
  if (seen.some((text) => /\{\{|\}\}|\{%|%\}/.test(text)))
    yield { kind: 'UNRESOLVED_VARIABLE', text: `record ${mail.recordId} of intent ${intent.id} holds template marks` };
  if (seen.some((text) => /\{[^{}|\n]*\|[^{}\n]*\}/.test(text)))
    yield {
      kind: 'LITERAL_SPINTAX',
      text: `record ${mail.recordId} of intent ${intent.id} holds a choice that was not made`,
    };
  const enrolment = evidence.enrolments.find((one) => one.id === intent.enrolmentId);
  const lead = evidence.leads.find((one) => one.id === enrolment?.leadId);
  const variant = evidence.variants.find((one) => one.id === intent.variantId);
  const allowed = evidence.campaigns.find((one) => one.id === intent.campaignId)?.allowMissing ?? [];
  if (!lead || !variant) return;
  // The plainest use of a field, without fallback or condition.
  for (const [, name = ''] of `${variant.subject} ${variant.body}`.matchAll(/\{\{\s*([a-z_]+)\s*\}\}/gi)) {
    if (name in lead.fields && (lead.fields[name] ?? '') === '' && !allowed.includes(name))
      yield { kind: 'MISSING_DATA', text: `record ${mail.recordId} left without ${name} of ${lead.email}` };
  }
}

/**
 * Milliseconds between two sends, by the clock on the wall of a zone where it was changed between them: days are
 * counted by it, hours are not.
 */
function elapsed(zone: string | null, before: IntentEvidence, intent: IntentEvidence): number {
  const real = intent.sendAt - before.sendAt;
  if (zone === null) return real;
  return Math.max(real, real + offsetAt(zone, intent.sendAt) - offsetAt(zone, before.sendAt));
}
