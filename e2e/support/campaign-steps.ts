const delay = { delayInDays: 0, delayInHours: 5, delayInMinutes: 0 };
const text = (...lines: string[]) => lines.map((line) => `<p>${line}</p>`).join('');

/** Three emails, the first in two variants, with spintax, defaults, links and a column of the file. */
export const threeSteps = [
  {
    variants: [
      {
        subject: '{Dock delays|Yard time} at {{company_name | default: "your site"}}',
        email_body: text(
          '{Hi|Hello} {{first_name | default: "there"}},',
          'how long does a truck wait in {{City | default: "your yard"}}?',
          '<a href="https://northlight.test/brandt">Brandt found 41 minutes</a>.',
          '%signature%',
        ),
      },
      {
        subject: 'A question about {{company_name}}',
        email_body: text(
          '{Hi|Hello} {{first_name | default: "there"}},',
          'how do you measure {the time at the gate|gate time}? <a href="https://northlight.test/gate">We read it from the log</a>.',
          '%signature%',
        ),
      },
    ],
  },
  {
    seq_delay_details: delay,
    variants: [
      {
        subject: '',
        email_body: text(
          '{{first_name | default: "Hello"}}, the short version: 41 minutes a truck. <a href="https://northlight.test/two">Two pages</a>.',
          '%signature%',
        ),
      },
    ],
  },
  {
    seq_delay_details: delay,
    variants: [
      {
        subject: '',
        email_body: text(
          'Last note from me. <a href="https://northlight.test/last">The offer stands</a>.',
          '%signature%',
        ),
      },
    ],
  },
];
