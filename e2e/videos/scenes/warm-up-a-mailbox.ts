import { mailboxTab, resetMailbox } from '../furniture';
import type { Scene } from '../scene';

/** Warmup of a mailbox that has none yet, then of one that has had it for ten days. */
export const warmUpAMailbox: Scene = {
  slug: 'warm-up-a-mailbox',
  begin: async () => {
    await resetMailbox('jon@getnorthlight.test');
    return mailboxTab('jon@getnorthlight.test', 'warmup');
  },
  chapters: [
    {
      title: 'Before you start',
      steps: [
        { say: 'A new mailbox has no reputation. Warmup builds one by exchanging emails with other mailboxes.' },
        {
          say: 'The checklist shows what has to be right first: the connection, SPF, DMARC and MX.',
          does: (hand) => hand.point(hand.main.getByText('SPF', { exact: true }).first()),
        },
      ],
    },
    {
      title: 'Settings that work',
      steps: [
        {
          say: 'Stop at 30 emails a day, and let the number grow: five on the first day, two more each day.',
          does: async (hand) => {
            await hand.show(hand.page.getByRole('spinbutton', { name: 'Most warmup emails a day' }));
            await hand.write(hand.page.getByRole('spinbutton', { name: 'Most warmup emails a day' }), '30');
            await hand.point(hand.page.getByRole('spinbutton', { name: 'More each day' }));
          },
        },
        {
          say: 'A reply rate of 30% looks like a mailbox that people want to hear from.',
          does: (hand) => hand.show(hand.page.getByRole('spinbutton', { name: 'Reply rate' })),
        },
        {
          say: 'One switch starts it. The first emails are sent during the mailbox’s day.',
          does: async (hand) => {
            const toggle = hand.page.getByRole('switch', { name: 'Warm up this mailbox' });
            await hand.show(toggle);
            await hand.click(toggle);
          },
        },
        {
          say: 'Campaigns and warmup share what the provider allows. This line does the sum.',
          does: (hand) => hand.point(hand.main.getByText(/^Campaign \d+ \+ warmup/).first()),
        },
      ],
    },
    {
      title: 'Ten days later',
      steps: [
        {
          say: 'This mailbox has been warming up for ten days.',
          does: async (hand) => hand.open(await mailboxTab('rosa@trynorthlight.test', 'warmup')),
        },
        {
          say: 'Reputation is the share that reached the inbox in the last seven days. Below 80%, lower the campaign limit.',
          does: (hand) => hand.point(hand.main.getByText('Reputation', { exact: true }).first()),
        },
        {
          say: 'The chart shows where each day’s emails arrived: inbox, spam, or rescued from spam.',
          does: (hand) => hand.point(hand.main.getByRole('heading', { name: 'Warmup by day' })),
        },
        { say: 'Wait two weeks before the first campaign, and keep warmup on while campaigns run.' },
      ],
    },
  ],
};
