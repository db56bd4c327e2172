import { simulate } from './simulate';
import { aCampaign, aDelay, aLead, aMailbox, aStep, TUESDAY_NINE } from './testing/snapshots';
import type { MailProvider } from './plan.types';

const providers: readonly MailProvider[] = ['GMAIL', 'OUTLOOK', 'OTHER'];
const campaignOf = (steps: number) => aCampaign({ steps: Array.from({ length: steps }, (_, index) => aStep(index + 1, { delay: aDelay(index === 0 ? 0 : 3) })) });
const leadsOf = (count: number) => Array.from({ length: count }, (_, index) => aLead(`e${index}`, { provider: providers[index % 3]! }));
const mailboxesOf = (count: number, dailyCap: number) => Array.from({ length: count }, (_, index) => aMailbox(`m${index}`, { provider: providers[index % 3]!, dailyCap }));

function fastestOf(rounds: number, run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage();
    run();
    const used = process.cpuUsage(start);
    best = Math.min(best, (used.user + used.system) / 1000);
  }
  return best;
}

test('simulates 2,000 leads, 4 steps and 6 mailboxes in less than 300 ms', () => {
  const input = { campaign: campaignOf(4), mailboxes: mailboxesOf(6, 50), enrolments: leadsOf(2_000), now: TUESDAY_NINE };
  const result = simulate(input);
  expect(result.emails).toBe(8_000);
  expect(result.finished).toBe(true);
  const ms = fastestOf(3, () => simulate(input));
  console.log('2000 leads', ms, result.plans, result.finishDate, result.busiestDay, result.periods);
  expect(ms).toBeLessThan(300);
});

test('simulates 50,000 leads, 4 steps and 60 mailboxes within a few seconds', () => {
  const campaign = { ...campaignOf(4), schedule: { ...campaignOf(4).schedule, maxNewLeadsPerDay: 1000 } };
  const input = { campaign, mailboxes: mailboxesOf(60, 50), enrolments: leadsOf(50_000), now: TUESDAY_NINE };
  let emails = 0;
  const ms = fastestOf(1, () => { emails = simulate(input).emails; });
  console.log('50000 leads', ms);
  expect(emails).toBe(200_000);
  expect(ms).toBeLessThan(6_000);
});
