import type { SystemMail } from '#identity/identity.api';

/** A notice as a mail, with the way to hear less. */
export const noticeMail = (title: string, text: string, link: string | null, choices: string): SystemMail => ({
  // A name in a subject must not begin a new header line.
  subject: title.replace(/[\r\n]+/g, ' ').slice(0, 200),
  before: [text],
  ...(link ? { button: { label: 'Have a look', link } } : {}),
  after: [`You choose what is emailed to you: ${choices}`],
});

/** What happened in a day or a week, as one mail. */
export const digestMail = (given: {
  period: 'day' | 'week';
  count: number;
  lines: { title: string; text: string; link: string | null }[];
  base: string;
  /** What the person knows the product as. */
  product: string;
}): SystemMail => {
  const more = given.count - given.lines.length;
  return {
    subject: `Your ${given.period === 'day' ? 'daily' : 'weekly'} digest: ${given.count} ${given.count === 1 ? 'notification' : 'notifications'}`,
    before: [
      ...given.lines.map((line) => `${line.title}. ${line.text}${line.link ? ` ${line.link}` : ''}`),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    button: { label: `Open ${given.product}`, link: `${given.base}/app` },
    after: [`Change the digest: ${given.base}/app/settings/warning-notifications`],
  };
};
