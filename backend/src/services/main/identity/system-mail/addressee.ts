import type { WorkspaceId } from '@skein/contracts/ids';
import type { MainDeps } from '#main/deps';
import { findReader } from '../people/people.store';
import { displayName } from '../people/user-view';
import { findMailBrand } from '../whitelabel/find-brand';

/**
 * Who reads the product's mail at an address of a workspace, and what it looks like to them: a client's carries the
 * face of its agency, greets by name and links to its host.
 * @param isClient whether they were written to as a client's; without it as what they are now
 * @returns null when nobody active has the address any more
 */
export async function findAddressee(
  deps: Pick<MainDeps, 'db' | 'config' | 'files'>,
  workspaceId: WorkspaceId,
  email: string,
  isClient?: boolean,
) {
  const reader = await findReader(deps.db, workspaceId, email);
  if (!reader) return null;
  const brand = (isClient ?? reader.is_client) ? await findMailBrand(deps, workspaceId) : null;
  return {
    brand,
    base: brand?.baseUrl ?? deps.config.publicUrl,
    greeting: brand ? { name: displayName(reader) } : {},
  };
}
