import type { AcceptedMailEvidence, CheckOptions, Evidence, IntentEvidence, Violation } from './evidence';

/** The accepted mails of each intent, by Message-ID. */
export function mailsByIntent(evidence: Evidence): Map<string, AcceptedMailEvidence[]> {
  const byId = new Map<string, AcceptedMailEvidence[]>();
  for (const mail of evidence.mails)
    if (mail.messageId !== null) byId.set(mail.messageId, [...(byId.get(mail.messageId) ?? []), mail]);
  return new Map(evidence.intents.map((intent) => [intent.id, byId.get(intent.messageId) ?? []]));
}

export const isCounted = (intent: IntentEvidence): boolean => intent.state === 'SENT' || intent.state === 'IN_DOUBT';

/**
 * Invariant 1 (at most one accepted mail per enrolment and step) and the half of 7 that is about mails: none is
 * forgotten, none is invented.
 */
export function* checkOnce(evidence: Evidence, { isAtRest }: CheckOptions): Generator<Violation> {
  const mailsOf = mailsByIntent(evidence);
  const known = new Set(evidence.intents.map((intent) => intent.messageId));
  for (const mail of evidence.mails)
    if (mail.messageId === null || !known.has(mail.messageId))
      yield {
        kind: 'UNKNOWN_MAIL',
        text: `record ${mail.recordId} to ${mail.recipients.join(', ')} (${mail.messageId ?? 'no Message-ID'}) belongs to no intent`,
      };
  const bySteps = new Map<string, IntentEvidence[]>();
  for (const intent of evidence.intents) {
    const mails = mailsOf.get(intent.id) ?? [];
    if (mails.length > 1)
      yield {
        kind: 'ACCEPTED_TWICE',
        text: `intent ${intent.id} was accepted ${mails.length} times: records ${mails.map((mail) => mail.recordId).join(', ')}`,
      };
    if (intent.kind === 'CAMPAIGN') {
      const key = `${intent.enrolmentId}/${intent.stepId}`;
      bySteps.set(key, [...(bySteps.get(key) ?? []), intent]);
    }
    if (intent.state === 'SENT' && mails.length === 0)
      yield { kind: 'LOST_MAIL', text: `intent ${intent.id} is SENT and no server took it` };
    const isInFlight = intent.state === 'SUBMITTING' && !isAtRest;
    if (mails.length > 0 && !isCounted(intent) && !isInFlight)
      yield {
        kind: 'ACCEPTED_NOT_COUNTED',
        text: `intent ${intent.id} is ${intent.state} and record ${mails[0]?.recordId} has it`,
      };
  }
  const copies = new Map<string, number>();
  for (const { mailbox, messageId } of evidence.sentFolders)
    copies.set(`${messageId} in Sent of ${mailbox}`, (copies.get(`${messageId} in Sent of ${mailbox}`) ?? 0) + 1);
  for (const [place, count] of copies)
    if (count > 1) yield { kind: 'COPIED_TWICE', text: `${count} copies of ${place}` };
  for (const [key, intents] of bySteps) {
    if (
      intents.filter(isCounted).length > 1 ||
      (new Set(intents.flatMap((intent) => mailsOf.get(intent.id) ?? []).map((mail) => mail.recordId)).size > 1 &&
        intents.length > 1)
    )
      yield {
        kind: 'TWO_INTENTS',
        text: `enrolment/step ${key} has the mails of intents ${intents.map((intent) => intent.id).join(', ')}`,
      };
  }
}

/** The promise of invariant 2 for replies, in real milliseconds. */
const answerNotice = 2_000;

/**
 * A mail begins to leave when SUBMITTING is committed; one that never said so began when the server took it. No mail
 * began after the server had taken its last copy: what was learnt from Sent says SUBMITTING when it was learnt.
 */
function beganAt(intent: IntentEvidence, mails: readonly AcceptedMailEvidence[]): number {
  const taken = mails.length > 0 ? Math.max(...mails.map((mail) => mail.acceptedAtReal)) : Infinity;
  return Math.min(intent.submittingAtReal ?? mails[0]?.acceptedAtReal ?? 0, taken);
}

/** Invariant 2 for replies that nobody has read: nothing follows one that has been in the mailbox for two seconds, and none is lost. */
export function* checkAnswers(evidence: Evidence, { isAtRest }: CheckOptions): Generator<Violation> {
  const mailsOf = mailsByIntent(evidence);
  const first = new Map<number, number>();
  for (const { enrolmentId, arrivedAtReal } of evidence.answers)
    first.set(enrolmentId, Math.min(first.get(enrolmentId) ?? Infinity, arrivedAtReal));
  for (const intent of evidence.intents) {
    const mails = mailsOf.get(intent.id) ?? [];
    const arrivedAt = intent.enrolmentId === null ? undefined : first.get(intent.enrolmentId);
    if (arrivedAt === undefined || intent.kind !== 'CAMPAIGN' || (mails.length === 0 && !isCounted(intent))) continue;
    const late = beganAt(intent, mails) - arrivedAt;
    if (late > answerNotice)
      yield {
        kind: 'AFTER_ANSWER',
        text: `intent ${intent.id} began to leave ${Math.round(late)} ms after a reply of enrolment ${intent.enrolmentId} had arrived`,
      };
  }
  if (!isAtRest) return;
  for (const enrolment of evidence.enrolments)
    if (first.has(enrolment.id) && enrolment.replies === 0)
      yield {
        kind: 'LOST_ANSWER',
        text: `the reply of enrolment ${enrolment.id} (${enrolment.status}) was never recorded`,
      };
}

/** Invariant 2: what was stopped stays unsent. */
export function* checkStops(evidence: Evidence, { flightTime }: CheckOptions): Generator<Violation> {
  const mailsOf = mailsByIntent(evidence);
  const enrolments = new Map(evidence.enrolments.map((enrolment) => [enrolment.id, enrolment]));
  for (const intent of evidence.intents) {
    const mails = mailsOf.get(intent.id) ?? [];
    if (intent.kind !== 'CAMPAIGN' || (mails.length === 0 && !isCounted(intent))) continue;
    const began = beganAt(intent, mails);
    const domain = intent.toEmail.slice(intent.toEmail.lastIndexOf('@') + 1);
    for (const stop of evidence.stops) {
      const isMeant =
        stop.what === 'enrolment'
          ? stop.value === intent.enrolmentId
          : stop.what === 'campaign'
            ? stop.value === intent.campaignId
            : stop.what === 'email'
              ? stop.value === intent.toEmail
              : stop.value === domain;
      if (isMeant && began > stop.committedAtReal && (stop.liftedAtReal === null || began < stop.liftedAtReal))
        yield {
          kind: 'AFTER_STOP',
          text: `intent ${intent.id} began to leave ${Math.round(began - stop.committedAtReal)} ms after the stop of ${stop.what} ${stop.value}`,
        };
    }
    const enrolment = intent.enrolmentId === null ? undefined : enrolments.get(intent.enrolmentId);
    if (enrolment && (enrolment.status === 'STOPPED' || enrolment.status === 'BLOCKED') && enrolment.endedAt !== null) {
      const late = mails.find((mail) => mail.acceptedAt > (enrolment.endedAt as number) + flightTime);
      if (late)
        yield {
          kind: 'AFTER_END',
          text: `record ${late.recordId} was accepted after enrolment ${enrolment.id} ended ${enrolment.reason ?? ''}`,
        };
    }
  }
}
