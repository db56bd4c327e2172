import { fromInstantlyText } from './instantly-text';
import { placeLead, type CampaignFact, type SentFact } from './place-lead';
import type { SourceLead } from './account-source';

const lead = (more: Partial<SourceLead> = {}): SourceLead => ({
  email: 'ada@prospects.test',
  fields: {},
  custom: {},
  state: 'OPEN',
  isReplied: false,
  isBounced: false,
  isUnsubscribed: false,
  isContacted: false,
  ...more,
});
const sent = (step: number, more: Partial<SentFact> = {}): SentFact => ({
  step,
  at: new Date(0),
  subject: null,
  isReplied: false,
  isBounced: false,
  isUnsubscribed: false,
  ...more,
});
const campaign: CampaignFact = { steps: [1, 2, 3], isLive: false, isChanged: false };

test.each<[string, Partial<SourceLead>, SentFact | undefined, Partial<CampaignFact>, string]>([
  ['nobody wrote to yet begins', {}, undefined, {}, 'STARTED 0 imported'],
  ['that had a step goes on behind it', { isContacted: true }, sent(2), {}, 'STARTED 2 waiting'],
  ['that had all steps is done', {}, sent(3), {}, 'COMPLETED 3 finished'],
  ['that had more steps than there are is done', {}, sent(5), {}, 'COMPLETED 3 finished'],
  ['that is done there is done', { state: 'DONE' }, sent(1), {}, 'COMPLETED 1 finished'],
  ['that replied stays stopped', {}, sent(1, { isReplied: true }), {}, 'STOPPED 1 finished'],
  [
    'that unsubscribed stays stopped, also after its end',
    { isUnsubscribed: true, state: 'DONE' },
    undefined,
    {},
    'STOPPED 0 finished',
  ],
  ['that bounced is blocked', { isBounced: true }, undefined, {}, 'BLOCKED 0 finished'],
  ['whose step is not known is held', { isContacted: true }, undefined, {}, 'PAUSED 0 held'],
  ['of a campaign that still sends is held', {}, undefined, { isLive: true }, 'PAUSED 0 held'],
  ['that was paused stays paused', { state: 'PAUSED' }, sent(1), {}, 'PAUSED 1 held'],
  ['under way in a changed sequence is held', {}, sent(1), { isChanged: true }, 'PAUSED 1 held'],
  ['of a campaign without steps is done once it had one', {}, sent(1), { steps: [] }, 'COMPLETED 0 finished'],
])('a lead %s', (_, ...row) => {
  const [given, fact, facts, expected] = row;
  const { status, step, count } = placeLead(lead(given), fact, { ...campaign, ...facts });
  expect(`${status} ${step} ${count}`).toBe(expected);
});

test.each([
  ['Hi {{firstName}} of {{companyName}}', 'Hi {{first_name}} of {{company_name}}'],
  ['Hi {{firstName|there}}', 'Hi {{ first_name | default: "there" }}'],
  ['{{RANDOM | Hi | Hello}} {{icebreaker}}', '{Hi|Hello} {{icebreaker}}'],
  ['{{accountSignature}} {{sendingAccountFirstName}}', '%signature% %sender-firstname%'],
  ['{{RANDOM}} {a|b} {{', '{{RANDOM}} {a|b} {{'],
])('%s is written as %s', (theirs, ours) => expect(fromInstantlyText(theirs)).toBe(ours));
