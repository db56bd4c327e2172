import { draftCampaign } from '../furniture';
import type { Hand } from '../hand';
import type { Scene } from '../scene';

const gate = (hand: Hand) => hand.page.getByRole('region', { name: 'Launch check' });
const lever = (hand: Hand) => hand.page.getByRole('slider', { name: /New leads/ });

/** A blocked launch, its repair, the forecast, what another limit would change, and the launch. */
export const launchAndForecast: Scene = {
  slug: 'launch-and-forecast',
  begin: () => draftCampaign('Yard managers, Illinois', 'final-review'),
  chapters: [
    {
      title: 'The launch check',
      steps: [
        { say: 'Final Review goes through every lead, every email and every mailbox before anything is sent.' },
        {
          say: 'A problem that would stop emails blocks the launch. Here, 14 leads have no warehouse city.',
          does: (hand) => hand.point(gate(hand).getByText('Missing merge data').first()),
        },
        {
          say: 'The problem links to the text that causes it.',
          does: (hand) => hand.point(gate(hand).getByRole('button', { name: /^Add fallback for / })),
        },
        {
          say: 'Add a fallback for the leads whose city is unknown.',
          does: async (hand) => {
            await hand.click(gate(hand).getByRole('button', { name: /^Add fallback for / }));
            await hand.rest(500);
            await hand.write(hand.page.getByLabel('Fallback when the field is empty'), 'your area');
            await hand.rest(300);
            await hand.press('Enter');
          },
        },
        {
          say: 'Now the check passes. Warnings leave the choice to you, but read them: a young mailbox is a real risk.',
          does: async (hand) => {
            await hand.until(() => gate(hand).getByRole('heading', { name: 'Ready to launch' }).waitFor());
            await hand.point(gate(hand).getByRole('heading', { name: 'Worth a look' }));
          },
        },
      ],
    },
    {
      title: 'The forecast',
      steps: [
        {
          say: 'The forecast runs the real planner ahead: how many emails, on how many days, and when the last one goes out.',
          does: (hand) => hand.show(hand.page.getByRole('region', { name: 'Forecast' }).getByRole('heading').first()),
        },
        {
          say: 'Too slow? Move a slider to see what another limit would change.',
          does: async (hand) => {
            await hand.show(lever(hand));
            await hand.click(lever(hand));
            await hand.press('ArrowRight', 'ArrowRight', 'ArrowRight');
          },
        },
        {
          say: 'Nothing changes until you apply it. Ten mailboxes with 40 emails a day send 400; more leads than that will wait.',
        },
      ],
    },
    {
      title: 'Launch',
      steps: [
        {
          say: 'When you’re happy with both halves, launch.',
          does: (hand) => hand.click(hand.page.getByRole('button', { name: 'Launch', exact: true })),
        },
        {
          say: 'The dialog repeats what is about to begin, in numbers. You can pause it at any time.',
          does: (hand) => hand.point(hand.page.getByRole('alertdialog').or(hand.page.getByRole('dialog')).first()),
        },
        {
          say: 'The first emails are sent when the window opens.',
          does: async (hand) => {
            await hand.click(hand.button('Launch now'));
            await hand.until(() => hand.main.getByRole('heading', { name: 'Progress' }).waitFor());
          },
        },
      ],
    },
  ],
};
