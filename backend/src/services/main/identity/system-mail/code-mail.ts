import type { WorkspaceId } from '@skein/contracts/ids';
import type { MainDeps } from '#main/deps';
import { findMailBrand } from '../whitelabel/find-brand';
import { sendSystemMail } from './send-system-mail';

/** A mailbox that a code goes to; that of a client gets it in the face of its agency. */
interface CodeRecipient {
  workspaceId: WorkspaceId;
  email: string;
  /** Who sends with it. */
  name: string;
  isClients: boolean;
}

/** One-time codes that are mailed to a sender mailbox, for the services that ask for them: handed in where they are started. */
export const createCodeMail = (deps: Pick<MainDeps, 'db' | 'files' | 'config' | 'hashSecret'>) => ({
  hash: deps.hashSecret,
  /** @throws SystemMailError when the product's mail server does not take it */
  send: async ({ workspaceId, email, name, isClients }: CodeRecipient, code: string): Promise<void> => {
    const brand = isClients ? await findMailBrand(deps, workspaceId) : null;
    await sendSystemMail(
      deps,
      email,
      {
        ...(brand && { name }),
        subject: `${code} is your code to unblock warmup`,
        before: [`Enter ${code} on the warmup page of ${email} to unblock its warmup.`],
        after: [
          'The code works once, for 10 minutes.',
          'If you did not ask for it, ignore this email: warmup stays blocked.',
        ],
      },
      brand,
    );
  },
});
