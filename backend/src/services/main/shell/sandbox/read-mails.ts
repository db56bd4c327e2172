import { isIP } from 'node:net';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';

/**
 * The product's own mails that the sandbox caught. Outside the sandbox there is no such address. They hold login links and nobody has to
 * log in to read them, so they are shown under our own names only: a page elsewhere whose name is made to point at this machine (DNS
 * rebinding) asks for its own name, and gets nothing.
 */
export async function readMails(deps: MainDeps, to: string | undefined, host: string | undefined) {
  if (!deps.sandbox) throw new SkeinError('NOT_FOUND');
  if (host !== undefined && !isOurName(host, [deps.config.publicUrl, deps.config.trackingUrl]))
    throw new SkeinError(
      'FORBIDDEN',
      'The mails of the sandbox are only shown under the address of this installation.',
    );
  return { mails: await deps.sandbox.readMails(to?.trim().toLowerCase()) };
}

function isOurName(host: string, urls: readonly string[]): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ||
    urls.some((url) => new URL(url).hostname === hostname)
  );
}
