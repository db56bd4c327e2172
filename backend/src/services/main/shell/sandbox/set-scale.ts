import type { WorkspaceId } from '@skein/contracts/ids';
import { ClockError } from '#platform/clock/clock';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { readTime } from './read-time';
import { tellTimeChanged } from './sandbox.store';

/** Runs campaign time faster or slower. Outside the sandbox there is no such address. */
export async function setScale(deps: MainDeps, workspaceId: WorkspaceId, scale: number) {
  if (!deps.config.isSandbox) throw new SkeinError('NOT_FOUND');
  if (!Number.isInteger(scale)) throw invalidField('scale', 'must be a whole number from 1 to 1440');
  try {
    await deps.campaignClock.setScale(scale);
  } catch (error) {
    if (error instanceof ClockError) throw invalidField('scale', error.message);
    throw error;
  }
  await tellTimeChanged(deps.db, workspaceId, deps.live);
  return readTime(deps, workspaceId);
}
