import type { Who } from '#access/access.api';
import { addBlockEntries } from '../block-list/block-list';

/** Puts addresses on the block list of the whole workspace, which ends every open sequence of theirs. */
export const blockAddresses = (deps: Parameters<typeof addBlockEntries>[0], who: Who, emails: readonly string[]) =>
  addBlockEntries(deps, who, { entries: emails, source: 'verification', reason: 'Invalid when it was verified' });
