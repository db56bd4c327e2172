import type { Page } from '@playwright/test';
import type { Scene } from '../scene';

const tab = (name: string | RegExp) => (page: Page) => page.locator('#page').getByRole('link', { name }).first();

/** A list as people have them: one address twice, and one that is none. */
const fair = [
  'Email,First Name,Company,Booth',
  'lena.ortiz@prospects.test,Lena,Harbor Cold Storage,B12',
  'omar.haddad@prospects.test,Omar,Delta Pallets,B14',
  'omar.haddad@prospects.test,Omar,Delta Pallets,B14',
  'grace.kim(at)prospects.test,Grace,Kim Freight,C03',
].join('\n');

/** How a campaign runs, how leads come in, what the review says, and why a lead waits. */
export const campaigns: readonly Scene[] = [
  {
    slug: 'how-a-campaign-works',
    begin: () => '/app/email-campaign/all',
    chapters: [
      {
        title: 'The list',
        steps: [
          { say: 'Each row is a campaign: leads, a sequence of emails, and the mailboxes that send them.' },
          {
            say: 'The list shows when the next email is due, how far the campaign is, and how many leads replied.',
            point: (page) => page.getByRole('columnheader', { name: 'Progress' }),
          },
        ],
      },
      {
        title: 'One campaign',
        steps: [
          {
            say: 'Open a campaign to see how its leads are doing and what the next days will bring.',
            open: ({ campaign }) => `/app/email-campaign/${campaign}/overview/performance`,
          },
          {
            say: 'Analytics has the rates. Each figure opens the leads behind it.',
            click: tab('Analytics'),
          },
          { say: 'The lead list has every lead, its step, and when its next email is due.', click: tab(/^Lead list/) },
          {
            say: 'A lead that replies stops at once. The conversation moves to the inbox.',
            click: tab(/^Inbox/),
          },
        ],
      },
    ],
  },
  {
    slug: 'import-a-list-without-surprises',
    begin: ({ draft }) => `/app/email-campaign/new-campaign?id=${draft}&tab=import-leads&upload=new`,
    chapters: [
      {
        title: 'Choose a file',
        steps: [
          { say: 'Drop a CSV or Excel file here. Nothing is imported until you have seen the mapping.' },
          {
            say: 'Columns are matched by their names. Anything that matches no field can become a custom field.',
            file: { name: 'autumn-fair.csv', text: fair },
          },
          { say: 'Below, the first rows show what each column will become.', scroll: 400 },
        ],
      },
      {
        title: 'Every row gets one outcome',
        steps: [
          {
            say: 'Import the rows.',
            click: (page) => page.getByRole('button', { name: /^Import \d/ }).first(),
          },
          { say: 'Each row has one outcome: new, updated, duplicate, blocked, or invalid.', scroll: -600 },
          { say: 'Download the rows that were skipped, correct them, and import them again.', scroll: 400 },
        ],
      },
    ],
  },
  {
    slug: 'launch-and-forecast',
    begin: ({ draft }) => `/app/email-campaign/new-campaign?id=${draft}&tab=final-review`,
    chapters: [
      {
        title: 'What blocks the launch',
        steps: [
          { say: 'Final review checks every lead, every email, and every mailbox.' },
          {
            say: 'A problem that would stop emails blocks the launch. A warning leaves the choice to you.',
            scroll: 200,
          },
        ],
      },
      {
        title: 'The forecast',
        steps: [
          { say: 'The forecast runs the real planner ahead: emails by day and mailbox.', scroll: -200 },
          { say: 'Move a slider to see what another mailbox or a higher limit would change.', scroll: 600 },
        ],
      },
    ],
  },
  {
    slug: 'why-was-nothing-sent',
    begin: ({ campaign }) => `/app/email-campaign/${campaign}/overview/lead-list`,
    chapters: [
      {
        title: 'Ask for the reason',
        steps: [
          { say: 'Every lead that waits has a reason. Open its menu and choose Why.' },
          {
            say: 'The menu of each lead has all that you can do with it.',
            click: (page) => page.getByRole('button', { name: /^Actions for / }).first(),
          },
          {
            say: 'The answer names the rule, the time it ends, and what you can change.',
            click: (page) => page.getByRole('menuitem', { name: /^Why/ }),
          },
          { say: 'It comes from the same rules that plan the emails, so it is never a guess.', press: 'Tab' },
        ],
      },
    ],
  },
];
