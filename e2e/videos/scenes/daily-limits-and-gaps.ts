import { mailboxTab, resetMailbox } from '../furniture';
import type { Hand } from '../hand';
import type { Scene } from '../scene';

const number = (hand: Hand, name: string) => hand.page.getByRole('spinbutton', { name }).first();
const rows = (hand: Hand) => hand.main.getByRole('checkbox', { name: /^Select (?!all)/ });

/** Limits of one mailbox, then of several at once, with the way back. */
export const dailyLimitsAndGaps: Scene = {
  slug: 'daily-limits-and-gaps',
  begin: async () => {
    await resetMailbox('eva@getnorthlight.test');
    return mailboxTab('eva@getnorthlight.test', 'management');
  },
  chapters: [
    {
      title: 'One mailbox',
      steps: [
        { say: 'How many campaign emails should a mailbox send a day? Far fewer than its provider allows.' },
        {
          say: 'With a few months of history, 30 to 50 is a sound limit. For more volume, add mailboxes.',
          does: (hand) => hand.write(number(hand, 'Campaign emails a day'), '40'),
        },
        {
          say: 'The gap is the shortest time between two emails, across all campaigns of this mailbox.',
          does: (hand) => hand.write(number(hand, 'Gap between two emails'), '6'),
        },
        {
          say: 'The limit resets at midnight in the mailbox’s own time zone.',
          does: (hand) => hand.point(hand.page.getByRole('combobox', { name: /^Time zone/ }).first()),
        },
        {
          say: 'Campaigns and warmup count together against the provider’s limit.',
          does: (hand) => hand.point(hand.main.getByText(/^Campaign \d+ \+ warmup/).first()),
        },
        { say: 'Save. The next email already follows it.', does: (hand) => hand.click(hand.button('Save')) },
      ],
    },
    {
      title: 'A new mailbox grows',
      steps: [
        {
          say: 'A young mailbox can grow into its limit, a few more emails each day.',
          does: (hand) => hand.click(hand.page.getByRole('switch', { name: 'Raise the daily limit day by day' })),
        },
      ],
    },
    {
      title: 'Many at once',
      steps: [
        {
          say: 'For a whole fleet, select mailboxes in the list.',
          does: async (hand) => {
            await hand.open('/app/email-accounts');
            for (let row = 0; row < 3; row += 1) await hand.click(rows(hand).nth(row));
          },
        },
        {
          say: 'Change one setting, and see what each mailbox has now and will have after.',
          does: async (hand) => {
            await hand.click(hand.page.getByRole('button', { name: 'Change', exact: true }));
            await hand.rest(500);
            const drawer = hand.page.getByRole('dialog');
            await hand.click(drawer.getByRole('checkbox', { name: 'Campaign emails a day' }));
            await hand.write(drawer.getByRole('spinbutton', { name: 'Campaign emails a day' }), '45');
            await hand.rest(800);
            await hand.show(drawer.getByRole('columnheader', { name: 'After' }));
          },
        },
        {
          say: 'Apply it. For seven days you can undo it under Recent changes; each mailbox gets its own value back.',
          does: (hand) =>
            hand.click(hand.page.getByRole('dialog').getByRole('button', { name: /^Change \d+ mailbox/ })),
        },
      ],
    },
  ],
};
