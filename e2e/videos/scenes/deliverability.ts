import type { Scene } from '../scene';

/** Warmup, limits and the domain of a mailbox. */
export const deliverability: readonly Scene[] = [
  {
    slug: 'warm-up-a-mailbox',
    begin: ({ mailbox }) => `/app/email-account/${mailbox}/warmup`,
    chapters: [
      {
        title: 'Before you start',
        steps: [
          { say: 'A new mailbox has no reputation. Warmup builds one with real emails between mailboxes.' },
          {
            say: 'The checklist shows what must be right first: the connection, SPF, DMARC, and MX.',
            point: (page) => page.getByText('SPF', { exact: true }).first(),
          },
        ],
      },
      {
        title: 'Turn it on',
        steps: [
          {
            say: 'One switch starts it. The daily number grows by itself.',
            point: (page) => page.getByRole('switch').first(),
          },
          { say: 'Set the highest number a day and the share of replies here.', scroll: 500 },
          { say: 'The chart shows where each email arrived: inbox, spam, or rescued from spam.', scroll: -500 },
        ],
      },
    ],
  },
  {
    slug: 'daily-limits-and-gaps',
    begin: ({ mailbox }) => `/app/email-account/${mailbox}/management`,
    chapters: [
      {
        title: 'Limits of one mailbox',
        steps: [
          {
            say: 'The daily limit is for campaign emails. 30 to 50 is a safe range for most providers.',
            point: (page) => page.getByLabel(/emails a day/).first(),
          },
          {
            say: 'The gap is the least time between two emails of this mailbox.',
            point: (page) => page.getByLabel(/Gap/).first(),
          },
          { say: 'Warmup and campaigns share the limit of the provider, and this line shows how.', scroll: 200 },
        ],
      },
      {
        title: 'Many at once',
        steps: [
          { say: 'In the list, select mailboxes to change all of them together.', open: () => '/app/email-accounts' },
          {
            say: 'You see before and after, and can undo the change.',
            click: (page) =>
              page
                .locator('#page')
                .getByRole('checkbox', { name: /^Select (?!all)/ })
                .first(),
          },
        ],
      },
    ],
  },
];
