/** Run by simulate-size.test.ts in a process of its own, bundled as shipped. Prints one JSON object. */
import { simulate } from '../simulate';
import type { MailProvider } from '../plan.types';
import { aCampaign, aDelay, aLead, aMailbox, aSchedule, aStep, HOUR, TUESDAY_NINE } from './snapshots';

const providers: readonly MailProvider[] = ['GMAIL', 'OUTLOOK', 'OTHER'];
const inputOf = (leads: number, mailboxes: number, maxNewLeadsPerDay: number) => ({
  campaign: aCampaign({
    schedule: aSchedule({ maxNewLeadsPerDay }),
    steps: [0, 3, 3, 3].map((days, index) => aStep(index + 1, { delay: aDelay(days) })),
  }),
  mailboxes: Array.from({ length: mailboxes }, (_, index) =>
    aMailbox(`m${index}`, { provider: providers[index % 3]!, dailyCap: 50 }),
  ),
  enrolments: Array.from({ length: leads }, (_, index) => aLead(`e${index}`, { provider: providers[index % 3]! })),
  now: TUESDAY_NINE,
});

const small = inputOf(2_000, 6, 100);
const { emails, leadsContacted, finished, counts } = simulate(small);
// One day of a campaign: the same mails, from a hundred times as many leads.
const oneDay = (leads: number) => simulate({ ...inputOf(leads, 6, 1_000), until: TUESDAY_NINE + 8 * HOUR });
const [few, many] = [oneDay(600), oneDay(60_000)];
console.log(
  JSON.stringify({
    small: { emails, leadsContacted, finished, counts },
    few: [few.emails, few.plans],
    many: [many.emails, many.plans],
  }),
);
