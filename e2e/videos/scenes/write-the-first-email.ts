import { draftCampaign } from '../furniture';
import type { Scene } from '../scene';

/** A subject, four sentences, a fallback, and a second variant to test it against. */
export const writeTheFirstEmail: Scene = {
  slug: 'write-the-first-email',
  begin: () => draftCampaign('Yard managers, Ohio', 'sequences'),
  chapters: [
    {
      title: 'Subject and text',
      steps: [
        {
          say: 'Keep the subject short and plain: two to five words that a colleague could have written.',
          does: (hand) =>
            hand.write(hand.page.getByRole('textbox', { name: 'Subject', exact: true }), 'Trucks at the gate'),
        },
        {
          say: 'In the text, start with them: one sentence that you couldn’t send to anyone else.',
          does: async (hand) => {
            await hand.write(hand.page.getByRole('textbox', { name: 'Text', exact: true }), 'Hi ');
            await hand.type('{{');
            await hand.rest(900);
          },
        },
        {
          say: 'Two braces insert a variable. Pick it from the list, or keep typing its name.',
          does: async (hand) => {
            await hand.type('first_name');
            await hand.rest(500);
            await hand.page.keyboard.press('Enter');
            await hand.type(', I saw that you run three yards along the interstate.');
          },
        },
        {
          say: 'Then the problem that comes with it, one result, and a question that’s easy to answer.',
          does: async (hand) => {
            await hand.page.keyboard.press('Enter');
            await hand.type('Most teams that size lose 40 minutes a truck. Is that on your list this quarter?');
          },
        },
      ],
    },
    {
      title: 'What the lead will read',
      steps: [
        {
          say: 'The preview is the email as this lead will get it. The same code writes both.',
          does: (hand) => hand.point(hand.page.getByRole('region', { name: 'Preview' }).getByRole('heading').last()),
        },
        {
          say: 'The hints below count words and links, and point out what a spam filter might dislike.',
          does: (hand) => hand.show(hand.page.getByRole('list', { name: 'Hints' })),
        },
      ],
    },
    {
      title: 'A second variant',
      steps: [
        {
          say: 'Not sure about the opening? Add a variant and let the replies decide.',
          does: async (hand) => {
            await hand.show(hand.button('Add a variant'));
            await hand.click(hand.button('Add a variant'));
            await hand.rest(500);
            await hand.click(hand.page.getByRole('menuitem', { name: /^Copy|^Duplicate/ }).first());
          },
        },
        {
          say: 'Change one thing only. Here it’s the subject.',
          does: (hand) =>
            hand.write(hand.page.getByRole('textbox', { name: 'Subject', exact: true }), 'A question about your yard'),
        },
        {
          say: 'Leads are split equally between the variants, and Analytics shows which one gets replies.',
          does: (hand) => hand.point(hand.button('Split equally')),
        },
      ],
    },
  ],
};
