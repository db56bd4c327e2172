import type { Page } from '@playwright/test';
import type { Scene } from '../scene';

const editor = (part: 'Subject' | 'Text') => (page: Page) => page.getByRole('textbox', { name: part, exact: true });

/** Writing an email and reading it as leads will. */
export const writing: readonly Scene[] = [
  {
    slug: 'write-the-first-email',
    begin: ({ draft }) => `/app/email-campaign/new-campaign?id=${draft}&tab=sequences`,
    chapters: [
      {
        title: 'Subject and text',
        steps: [
          { say: 'Keep the subject short and plain, like an email to a colleague.', click: editor('Subject') },
          { say: 'The text has one idea and one question. Click into it to write.', click: editor('Text') },
        ],
      },
      {
        title: 'Variables',
        steps: [
          { say: 'Type two braces to insert a variable, such as the first name.', type: '{{' },
          { say: 'Each variable can have a fallback for leads without a value.', press: 'ArrowDown' },
          { say: 'The preview shows the email exactly as the lead will get it.', press: 'Escape' },
        ],
      },
    ],
  },
  {
    slug: 'preview-and-test',
    begin: ({ draft }) => `/app/email-campaign/new-campaign?id=${draft}&tab=sequences`,
    chapters: [
      {
        title: 'Preview lead by lead',
        steps: [
          {
            say: 'The preview is made by the same code that sends.',
            point: (page) => page.getByRole('region', { name: 'Preview' }),
          },
          {
            say: 'Step through your leads and look for empty values.',
            point: (page) => page.getByRole('region', { name: 'Preview' }).getByRole('button').first(),
          },
        ],
      },
      {
        title: 'Send a test',
        steps: [
          {
            say: 'Send a test email to yourself and read it on a phone.',
            point: (page) => page.getByRole('button', { name: /test email/i }).first(),
          },
        ],
      },
    ],
  },
];
