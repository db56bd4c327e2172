import { ClockError } from '../../../../platform/clock/clock';
import { SkeinError } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';

/** Campaign time, its scale, and how far the sandbox's history is. */
export async function readTime(deps: MainDeps) {
  const history = (await deps.sandbox?.readHistory()) ?? { state: 'none' as const, doneDays: 0, totalDays: 0, text: '' };
  return {
    is_sandbox: deps.config.isSandbox, now: new Date(deps.campaignClock.now()), scale: deps.campaignClock.scale(), real_now: new Date(deps.realClock.now()),
    history: { state: history.state, done_days: history.doneDays, total_days: history.totalDays, text: history.text },
  };
}

/** Runs campaign time faster or slower. Outside the sandbox there is no such address. */
export async function setScale(deps: MainDeps, workspaceId: number, scale: number) {
  if (!deps.config.isSandbox) throw new SkeinError('NOT_FOUND');
  try {
    await deps.campaignClock.setScale(scale);
  } catch (error) {
    if (error instanceof ClockError) throw new SkeinError('VALIDATION', error.message, [{ field: 'scale', message: error.message }]);
    throw error;
  }
  await deps.db.tenant(workspaceId, (tx) => deps.live.publish(tx, workspaceId, ['time']));
  return readTime(deps);
}
