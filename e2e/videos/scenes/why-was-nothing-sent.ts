import { overviewOf } from '../furniture';
import type { Scene } from '../scene';

/** The rule that holds a lead, found from the lead list. */
export const whyWasNothingSent: Scene = {
  slug: 'why-was-nothing-sent',
  begin: () => overviewOf('Series B fintech CTOs', 'lead-list'),
  chapters: [
    {
      title: 'Find the lead',
      steps: [
        { say: 'A campaign is running, and a lead hasn’t heard from you. Is something wrong?' },
        {
          say: 'The lead list shows when each next email is due, or the reason there is none.',
          does: (hand) => hand.point(hand.page.getByRole('columnheader', { name: /^Next send or reason/ })),
        },
        {
          say: 'These are the leads whose sequence is still under way.',
          does: (hand) => hand.click(hand.page.getByRole('tab', { name: /^In progress/ })),
        },
      ],
    },
    {
      title: 'Ask why',
      steps: [
        {
          say: 'Choose Why next to a lead that waits.',
          does: async (hand) => {
            await hand.click(hand.button(/^Why /));
            await hand.until(() => hand.page.getByRole('dialog').waitFor());
          },
        },
        {
          say: 'The answer names the rule that decides, and when the next email is possible.',
          does: (hand) => hand.point(hand.page.getByRole('dialog').getByRole('heading').first()),
        },
        {
          say: 'Outside the send window there’s nothing to do. A daily limit that’s reached every day asks for more mailboxes.',
        },
        {
          say: 'Show all rules to see what else was checked: limits, the mailbox, the company, the block list.',
          does: async (hand) => {
            await hand.click(hand.button(/^Show all \d+ rules$/));
            await hand.rest(600);
          },
        },
        {
          say: 'The answer comes from the code that plans the emails, so it’s never a guess.',
          does: (hand) => hand.press('Escape'),
        },
      ],
    },
    {
      title: 'What a lead has been through',
      steps: [
        {
          say: 'For the whole story, open the lead: every email, open and reply, in order.',
          does: (hand) => hand.click(hand.page.getByRole('row').nth(1).getByRole('link').first()),
        },
        { say: 'Each change shows when it happened and why: a person, a rule or the lead.' },
      ],
    },
  ],
};
