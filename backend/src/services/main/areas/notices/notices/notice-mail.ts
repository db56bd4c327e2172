import { compose, type SystemMail } from '../../identity/identity.api';

/** A notice as a mail, with the way to hear less. */
export const noticeMail = (title: string, text: string, link: string | null, choices: string): SystemMail =>
  compose({
    // A name in a subject must not begin a new header line.
    subject: title.replace(/[\r\n]+/g, ' ').slice(0, 200),
    before: [text],
    ...(link ? { button: { label: 'Have a look', link } } : {}),
    after: [`You choose what is mailed to you: ${choices}`],
  });
