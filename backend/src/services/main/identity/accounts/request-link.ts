import { readHost } from '#platform/brand/host-brand';
import type { MainDeps } from '#main/deps';
import { mailToPerson } from '../system-mail/system-mail.jobs';
import type { IdentityLimits } from '../login-limits/login-rate-limits';
import type { LinkKind } from '../people/emailed-links.store';
import type { Browser } from './open-session';

/** The kind of link that a browser requests for an address. */
interface LinkRequest {
  kind: LinkKind;
  email: string;
  browser: Browser;
}

/**
 * Has a link mailed, if anybody has this address. The request only enqueues a job and never looks the address up, so
 * neither answer nor timing can tell.
 */
export async function requestLink(
  deps: MainDeps,
  limits: IdentityLimits,
  { kind, email, browser }: LinkRequest,
): Promise<{ done: true }> {
  await limits.place.countOrRefuse(browser.ip);
  await limits.mail.countOrRefuse(`${kind} ${email}`);
  await deps.db.system((tx) =>
    deps.jobs.enqueue(tx, mailToPerson, { kind, email, host: readHost(browser.raw.req.header('host')) }),
  );
  return { done: true };
}
