import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import type { AcceptedMailEvidence, Evidence, IntentEvidence, ViolationKind } from './evidence';
import { findViolations, summarise } from './find-violations';
import { gatherEvidence } from './gather-evidence';

const hour = 3_600_000;
const day = 24 * hour;
const options = { flightTime: 1000, isAtRest: true };
let world: SendingWorld;
let clean: Evidence;

// A campaign over the weekend on which Berlin's clocks go forward, with everything that a rule of docs/engine.md limits.
beforeAll(async () => {
  world = await createSendingWorld();
  world.main.clock.set(Date.parse('2026-03-27T08:00:00Z'));
  const mailboxIds = [
    await world.connect('rosa@northlight.test', {
      message_per_day: 9,
      min_time_to_wait_minutes: 7,
      time_zone: 'Europe/Berlin',
    }),
    await world.connect('dan@northlight.test', {
      message_per_day: 9,
      min_time_to_wait_minutes: 7,
      time_zone: 'America/New_York',
    }),
  ];
  const leads = Array.from({ length: 14 }, (_, index) => `silent.${index}@prospects.test`);
  await world.campaign({
    mailboxIds,
    leads: [...leads, 'rejects.a@prospects.test'],
    steps: [
      { days: 0, subject: 'Hello {{first_name}}', body: '<p>Hi {{first_name}} {a|b}</p>' },
      { days: 1, subject: '', body: '<p>Again</p>' },
      { days: 1, subject: 'Another {{first_name}}', body: '<p>Last</p>' },
    ],
    settings: {
      time_zone: 'Europe/Berlin',
      window_start: '01:00',
      window_end: '09:00',
      max_leads_per_day: 6,
      schedule_start_at: new Date('2026-03-28T00:00:00Z'),
    },
  });
  await world.runUntil(world.main.clock.now() + 9 * day);
  clean = await gatherEvidence({
    query: world.main.test.query,
    mail: world.mail,
    workspaceId: world.me.workspaceId,
    now: world.main.clock.now(),
  });
});
afterAll(async () => {
  await world.close();
});

test('finds nothing in a run over the change of clocks that kept every rule', () => {
  expect(findViolations(clean, options)).toEqual([]);
  expect(summarise(clean)).toEqual({
    accepted: 42,
    sent: 42,
    inDoubt: 0,
    inDoubtAccepted: 0,
    enrolments: { COMPLETED: 14, BLOCKED: 1 },
  });
});

/** A copy that a plant may spoil. */
const copy = (): Evidence => structuredClone(clean);
const sentOf = (evidence: Evidence, step: number, which = 0): IntentEvidence =>
  evidence.intents.filter((intent) => intent.seqNumber === step && intent.state === 'SENT')[which] as IntentEvidence;
const mailOf = (evidence: Evidence, intent: IntentEvidence): AcceptedMailEvidence =>
  evidence.mails.find((mail) => mail.messageId === intent.messageId) as AcceptedMailEvidence;
/** Moves a mail in both books, as an engine with this defect would. */
const moveTo = (evidence: Evidence, intent: IntentEvidence, at: number) => {
  mailOf(evidence, intent).acceptedAt = at;
  intent.sendAt = at;
};

/** Defects as they would show themselves: the name of the bug, the kind that must be reported, and what it does to the books. */
const plants: [string, ViolationKind, (evidence: Evidence) => void][] = [
  [
    'resend on time-out',
    'ACCEPTED_TWICE',
    (evidence) => {
      evidence.mails.push({ ...mailOf(evidence, sentOf(evidence, 1)), recordId: 9001 });
    },
  ],
  [
    'a new Message-ID for each attempt',
    'UNKNOWN_MAIL',
    (evidence) => {
      evidence.mails.push({
        ...mailOf(evidence, sentOf(evidence, 1)),
        recordId: 9001,
        messageId: '<another@northlight.test>',
      });
    },
  ],
  [
    'no unique key on (enrolment, step)',
    'TWO_INTENTS',
    (evidence) => {
      const twin = { ...sentOf(evidence, 1), id: '9001', messageId: '<twin@northlight.test>' };
      evidence.intents.push(twin);
      evidence.mails.push({ ...mailOf(evidence, sentOf(evidence, 1)), recordId: 9001, messageId: twin.messageId });
    },
  ],
  [
    'SENT written before the server answered',
    'LOST_MAIL',
    (evidence) => {
      evidence.mails.splice(evidence.mails.indexOf(mailOf(evidence, sentOf(evidence, 1))), 1);
    },
  ],
  [
    'outcome lost, the reservation released',
    'ACCEPTED_NOT_COUNTED',
    (evidence) => {
      sentOf(evidence, 3).state = 'CANCELLED';
    },
  ],
  [
    'no check before the final dot',
    'AFTER_STOP',
    (evidence) => {
      const intent = sentOf(evidence, 2);
      evidence.stops.push({
        what: 'enrolment',
        value: intent.enrolmentId as number,
        committedAtReal: (intent.submittingAtReal as number) - 5,
        liftedAtReal: null,
      });
    },
  ],
  [
    'block list looked at when planning only',
    'AFTER_STOP',
    (evidence) => {
      const intent = sentOf(evidence, 2);
      evidence.stops.push({
        what: 'email',
        value: intent.toEmail,
        committedAtReal: (intent.submittingAtReal as number) - 5,
        liftedAtReal: null,
      });
    },
  ],
  [
    'domain suppression not looked at',
    'AFTER_STOP',
    (evidence) => {
      evidence.stops.push({
        what: 'domain',
        value: 'prospects.test',
        committedAtReal: (sentOf(evidence, 3, 5).submittingAtReal as number) - 5,
        liftedAtReal: null,
      });
    },
  ],
  [
    'pause of a campaign does not cancel',
    'AFTER_STOP',
    (evidence) => {
      const intent = sentOf(evidence, 2);
      evidence.stops.push({
        what: 'campaign',
        value: intent.campaignId as number,
        committedAtReal: (intent.submittingAtReal as number) - 5,
        liftedAtReal: (intent.submittingAtReal as number) + 5,
      });
    },
  ],
  [
    'follow-up after a reply',
    'AFTER_END',
    (evidence) => {
      const intent = sentOf(evidence, 2);
      const enrolment = evidence.enrolments.find((one) => one.id === intent.enrolmentId);
      if (enrolment) Object.assign(enrolment, { status: 'STOPPED', reason: 'REPLIED', endedAt: intent.sendAt - hour });
    },
  ],
  [
    'inbox not read before a follow-up',
    'AFTER_ANSWER',
    (evidence) => {
      const intent = sentOf(evidence, 2);
      evidence.answers.push({
        enrolmentId: intent.enrolmentId as number,
        arrivedAtReal: (intent.submittingAtReal as number) - 2_005,
      });
    },
  ],
  [
    'place of a folder noted before its mails are taken in',
    'LOST_ANSWER',
    (evidence) => {
      evidence.answers.push({ enrolmentId: evidence.enrolments[0]?.id as number, arrivedAtReal: Date.now() });
    },
  ],
  [
    'naive change of clocks',
    'OUTSIDE_WINDOW',
    (evidence) => {
      moveTo(evidence, sentOf(evidence, 1), Date.parse('2026-03-29T07:30:00Z'));
    },
  ],
  [
    'jitter past the end of the window',
    'OUTSIDE_WINDOW',
    (evidence) => {
      moveTo(evidence, sentOf(evidence, 1), Date.parse('2026-03-28T08:00:20Z'));
    },
  ],
  [
    'days counted from 0 instead of 1',
    'OUTSIDE_WINDOW',
    (evidence) => {
      for (const campaign of evidence.campaigns)
        for (const window of campaign.windows) window.days = [1, 2, 3, 4, 5, 6];
    },
  ],
  [
    'holiday not looked at',
    'OUTSIDE_WINDOW',
    (evidence) => {
      for (const campaign of evidence.campaigns) campaign.holidays = ['2026-03-30'];
    },
  ],
  [
    'start date not looked at',
    'BEFORE_START',
    (evidence) => {
      for (const campaign of evidence.campaigns) campaign.startAt = Date.parse('2026-03-28T03:00:00Z');
    },
  ],
  [
    'cap off by one',
    'OVER_DAILY_CAP',
    (evidence) => {
      for (const box of evidence.mailboxes) box.dailyCap = mostOfADay(evidence, box.id, box.timeZone) - 1;
    },
  ],
  [
    'cap by calendar day only',
    'OVER_ROLLING_CAP',
    (evidence) => {
      for (const box of evidence.mailboxes) box.dailyCap -= 5;
    },
  ],
  [
    'gap between campaigns not looked at',
    'UNDER_GAP',
    (evidence) => {
      const [one, other] = evidence.intents
        .filter((intent) => intent.state === 'SENT' && intent.mailboxId === sentOf(evidence, 1).mailboxId)
        .sort((a, b) => a.sendAt - b.sendAt) as [IntentEvidence, IntentEvidence];
      moveTo(evidence, other, one.sendAt + 60_000);
    },
  ],
  [
    'new leads counted by mailbox instead of campaign',
    'OVER_MAX_LEADS',
    (evidence) => {
      for (const campaign of evidence.campaigns) campaign.maxLeadsPerDay = 5;
    },
  ],
  [
    'follow-up from any free mailbox',
    'WRONG_MAILBOX',
    (evidence) => {
      const intent = sentOf(evidence, 2);
      const other = evidence.mailboxes.find((box) => box.id !== intent.mailboxId);
      if (other) {
        intent.mailboxId = other.id;
        mailOf(evidence, intent).login = other.email;
      }
    },
  ],
  [
    'lane of another mailbox used for the login',
    'WRONG_MAILBOX',
    (evidence) => {
      mailOf(evidence, sentOf(evidence, 1)).login = 'eva@northlight.test';
    },
  ],
  [
    'thread lost',
    'WRONG_THREAD',
    (evidence) => {
      mailOf(evidence, sentOf(evidence, 2)).inReplyTo = null;
    },
  ],
  [
    'thread of another lead',
    'WRONG_THREAD',
    (evidence) => {
      mailOf(evidence, sentOf(evidence, 2)).inReplyTo = sentOf(evidence, 1, 3).messageId;
    },
  ],
  [
    'subject of the thread changed',
    'WRONG_THREAD',
    (evidence) => {
      mailOf(evidence, sentOf(evidence, 2)).subject = 'Re: something else';
    },
  ],
  [
    'address of another lead',
    'WRONG_RECIPIENT',
    (evidence) => {
      mailOf(evidence, sentOf(evidence, 1)).recipients = ['silent.13@prospects.test'];
    },
  ],
  [
    'a step passed over',
    'WRONG_ORDER',
    (evidence) => {
      const intent = sentOf(evidence, 2);
      evidence.mails = evidence.mails.filter((mail) => mail.messageId !== intent.messageId);
      intent.state = 'CANCELLED';
    },
  ],
  [
    'delay from planning instead of sending',
    'TOO_SOON',
    (evidence) => {
      const intent = sentOf(evidence, 2);
      moveTo(evidence, intent, intent.sendAt - hour);
    },
  ],
  [
    'field without a value',
    'UNRESOLVED_VARIABLE',
    (evidence) => {
      mailOf(evidence, sentOf(evidence, 1)).html = '<p>Hi {{first_name}}</p>';
    },
  ],
  [
    'spintax in the subject not resolved',
    'LITERAL_SPINTAX',
    (evidence) => {
      mailOf(evidence, sentOf(evidence, 1)).subject = '{Hello|Hi} silent';
    },
  ],
  [
    'gate looks at the first leads only',
    'MISSING_DATA',
    (evidence) => {
      for (const lead of evidence.leads) lead.fields['first_name'] = null;
    },
  ],
  [
    'time of the plan written as time of the sending',
    'FALSE_TIME',
    (evidence) => {
      mailOf(evidence, sentOf(evidence, 1)).acceptedAt += 10 * 60_000;
    },
  ],
  [
    'checkpoint at fetch',
    'LOST_LEAD',
    (evidence) => {
      for (const campaign of evidence.campaigns) campaign.status = 'ACTIVE';
      Object.assign(evidence.enrolments[0] as object, {
        status: 'INPROGRESS',
        nextEligibleAt: 1,
        constraintCode: 'STEP_NOT_DUE',
      });
    },
  ],
  [
    'lost fence',
    'BROKEN_STATE',
    (evidence) => {
      (evidence.enrolments[0] as Evidence['enrolments'][0]).openIntentId = sentOf(evidence, 1).id;
    },
  ],
  [
    'end without a reason',
    'NO_REASON',
    (evidence) => {
      for (const enrolment of evidence.enrolments) if (enrolment.status === 'BLOCKED') enrolment.reason = null;
    },
  ],
  [
    'outcome counted twice',
    'COUNTS_DIFFER',
    (evidence) => {
      (evidence.enrolments[0] as Evidence['enrolments'][0]).stepsSent += 1;
    },
  ],
  [
    'event outside the transaction',
    'COUNTS_DIFFER',
    (evidence) => {
      evidence.sentEvents.pop();
    },
  ],
  [
    'rollup not kept',
    'COUNTS_DIFFER',
    (evidence) => {
      (evidence.rolledUp[0] as { sent: number }).sent -= 1;
    },
  ],
  [
    'message written twice',
    'COUNTS_DIFFER',
    (evidence) => {
      evidence.outgoingMessages.push(evidence.outgoingMessages[0] as Evidence['outgoingMessages'][0]);
    },
  ],
  [
    'a refusal judged by its code and place',
    'PUNISHED_FOR_SENDER',
    (evidence) => {
      evidence.punished.push({
        what: 'enrolment 1 is BLOCKED',
        words: '550 5.4.6 Unusual sending activity detected: daily limit reached',
      });
    },
  ],
  [
    'credits not counted',
    'COUNTS_DIFFER',
    (evidence) => {
      evidence.creditsUsed -= 1;
    },
  ],
  [
    'copy appended again after a lost answer',
    'COPIED_TWICE',
    (evidence) => {
      const copy = { mailbox: 'rosa@northlight.test', messageId: sentOf(evidence, 1).messageId };
      evidence.sentFolders.push(copy, copy);
    },
  ],
  [
    'lost worker never taken over',
    'STUCK',
    (evidence) => {
      sentOf(evidence, 3).state = 'SUBMITTING';
    },
  ],
];

test.each(plants)('finds a planted bug: %s (%s)', (_name, kind, plant) => {
  const spoilt = copy();
  plant(spoilt);
  expect(findViolations(spoilt, options).map((violation) => violation.kind)).toContain(kind);
});

test('every kind of violation is planted at least once', () => {
  const kinds: Record<ViolationKind, true> = {
    ACCEPTED_TWICE: true,
    TWO_INTENTS: true,
    UNKNOWN_MAIL: true,
    AFTER_STOP: true,
    AFTER_END: true,
    AFTER_ANSWER: true,
    LOST_ANSWER: true,
    OUTSIDE_WINDOW: true,
    BEFORE_START: true,
    OVER_DAILY_CAP: true,
    OVER_ROLLING_CAP: true,
    UNDER_GAP: true,
    OVER_MAX_LEADS: true,
    WRONG_MAILBOX: true,
    WRONG_THREAD: true,
    WRONG_RECIPIENT: true,
    WRONG_ORDER: true,
    TOO_SOON: true,
    UNRESOLVED_VARIABLE: true,
    LITERAL_SPINTAX: true,
    MISSING_DATA: true,
    FALSE_TIME: true,
    LOST_MAIL: true,
    ACCEPTED_NOT_COUNTED: true,
    LOST_LEAD: true,
    BROKEN_STATE: true,
    NO_REASON: true,
    COUNTS_DIFFER: true,
    STUCK: true,
    COPIED_TWICE: true,
    PUNISHED_FOR_SENDER: true,
  };
  expect(new Set(plants.map(([, kind]) => kind))).toEqual(new Set(Object.keys(kinds)));
});

/** The most that a mailbox sent on one of its days. */
function mostOfADay(evidence: Evidence, mailboxId: number, zone: string): number {
  const counts = new Map<string, number>();
  for (const intent of evidence.intents) {
    if (intent.mailboxId !== mailboxId || intent.state !== 'SENT') continue;
    const date = new Date(intent.sendAt).toLocaleDateString('sv-SE', { timeZone: zone });
    counts.set(date, (counts.get(date) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}
