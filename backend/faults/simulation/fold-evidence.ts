import type { Evidence } from '../checker/evidence';
import { isWaiting, type Memory } from './memory-rows';
import { day, delayOf, hour, minute, type Story } from './story';

const mailOf = (memory: Memory): Evidence['mails'] =>
  memory.server.map((mail, index) => ({
    recordId: index + 1,
    acceptedAt: mail.at,
    acceptedAtReal: mail.at,
    login: mail.login,
    recipients: [mail.recipient],
    messageId: mail.messageId,
    inReplyTo: mail.inReplyTo,
    references: mail.references,
    subject: mail.subject,
    text: 'Good morning',
    html: '',
  }));

const intentOf = (memory: Memory): Evidence['intents'] =>
  memory.intents.map((intent) => ({
    id: String(intent.id),
    kind: 'CAMPAIGN',
    state: intent.state,
    campaignId: 1,
    enrolmentId: intent.lead.id,
    stepId: intent.stepIndex + 1,
    variantId: intent.stepIndex + 1,
    seqNumber: intent.stepIndex + 1,
    mailboxId: intent.mailboxId,
    messageId: intent.messageId,
    toEmail: intent.lead.email,
    sendAt: intent.sendAt,
    submittingAtReal: intent.submittingAt,
    leasedUntilReal: intent.leasedUntil,
    isNewLead: intent.isNew,
    reallocatedFrom: intent.reallocatedFrom,
    bcc: [],
  }));

const enrolmentOf = (memory: Memory): Evidence['enrolments'] =>
  memory.leads.map((lead) => ({
    id: lead.id,
    campaignId: 1,
    leadId: lead.id,
    status: lead.status,
    reason: lead.reason,
    stepsSent: lead.stepsSent,
    nextStepId: lead.stepIndex + 1,
    nextEligibleAt: isWaiting(lead) ? lead.eligibleAt : null,
    constraintCode: lead.constraint,
    openIntentId: lead.openIntent === null ? null : String(lead.openIntent.id),
    isParked: lead.isParked,
    replies: lead.replies,
    holdKind: null,
    endedAt: lead.endedAt,
    mailboxId: lead.mailboxId,
  }));

const campaignOf = (story: Story, memory: Memory): Evidence['campaigns'] => [
  {
    id: 1,
    status: memory.isPaused ? 'PAUSED' : 'ACTIVE',
    timeZone: story.timeZone,
    timeZoneMode: 'CAMPAIGN',
    windows: story.windows,
    holidays: story.holidays,
    startAt: story.startAt + day,
    maxLeadsPerDay: story.maxLeadsPerDay,
    allowMissing: [],
    delayBasis: 'CALENDAR',
  },
];

/** The rows and the server's record in the words of the checker. */
export function foldEvidence(story: Story, memory: Memory, now: number): Evidence {
  const subjectOf = (index: number): string => (story.steps[index]?.inThread ? '' : `Step ${index + 1}`);
  return {
    mails: mailOf(memory),
    intents: intentOf(memory),
    enrolments: enrolmentOf(memory),
    campaigns: campaignOf(story, memory),
    steps: story.steps.map((step, index) => ({
      id: index + 1,
      campaignId: 1,
      seqNumber: index + 1,
      delayDays: delayOf(step).days,
      delayMs: step.hours * hour,
      kind: 'EMAIL',
      isDeleted: false,
    })),
    variants: story.steps.map((_, index) => ({ id: index + 1, subject: subjectOf(index), body: 'Good morning' })),
    mailboxes: memory.mailboxes.map((mailbox) => ({
      id: mailbox.id,
      email: mailbox.name,
      timeZone: mailbox.timeZone,
      dailyCap: mailbox.dailyCap,
      gapMs: mailbox.gapMinutes * minute,
    })),
    leads: memory.leads.map((lead) => ({ id: lead.id, email: lead.email, timeZone: null, fields: {} })),
    stops: memory.stops,
    answers: memory.answers,
    sentEvents: memory.messages.map((intent) => ({ intentId: String(intent.id) })),
    rolledUp: [{ campaignId: 1, sent: memory.rolledUp }],
    outgoingMessages: memory.messages.map((intent) => ({ intentId: String(intent.id), messageId: intent.messageId })),
    sentFolders: [],
    punished: [],
    senderWords: [],
    creditsUsed: memory.credits,
    now,
    nowReal: now,
  };
}
