/** What the demo's history is made of: its campaigns, and who is written to. The engine does the rest. */

interface StoryStep {
  days: number;
  variants: { subject: string; body: string }[];
}
export interface StoryCampaign {
  name: string;
  folder: string;
  startDay: number;
  pauseDay?: number;
  isDraft?: boolean;
  mailboxes: number[];
  leads: number;
  perDay: number;
  interval: number;
  timezone: string;
  steps: StoryStep[];
  /** Leads of a draft that lack a field its text needs: the launch gate has something to find. */
  field?: string;
}

export const historyDays = 30;
export const historyMailboxes = [
  { email: 'rosa@trynorthlight.test', name: 'Rosa Kessler' },
  { email: 'dan@trynorthlight.test', name: 'Dan Okafor' },
  { email: 'lena@northlight-team.test', name: 'Lena Vogt' },
  { email: 'amir@northlight-team.test', name: 'Amir Haddad' },
  { email: 'eva@northlight.test', name: 'Eva Lindqvist' },
  { email: 'jon@northlight.test', name: 'Jon Mercer' },
];

/** Whose warmup is switched on when, and how far it goes: the others have none, so that both can be seen. */
export const warmupStory = { startDay: 20, mailboxes: [0, 2], perDay: 12 };

const p = (...lines: string[]) => lines.map((line) => `<p>${line}</p>`).join('');

export const story: StoryCampaign[] = [
  {
    name: 'Q4 logistics directors',
    folder: 'Alderway',
    startDay: 0,
    mailboxes: [0, 1],
    leads: 110,
    perDay: 12,
    interval: 30,
    timezone: 'America/New_York',
    steps: [
      {
        days: 0,
        variants: [
          {
            subject: '{Dock delays|Yard time} at {{company_name | default: "your site"}}',
            body: p(
              '{Hi|Hello} {{first_name | default: "there"}},',
              '{{company_name | default: "Your team"}} runs docks in {{location | default: "several places"}}, and most sites that size {lose|give up} 30 to 50 minutes per truck between gate and door.',
              'We map that gap from your own gate logs in a week. <a href="https://northlight.test/brandt">Brandt Foods found 41 minutes</a>.',
              '{Worth a look|Open to seeing it} for your sites?',
              '%signature%',
            ),
          },
          {
            subject: 'A question about {{company_name | default: "your docks"}}',
            body: p(
              '{Hi|Hello} {{first_name | default: "there"}},',
              'How do you measure the time a truck spends between gate and door today?',
              'Most teams guess. We read it from the gate log.',
              '%signature%',
            ),
          },
        ],
      },
      {
        days: 3,
        variants: [
          {
            subject: '',
            body: p(
              '{{first_name | default: "Hello"}}, short version: 41 minutes per truck at Brandt, found in a week.',
              'Shall I send the two pages?',
              '%signature%',
            ),
          },
        ],
      },
      {
        days: 4,
        variants: [
          {
            subject: '',
            body: p(
              'Last note from me, {{first_name | default: "hello"}}. If the yard is not a topic this quarter, I close the file.',
              '%signature%',
            ),
          },
        ],
      },
    ],
  },
  {
    name: 'Dental groups, multi-site',
    folder: 'Brightmoor Dental',
    startDay: 8,
    mailboxes: [2, 3],
    leads: 64,
    perDay: 10,
    interval: 30,
    timezone: 'Europe/London',
    steps: [
      {
        days: 0,
        variants: [
          {
            subject: 'No-shows across your {practices|sites}',
            body: p(
              '{Hi|Hello} {{first_name | default: "there"}},',
              'Groups like {{company_name | default: "yours"}} lose one chair-day a week to no-shows. A reminder that answers back wins most of it.',
              '<a href="https://northlight.test/dental">Here is how the Harrow group did it</a>.',
              '%signature%',
            ),
          },
        ],
      },
      {
        days: 3,
        variants: [
          {
            subject: '',
            body: p(
              'One number: 62 % fewer empty chairs after six weeks.',
              'Is that worth fifteen minutes, {{first_name | default: "perhaps"}}?',
              '%signature%',
            ),
          },
        ],
      },
    ],
  },
  {
    name: 'Series B fintech CTOs',
    folder: 'Corvane Analytics',
    startDay: 18,
    mailboxes: [4],
    leads: 60,
    perDay: 10,
    interval: 30,
    timezone: 'America/Los_Angeles',
    steps: [
      {
        days: 0,
        variants: [
          {
            subject: '{{company_name | default: "Your"}} audit trail',
            body: p(
              '{Hi|Hello} {{first_name | default: "there"}},',
              'Who changed which limit, and when? After a Series B the auditors ask, and most teams dig for days.',
              '%signature%',
            ),
          },
          {
            subject: 'After the Series B: who changed what?',
            body: p(
              '{Hi|Hello} {{first_name | default: "there"}},',
              'A short one: your auditors will ask who changed which limit. Corvane answers in one query.',
              '%signature%',
            ),
          },
        ],
      },
      {
        days: 2,
        variants: [
          {
            subject: '',
            body: p('Shall I show it on your own schema, {{first_name | default: "some day"}}?', '%signature%'),
          },
        ],
      },
      {
        days: 5,
        variants: [
          {
            subject: '',
            body: p('Closing the loop here. The offer stands whenever the audit comes near.', '%signature%'),
          },
        ],
      },
    ],
  },
  {
    name: 'Partner reactivation',
    folder: 'Northlight Growth',
    startDay: 2,
    mailboxes: [5],
    leads: 30,
    perDay: 15,
    interval: 30,
    timezone: 'Etc/GMT',
    steps: [
      {
        days: 0,
        variants: [
          {
            subject: 'Still working on {{company_name | default: "this"}}?',
            body: p(
              '{{first_name | default: "Hello"}}, we spoke last spring. Two things changed since: the price, and the import.',
              'Shall we pick it up again?',
              '%signature%',
            ),
          },
        ],
      },
      {
        days: 4,
        variants: [{ subject: '', body: p('I keep the old offer open until the end of the month.', '%signature%') }],
      },
    ],
  },
  {
    name: 'Robotics integrators, DACH',
    folder: 'Fennec Robotics',
    startDay: 13,
    pauseDay: 24,
    mailboxes: [3, 5],
    leads: 40,
    perDay: 8,
    interval: 30,
    timezone: 'Europe/Berlin',
    steps: [
      {
        days: 0,
        variants: [
          {
            subject: 'Cell uptime at {{company_name | default: "your customers"}}',
            body: p(
              '{Guten Tag|Hello} {{first_name | default: ""}},',
              'Integrators tell us that half of their service calls are one sensor. We find it before the customer calls.',
              '%signature%',
            ),
          },
        ],
      },
      { days: 4, variants: [{ subject: '', body: p('May I send the list of sensors we watch?', '%signature%') }] },
    ],
  },
  {
    name: 'Yard managers, Midwest',
    folder: 'Alderway',
    startDay: 28,
    isDraft: true,
    mailboxes: [0, 1],
    leads: 40,
    perDay: 20,
    interval: 10,
    timezone: 'America/Chicago',
    field: 'warehouse_city',
    steps: [
      {
        days: 0,
        variants: [
          {
            subject: 'Gate to door in {{warehouse_city}}',
            body: p(
              '{Hi|Hello} {{first_name | default: "there"}},',
              'How long does a truck wait at your yard in {{warehouse_city}}?',
              '%signature%',
            ),
          },
        ],
      },
      {
        days: 3,
        variants: [
          { subject: '', body: p('Two pages on how Brandt cut it to nine minutes. Shall I send them?', '%signature%') },
        ],
      },
    ],
  },
];
