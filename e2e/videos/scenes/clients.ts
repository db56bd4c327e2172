import type { Scene } from '../scene';

/** Clients of an agency and their reports. */
export const clients: readonly Scene[] = [
  {
    slug: 'one-workspace-many-clients',
    begin: () => '/app/client-views',
    chapters: [
      {
        title: 'Add a client',
        steps: [
          { say: 'Each client gets a login of its own and sees its campaigns and replies, nothing else.' },
          {
            say: 'A name, an email address, and what the client is allowed to do.',
            open: () => '/app/client-view/new-client',
          },
          { say: 'Permissions and hidden categories are set here. You can change them later.', scroll: 500 },
        ],
      },
    ],
  },
  {
    slug: 'client-reports',
    begin: () => '/app/global-analytics',
    chapters: [
      {
        title: 'Choose what to report',
        steps: [
          { say: 'Filter by client, campaign, or mailbox. Each figure is compared with the range before.' },
          { say: 'The chart and the table below follow the same filter.', scroll: 500 },
        ],
      },
      {
        title: 'Save and send it',
        steps: [
          {
            say: 'Saved reports are listed here. Each can be emailed every week as a PDF in the brand of the client.',
            open: () => '/app/global-analytics/reports',
          },
        ],
      },
    ],
  },
];
