import { readHost } from '#platform/brand/host-brand';
import type { MainDeps } from '#main/deps';
import { addressOfHost, workspaceOfHost } from '#identity/identity.api';
import { signInPage } from '../consents/consent-clients';
import { readState } from './start-sign-in';

/**
 * Where a provider's redirect belongs that arrives at the installation's address: a sign-in that began at an agency's
 * host name is finished there, because only that origin has the person's session. The state is ours and the host name
 * still proven, or nothing is led anywhere.
 */
export async function leadBack(deps: MainDeps, address: URL, header: string | undefined): Promise<string | null> {
  const sealed = address.searchParams.get('state');
  if (address.pathname !== signInPage || !sealed || sealed.length > 4_000) return null;
  const known = readState(deps, sealed);
  if (!known?.host || known.host === readHost(header) || known.until < deps.realClock.now()) return null;
  if ((await workspaceOfHost(deps, known.host)) !== known.workspaceId) return null;
  return addressOfHost(deps.config.publicUrl, known.host) + signInPage + address.search;
}
