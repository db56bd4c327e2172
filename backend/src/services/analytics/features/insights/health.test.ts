import { noCounts } from '../figures/count-events.store';
import { healthOf, type HealthFacts } from './health';

const facts = (changed: Partial<HealthFacts>, counts: Partial<HealthFacts['counts']> = {}): HealthFacts => ({
  counts: { ...noCounts(), ...counts },
  positiveBefore: null,
  waiting: 0,
  placed: 0,
  spam: 0,
  mailboxes: 1,
  failing: 0,
  ...changed,
});

it('says nothing of what sent too little', () => {
  expect(healthOf(facts({}, { sent: 49, bounced: 20 }))).toBeNull();
  expect(healthOf(facts({ placed: 19, spam: 19, positiveBefore: 4 }, { sent: 10 }))).toBeNull();
});

it.each([
  // 1 of 100 bounced: a fifth of the limit of 5 %, so a fifth of 45 points.
  [facts({}, { sent: 100, bounced: 1 }), 'GOOD', 91, ''],
  [facts({}, { sent: 100, bounced: 3 }), 'WATCH', 73, 'bounces 3.0%'],
  [facts({}, { sent: 100, bounced: 5 }), 'AT_RISK', 55, 'bounces 5.0%'],
  [facts({}, { sent: 100, sender_bounced: 2 }), 'AT_RISK', 55, 'refused 2.0%'],
  [facts({ placed: 100, spam: 31 }, { sent: 100 }), 'AT_RISK', 55, 'spam 31.0%'],
  [facts({ positiveBefore: 25 }, { positive: 9 }), 'AT_RISK', 55, 'positive 9, was 25'],
  [facts({ positiveBefore: 5 }, { positive: 8 }), 'GOOD', 100, ''],
  [facts({ waiting: 4 }, { sent: 100 }), 'WATCH', 75, '4 replies wait over 4 h'],
  [facts({ failing: 1 }), 'FAILING', 40, 'cannot sign in'],
  [facts({ failing: 2, mailboxes: 4 }, { sent: 100, bounced: 5 }), 'FAILING', 25, '2 of 4 cannot sign in'],
])('%#: the worst measure names the state, all of them make the score', (given, state, score, reason) => {
  expect(healthOf(given)).toEqual({ state, score, reason });
});
