import type { Scene } from '../scene';

/** All mailboxes of a workspace together. */
export const mailboxes: readonly Scene[] = [
  {
    slug: 'review-your-fleet',
    begin: () => '/app/email-accounts/fleet',
    chapters: [
      {
        title: 'The fleet at a glance',
        steps: [
          { say: 'How many mailboxes can send, rest, or need you.' },
          {
            say: 'Mailboxes are ranked by risk, with the reasons: bounces, replies, placement, and complaints.',
            point: (page) => page.getByRole('columnheader', { name: 'Reasons' }),
          },
        ],
      },
      {
        title: 'Let one rest',
        steps: [
          {
            say: 'Rest a mailbox for a week. Campaigns use the others in the meantime.',
            point: (page) => page.getByRole('button', { name: /^Rest/ }).first(),
          },
          {
            say: 'Below: providers of your mailboxes against those of your leads, names, and signatures.',
            scroll: 900,
          },
        ],
      },
    ],
  },
];
