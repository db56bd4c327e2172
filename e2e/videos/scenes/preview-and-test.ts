import { draftCampaign } from '../furniture';
import type { Hand } from '../hand';
import type { Scene } from '../scene';

const preview = (hand: Hand) => hand.page.getByRole('region', { name: 'Preview' });

/** The email of one lead after another, an empty value and its repair, and a test. */
export const previewAndTest: Scene = {
  slug: 'preview-and-test',
  begin: () => draftCampaign('Yard managers, Indiana', 'sequences'),
  chapters: [
    {
      title: 'Lead by lead',
      steps: [
        {
          say: 'On the right is the email as a lead will get it. The preview and the email are made by the same code.',
        },
        {
          say: 'Step through a few leads. Look at names, companies, and whatever came from your list.',
          does: async (hand) => {
            for (let lead = 0; lead < 3; lead += 1) {
              await hand.click(preview(hand).getByRole('button', { name: 'Next lead' }));
              await hand.rest(700);
            }
          },
        },
        {
          say: 'Check the width of a phone: that’s where most first emails are read.',
          does: (hand) => hand.click(preview(hand).getByRole('radio', { name: /Phone/ })),
        },
        {
          say: 'And a dark inbox, in case your text has colours.',
          does: async (hand) => {
            await hand.click(preview(hand).getByRole('radio', { name: /Dark/ }));
            await hand.rest(1500);
            await hand.click(preview(hand).getByRole('radio', { name: /Light/ }));
          },
        },
      ],
    },
    {
      title: 'Empty values',
      steps: [
        {
          say: 'Some leads have no warehouse city. An email with a gap like that is never sent.',
          does: (hand) => hand.point(hand.main.getByText('Merge data', { exact: true })),
        },
        {
          say: 'Add a fallback, and those leads get a sentence that still reads well.',
          does: async (hand) => {
            await hand.click(hand.button(/^Add fallback/));
            await hand.rest(500);
            await hand.write(hand.page.getByLabel('Fallback when the field is empty'), 'your area');
            await hand.rest(400);
            await hand.press('Enter');
          },
        },
      ],
    },
    {
      title: 'Send a test',
      steps: [
        { say: 'Then send a test to yourself.', does: (hand) => hand.click(hand.button('Send test')) },
        {
          say: 'It comes from one of the campaign’s mailboxes, with its signature, written for the lead in the preview.',
          does: (hand) =>
            hand.write(hand.page.getByRole('dialog').getByLabel('To', { exact: true }), 'rosa@getnorthlight.test'),
        },
        {
          say: 'A test has no unsubscribe link and counts in no metric.',
          does: async (hand) => {
            const dialog = hand.page.getByRole('dialog');
            await hand.click(dialog.getByRole('button', { name: 'Send test' }));
            await hand.until(() => dialog.getByText('Sent.', { exact: true }).waitFor());
          },
        },
        {
          say: 'Read it where you read your own email. Look at the subject in the list, the links and the signature.',
          does: (hand) => hand.point(hand.page.getByRole('dialog').getByText('Sent.', { exact: true })),
        },
      ],
    },
  ],
};
