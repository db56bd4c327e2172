import type { MainDeps } from '#main/deps';
import { sendSystemMail } from './send-system-mail';
import { compose } from './system-mails';

/** One-time codes that are mailed to a sender mailbox, for the services that ask for them: handed in where they are started. */
export const createCodeMail = (deps: Pick<MainDeps, 'config' | 'hashSecret'>) => ({
  hash: deps.hashSecret,
  /** @throws SystemMailError when the product's mail server does not take it */
  send: (to: string, code: string): Promise<void> =>
    sendSystemMail(
      deps,
      to,
      compose({
        subject: `${code} is your code to unblock warmup`,
        before: [`Enter ${code} on the warmup page of ${to} to unblock its warmup.`],
        after: [
          'The code works once, for 10 minutes.',
          'If you did not ask for it, ignore this email: warmup stays blocked.',
        ],
      }),
    ),
});
