import { draftCampaign } from '../furniture';
import type { Scene } from '../scene';

/** A list as people have them: a repeated address, a malformed one, a missing one, and headings in no particular order. */
const fair = [
  'Company;First Name;Surname;E-mail;Booth;Met by',
  'Harbor Cold Storage;Lena;Ortiz;lena.ortiz@prospects.test;B12;Rosa',
  'Delta Pallets;Omar;Haddad;omar.haddad@prospects.test;B14;Rosa',
  'Delta Pallets;Omar;Haddad;omar.haddad@prospects.test;B14;Dan',
  'Kim Freight;Grace;Kim;grace.kim(at)prospects.test;C03;Dan',
  'Øresund Logistik;Søren;Ærø;soren.aero@prospects.test;C07;Dan',
  'Lakeside Haulage;Priya;Nair;priya.nair@prospects.test;C11;Rosa',
  'Ferro Transport;Bruno;Silva;;D02;Rosa',
].join('\n');

/** A messy file becomes leads, and every row that did not says why. */
export const importAList: Scene = {
  slug: 'import-a-list-without-surprises',
  begin: async () => `${await draftCampaign('Autumn fair', 'import-leads')}&upload=new`,
  chapters: [
    {
      title: 'Choose a file',
      steps: [
        { say: 'Drop a CSV or an Excel file here, straight from the trade fair, the CRM or a spreadsheet.' },
        {
          say: 'The encoding and the separator are detected, so accents survive the trip through Excel.',
          does: (hand) => hand.upload('autumn-fair.csv', fair),
        },
      ],
    },
    {
      title: 'Map the columns',
      steps: [
        {
          say: 'Columns with familiar names are matched for you. Check the ones marked in yellow.',
          does: (hand) => hand.show(hand.page.getByRole('combobox', { name: 'E-mail becomes' })),
        },
        {
          say: 'Leave out any column you don’t need.',
          does: (hand) => hand.choose(hand.page.getByRole('combobox', { name: 'Met by becomes' }), 'Leave out'),
        },
        {
          say: 'Any other column can become a custom field, and every custom field is a variable in your emails.',
          does: (hand) => hand.point(hand.page.getByRole('combobox', { name: 'Booth becomes' })),
        },
        {
          say: 'The preview shows each row as the lead it will become.',
          does: async (hand) => {
            await hand.show(hand.button('Next row'));
            await hand.click(hand.button('Next row'));
          },
        },
      ],
    },
    {
      title: 'One outcome for every row',
      steps: [
        {
          say: 'Nothing has been imported so far. Now it is.',
          does: (hand) => hand.click(hand.button(/^Import (?:about )?\d/)),
        },
        {
          say: 'Every row has exactly one outcome, and the outcomes add up to the rows in the file.',
          does: async (hand) => {
            const outcomes = hand.page.getByRole('table', { name: 'Outcomes of the rows' });
            await hand.until(() => outcomes.waitFor());
            await hand.show(outcomes);
          },
        },
        {
          say: 'Rejected rows are listed with the reason. Download them, correct them, and import that file again.',
          does: (hand) => hand.show(hand.button('Download with reasons')),
        },
        { say: 'If the whole list was a mistake, undo the import. Leads you’ve already written to stay.' },
      ],
    },
  ],
};
