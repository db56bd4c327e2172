import { SkeinError } from '../../../../../platform/http/skein-error';
import type { MainDeps } from '../../../deps';

/** The product's own mails that the sandbox caught. Outside the sandbox there is no such address. */
export async function readMails(deps: MainDeps, to: string | undefined) {
  if (!deps.sandbox) throw new SkeinError('NOT_FOUND');
  return { mails: await deps.sandbox.readMails(to?.trim().toLowerCase()) };
}
