import type { Scene } from '../scene';

/** From the list of campaigns to the leads and the replies of one campaign. */
export const howACampaignWorks: Scene = {
  slug: 'how-a-campaign-works',
  begin: () => '/app/email-campaign/all',
  chapters: [
    {
      title: 'The list',
      steps: [
        {
          say: 'A campaign has four parts: leads, a sequence of emails, the mailboxes that send them, and a schedule.',
        },
        {
          say: 'The list shows how many leads each campaign has contacted, how many replied, and when the next email is due.',
          does: (hand) => hand.point(hand.page.getByRole('columnheader', { name: 'Contacted' })),
        },
        {
          say: 'Open one to see how it’s doing.',
          does: (hand) => hand.click(hand.link('Series B fintech CTOs')),
        },
      ],
    },
    {
      title: 'What it’s doing now',
      steps: [
        {
          say: 'Performance has the totals: contacted, opened, replied. Each one opens the leads behind it.',
          does: (hand) => hand.point(hand.main.getByRole('button', { name: 'Replied', exact: true }).first()),
        },
        {
          say: 'Progress sorts the leads by state. Follow-ups go first; new leads get the capacity that’s left.',
          does: (hand) => hand.show(hand.main.getByRole('heading', { name: 'Progress' })),
        },
      ],
    },
    {
      title: 'Its leads',
      steps: [
        {
          say: 'The lead list has every lead, the step it’s on, and when its next email is due.',
          does: (hand) => hand.click(hand.link(/^Lead list/)),
        },
        {
          say: 'A lead keeps the same mailbox for the whole sequence, and follow-ups stay in one thread.',
          does: (hand) => hand.point(hand.page.getByRole('row').nth(3)),
        },
        {
          say: 'A reply, an unsubscribe, a hard bounce or a block list entry stops a lead. No email is sent after that.',
          does: (hand) => hand.click(hand.page.getByRole('tab', { name: /^Replied/ })),
        },
      ],
    },
    {
      title: 'Its results',
      steps: [
        {
          say: 'Analytics compares days, steps and variants.',
          does: (hand) => hand.click(hand.link('Analytics')),
        },
        {
          say: 'Here you see which step brings the replies, and which variant is ahead.',
          does: (hand) => hand.show(hand.main.getByRole('heading', { level: 2 }).nth(1)),
        },
        {
          say: 'The replies themselves are under Inbox, ready to be answered.',
          does: (hand) => hand.click(hand.link(/^Inbox/)),
        },
      ],
    },
  ],
};
