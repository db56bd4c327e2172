import { isCounted } from './check-once';
import type { CheckOptions, EnrolmentEvidence, Evidence, IntentEvidence, Violation } from './evidence';

const waiting: ReadonlySet<string> = new Set(['STARTED', 'INPROGRESS']);
const ended: ReadonlySet<string> = new Set(['COMPLETED', 'STOPPED', 'BLOCKED']);
const known: ReadonlySet<string> = new Set([
  'STARTED',
  'INPROGRESS',
  'PAUSED',
  'COMPLETED',
  'STOPPED',
  'BLOCKED',
  'SKIPPED',
]);

/**
 * Invariant 7: every enrolment is in exactly one state with what belongs to it, nothing is forgotten, and every count
 * is the sum of its rows.
 */
export function* checkStates(evidence: Evidence, options: CheckOptions): Generator<Violation> {
  const intents = new Map(evidence.intents.map((intent) => [intent.id, intent]));
  const ofEnrolment = new Map<number, IntentEvidence[]>();
  for (const intent of evidence.intents)
    if (intent.enrolmentId !== null && intent.kind === 'CAMPAIGN')
      ofEnrolment.set(intent.enrolmentId, [...(ofEnrolment.get(intent.enrolmentId) ?? []), intent]);
  const active = new Set(
    evidence.campaigns.filter((campaign) => campaign.status === 'ACTIVE').map((campaign) => campaign.id),
  );
  for (const enrolment of evidence.enrolments) {
    const mine = ofEnrolment.get(enrolment.id) ?? [];
    yield* checkEnrolment(enrolment, mine, intents);
    if (options.isAtRest && waiting.has(enrolment.status) && !enrolment.isParked && active.has(enrolment.campaignId))
      yield {
        kind: 'LOST_LEAD',
        text: `enrolment ${enrolment.id} waits (${enrolment.constraintCode ?? 'no reason'}) although everything came to rest`,
      };
  }
  for (const intent of evidence.intents) {
    if (intent.kind !== 'CAMPAIGN' || intent.enrolmentId === null) continue;
    if (intent.state === 'SUBMITTING' && options.isAtRest)
      yield { kind: 'STUCK', text: `intent ${intent.id} is still SUBMITTING` };
    if (intent.state === 'RESERVED' && options.isAtRest)
      yield { kind: 'STUCK', text: `intent ${intent.id} is still RESERVED` };
  }
  yield* checkCounts(evidence);
  yield* checkPunished(evidence);
}

function* checkEnrolment(
  enrolment: EnrolmentEvidence,
  mine: IntentEvidence[],
  intents: Map<string, IntentEvidence>,
): Generator<Violation> {
  const broken = (text: string): Violation => ({ kind: 'BROKEN_STATE', text: `enrolment ${enrolment.id} ${text}` });
  if (!known.has(enrolment.status)) yield broken(`is in the unknown state ${enrolment.status}`);
  const open = enrolment.openIntentId === null ? undefined : intents.get(enrolment.openIntentId);
  const inFlight = mine.filter((intent) => intent.state === 'RESERVED' || intent.state === 'SUBMITTING');
  if (enrolment.openIntentId !== null && (!open || !inFlight.includes(open)))
    yield broken(`points to intent ${enrolment.openIntentId}, which is ${open?.state ?? 'missing'}`);
  for (const intent of inFlight)
    if (intent.id !== enrolment.openIntentId && (intent.state === 'RESERVED' || waiting.has(enrolment.status)))
      yield broken(`does not point to its ${intent.state} intent ${intent.id}`);
  const sent = mine.filter(isCounted).length;
  if (sent !== enrolment.stepsSent)
    yield {
      kind: 'COUNTS_DIFFER',
      text: `enrolment ${enrolment.id} counts ${enrolment.stepsSent} steps, ${sent} intents were sent`,
    };
  if (enrolment.status === 'STARTED' && sent > 0) yield broken('was mailed and is STARTED');
  if (enrolment.status === 'INPROGRESS' && sent === 0) yield broken('was never mailed and is INPROGRESS');
  if ((enrolment.status === 'STOPPED' || enrolment.status === 'BLOCKED') && enrolment.reason === null)
    yield { kind: 'NO_REASON', text: `enrolment ${enrolment.id} is ${enrolment.status} without a reason` };
  if (ended.has(enrolment.status))
    for (const held of heldBy(enrolment)) yield broken(`is ${enrolment.status} and still has ${held}`);
  if (
    enrolment.status === 'INPROGRESS' &&
    open === undefined &&
    !enrolment.isParked &&
    (enrolment.nextEligibleAt === null || enrolment.constraintCode === null)
  )
    yield { kind: 'NO_REASON', text: `enrolment ${enrolment.id} waits without a time or a reason` };
}

/** What a lead that has ended must not have any more. */
function* heldBy(enrolment: EnrolmentEvidence): Generator<string> {
  if (enrolment.holdKind !== null) yield `the hold ${enrolment.holdKind}`;
  if (enrolment.isParked) yield 'its parking';
  if (enrolment.nextEligibleAt !== null) yield 'a next time';
  if (enrolment.constraintCode !== 'LEAD_ENDED') yield `the code ${enrolment.constraintCode ?? 'none'}`;
}

/** No lead is blocked or bounced for what its sender did. */
function* checkPunished({ punished, senderWords }: Evidence): Generator<Violation> {
  for (const { what, words } of punished)
    if (senderWords.some((said) => words.includes(said)))
      yield { kind: 'PUNISHED_FOR_SENDER', text: `${what} although the server spoke of the sender: ${words}` };
}

function* checkCounts(evidence: Evidence): Generator<Violation> {
  const sent = evidence.intents.filter((intent) => intent.kind === 'CAMPAIGN' && isCounted(intent));
  const differ = (text: string): Violation => ({ kind: 'COUNTS_DIFFER', text });
  const events = new Map<string, number>();
  for (const { intentId } of evidence.sentEvents) events.set(intentId, (events.get(intentId) ?? 0) + 1);
  for (const intent of sent)
    if (events.get(intent.id) !== 1) yield differ(`intent ${intent.id} has ${events.get(intent.id) ?? 0} SENT events`);
  if (evidence.sentEvents.length > sent.length)
    yield differ(`${evidence.sentEvents.length} SENT events for ${sent.length} mails`);
  for (const campaign of evidence.campaigns) {
    const mine = sent.filter((intent) => intent.campaignId === campaign.id).length;
    const rolledUp = evidence.rolledUp.find((row) => row.campaignId === campaign.id)?.sent ?? 0;
    if (mine !== rolledUp) yield differ(`campaign ${campaign.id} shows ${rolledUp} sent, its rows are ${mine}`);
  }
  const messages = new Map<string, number>();
  for (const { intentId } of evidence.outgoingMessages) messages.set(intentId, (messages.get(intentId) ?? 0) + 1);
  for (const intent of sent)
    if (messages.get(intent.id) !== 1)
      yield differ(`intent ${intent.id} has ${messages.get(intent.id) ?? 0} messages in its thread`);
  if (evidence.creditsUsed !== sent.length)
    yield differ(`${evidence.creditsUsed} credits are used for ${sent.length} mails`);
}
