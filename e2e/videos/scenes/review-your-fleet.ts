import { tireMailbox } from '../furniture';
import type { Scene } from '../scene';

/** All mailboxes of a workspace together, once a week. */
export const reviewYourFleet: Scene = {
  slug: 'review-your-fleet',
  begin: async () => {
    await tireMailbox('eva@northlight.test');
    return '/app/email-accounts/fleet';
  },
  chapters: [
    {
      title: 'The fleet at a glance',
      steps: [
        { say: 'Once a week, look at all your mailboxes together. Fifteen minutes is enough, even for two hundred.' },
        {
          say: 'How many can send, how many rest or warm up, and how many need you. Errors first: reconnect those.',
          does: (hand) => hand.point(hand.main.getByText('Need attention', { exact: true })),
        },
      ],
    },
    {
      title: 'Enough capacity',
      steps: [
        {
          say: 'The next 14 days compare what the fleet can send with what running campaigns will need.',
          does: (hand) => hand.point(hand.main.getByText('Planned by campaigns').first()),
        },
        {
          say: 'If a day is short, add mailboxes two weeks ahead. You can buy a mailbox, but not its age.',
          does: (hand) => hand.point(hand.page.getByRole('rowheader', { name: 'Spare' })),
        },
      ],
    },
    {
      title: 'Who needs rest',
      steps: [
        {
          say: 'Mailboxes are ranked by risk, with the reasons. This one bounced too often and was reported as spam.',
          does: async (hand) => {
            await hand.show(hand.button(/^Show all/));
            await hand.click(hand.button(/^Show all/));
          },
        },
        {
          say: 'One that is far above the others has a problem of its own. If all of them rise, it’s the list.',
          does: (hand) => hand.point(hand.page.getByRole('columnheader', { name: 'Reasons' })),
        },
        {
          say: 'Let a tired mailbox rest for a week. Warmup continues, and campaigns use the others.',
          does: (hand) => hand.click(hand.button('Rest 7 days')),
        },
        {
          say: 'Recovered sooner? End the rest at any time.',
          does: async (hand) => {
            await hand.until(() => hand.button('End').waitFor());
            await hand.rest(1200);
            await hand.click(hand.button('End'));
          },
        },
      ],
    },
    {
      title: 'The mix',
      steps: [
        {
          say: 'Provider mix compares mailboxes with leads. Leads at Microsoft often do better with Microsoft mailboxes.',
          does: (hand) => hand.show(hand.main.getByRole('heading', { name: 'Provider mix' })),
        },
        {
          say: 'Check names and signatures too: the name of someone who left is an awkward reply waiting to happen.',
          does: (hand) => hand.show(hand.main.getByText(/signature/i).last()),
        },
      ],
    },
  ],
};
