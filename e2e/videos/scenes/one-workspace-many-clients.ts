import { addClients } from '../furniture';
import type { Scene } from '../scene';

/** A client is added with its campaigns, and it is decided what it sees. */
export const oneWorkspaceManyClients: Scene = {
  slug: 'one-workspace-many-clients',
  begin: async () => {
    await addClients();
    return '/app/client-views';
  },
  chapters: [
    {
      title: 'Add a client',
      steps: [
        {
          say: 'An agency works in one workspace. Each client is a view of it: its campaigns, its replies, nothing else.',
        },
        {
          say: 'Add one with a name and the address it will log in with.',
          does: async (hand) => {
            await hand.click(hand.link('New client'));
            await hand.write(hand.page.getByLabel('Name', { exact: true }), 'Brightmoor Dental');
            await hand.write(hand.page.getByLabel('Email', { exact: true }), 'office@brightmoor.test');
          },
        },
        {
          say: 'Leave the password empty, and the client gets a link to set one.',
          does: (hand) => hand.point(hand.page.getByLabel(/^Password/).first()),
        },
      ],
    },
    {
      title: 'What it sees',
      steps: [
        {
          say: 'Full access lets a client work on its own campaigns and leads.',
          does: async (hand) => {
            const full = hand.page.getByRole('checkbox', { name: /^Full access/ });
            await hand.show(full);
            await hand.click(full);
          },
        },
        {
          say: 'Hidden categories keep leads out of its lists, metrics and exports. Not Interested is a common choice.',
          does: async (hand) => {
            await hand.click(hand.page.getByRole('combobox', { name: /Hidden categories/ }));
            await hand.rest(500);
            await hand.click(hand.page.getByRole('option', { name: 'Not Interested' }));
            await hand.press('Escape');
          },
        },
        {
          say: 'Choose the campaigns that are this client’s.',
          does: async (hand) => {
            const field = hand.page.getByRole('combobox', { name: /^Campaigns/ });
            await hand.show(field);
            await hand.click(field);
            await hand.rest(500);
            await hand.click(hand.page.getByRole('option', { name: /^Dental groups/ }).first());
            await hand.press('Escape');
          },
        },
        {
          say: 'Create the client. The link is on its way.',
          does: async (hand) => {
            await hand.click(hand.button('Create client'));
            await hand.until(() => hand.page.getByRole('heading', { name: 'Credits' }).waitFor());
          },
        },
      ],
    },
    {
      title: 'Later changes',
      steps: [
        {
          say: 'All of this can be changed later on the client’s page, along with its logo.',
          does: (hand) => hand.point(hand.page.getByLabel('Name', { exact: true })),
        },
        {
          say: 'Credits cap how many leads and emails a client can use. Leave them empty for no limit.',
          does: (hand) => hand.show(hand.page.getByRole('heading', { name: 'Credits' })),
        },
        {
          say: 'In your list you see every client with its campaigns, leads, mailboxes and last login.',
          does: (hand) => hand.open('/app/client-views'),
        },
        { say: 'A client never sees other clients, your team, or your limits.' },
      ],
    },
  ],
};
