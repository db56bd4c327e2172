import { checkStates } from './check-states';
import type { EnrolmentEvidence, Evidence } from './evidence';

const over: EnrolmentEvidence = {
  id: 1,
  campaignId: 1,
  leadId: 1,
  status: 'STOPPED',
  reason: 'REPLIED',
  stepsSent: 0,
  nextStepId: 2,
  nextEligibleAt: null,
  constraintCode: 'LEAD_ENDED',
  openIntentId: null,
  isParked: false,
  replies: 1,
  holdKind: null,
  endedAt: 1,
  mailboxId: 1,
};
const nothing: Partial<Evidence> = {
  intents: [],
  campaigns: [],
  sentEvents: [],
  rolledUp: [],
  outgoingMessages: [],
  creditsUsed: 0,
  punished: [],
  senderWords: [],
};
const found = (change: Partial<EnrolmentEvidence>): string[] =>
  [
    ...checkStates({ ...nothing, enrolments: [{ ...over, ...change }] } as Evidence, { flightTime: 1, isAtRest: true }),
  ].map(({ text }) => text);

test.each<[Partial<EnrolmentEvidence>, string | null]>([
  [{}, null],
  [{ status: 'COMPLETED', reason: null }, null],
  [{ holdKind: 'COMPANY_REPLY' }, 'is STOPPED and still has the hold COMPANY_REPLY'],
  [{ isParked: true }, 'is STOPPED and still has its parking'],
  [{ status: 'BLOCKED', nextEligibleAt: 1 }, 'is BLOCKED and still has a next time'],
  [{ status: 'COMPLETED', constraintCode: null }, 'is COMPLETED and still has the code none'],
])('a lead that has ended holds nothing: %j', (change, text) => {
  expect(found(change)).toEqual(text === null ? [] : [`enrolment 1 ${text}`]);
});
