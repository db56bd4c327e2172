import type { MainDeps } from '#main/deps';
import { sendSystemMail } from './send-system-mail';

/** Emails the code that confirms a workspace's seed mailbox. The code is in the subject: relays replace Message-IDs and drop headers. */
export const createSeedCodeMail = (deps: Pick<MainDeps, 'config' | 'hashSecret'>) => ({
  hashCode: deps.hashSecret,
  /** @throws SystemMailError when the product's mail server does not take it */
  mailCode: (email: string, code: string): Promise<void> =>
    sendSystemMail(deps, email, {
      subject: `Confirm your seed mailbox: ${code}`,
      before: [
        `${email} was connected as a seed mailbox, which receives test emails to measure inbox placement.`,
        'If that was you, leave this email in the mailbox. It is found automatically, and you have nothing else to do.',
      ],
      after: ['If it was not you, delete this email: without it, no test emails are sent to this address.'],
    }),
});
