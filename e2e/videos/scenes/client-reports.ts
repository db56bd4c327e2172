import { addClients, lastThreeWeeks } from '../furniture';
import type { Scene } from '../scene';

/** A page of figures becomes a report that clients get every week. */
export const clientReports: Scene = {
  slug: 'client-reports',
  begin: async () => {
    await addClients();
    return `/app/global-analytics?${await lastThreeWeeks()}`;
  },
  chapters: [
    {
      title: 'Choose what to report',
      steps: [
        { say: 'Clients don’t read dashboards. They read one page: did it work, is it getting better, what’s next?' },
        {
          say: 'Filter the page first: one client, or one campaign.',
          does: (hand) => hand.choose(hand.page.getByRole('combobox', { name: /^All clients/ }), /^Alderway/),
        },
        {
          say: 'A few numbers are enough: contacted, replied, positive, bounced. Each is compared with the period before.',
          does: (hand) => hand.show(hand.main.getByRole('button', { name: 'Replied', exact: true }).first()),
        },
        {
          say: 'Every figure opens the leads behind it, so there’s no arguing about whose count is right.',
          does: (hand) => hand.click(hand.main.getByRole('button', { name: 'Positive', exact: true }).first()),
        },
        {
          say: 'These are the people who said yes.',
          does: async (hand) => {
            await hand.rest(2500);
            await hand.press('Escape');
          },
        },
      ],
    },
    {
      title: 'Save it',
      steps: [
        {
          say: 'Save the page as a report. It keeps the filters.',
          does: async (hand) => {
            await hand.click(hand.button('Save report'));
            await hand.write(hand.page.getByRole('dialog').getByLabel('Name', { exact: true }), 'Alderway, weekly');
          },
        },
        {
          say: 'It’s yours alone, unless you share it with your team or, as here, with a client.',
          does: async (hand) => {
            const dialog = hand.page.getByRole('dialog');
            await hand.choose(dialog.getByRole('combobox', { name: 'Client' }), 'Alderway');
            await hand.rest(1200);
            await hand.click(dialog.getByRole('button', { name: /^Save/ }));
            await hand.until(() => hand.page.getByRole('heading', { name: 'Weekly email' }).waitFor());
          },
        },
      ],
    },
    {
      title: 'Send it every week',
      steps: [
        {
          say: 'Now the weekly email: the last seven days, as a PDF in your brand or the client’s.',
          does: (hand) => hand.click(hand.page.getByRole('switch', { name: /^Email the last seven days/ })),
        },
        {
          say: 'Pick a day, a time and the client’s time zone, and add the people who should get it.',
          does: async (hand) => {
            await hand.choose(hand.page.getByRole('combobox', { name: 'Day', exact: true }), 'Friday');
            await hand.click(hand.page.getByRole('combobox', { name: /^Time zone/ }));
            await hand.type('London');
            await hand.rest(500);
            await hand.click(hand.page.getByRole('option', { name: 'Europe/London' }));
            await hand.write(hand.page.getByLabel('Recipients'), 'ops@alderway.test');
          },
        },
        {
          say: 'Save. Anyone on the list can stop it with one click, and every email will be listed below.',
          does: (hand) => hand.click(hand.button(/^Save/)),
        },
        {
          say: 'All reports are listed under Analytics, with who gets them.',
          does: (hand) => hand.open('/app/global-analytics/reports'),
        },
      ],
    },
  ],
};
