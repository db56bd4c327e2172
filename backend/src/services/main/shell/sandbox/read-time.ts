import type { WorkspaceId } from '@skein/contracts/ids';
import type { MainDeps } from '#main/deps';
import { isInItsPast } from './sandbox.store';

const noHistory = { state: 'none' as const, doneDays: 0, totalDays: 0, text: '' };

/** Campaign time, its scale, and how far the sandbox's history is: while it is made, for the workspace whose history it is. */
export async function readTime(deps: MainDeps, workspaceId: WorkspaceId) {
  const told = (await deps.sandbox?.readHistory()) ?? noHistory;
  const isOthers = told.state === 'running' && !(await isInItsPast(deps.db, workspaceId));
  const history = isOthers ? noHistory : told;
  return {
    is_sandbox: deps.config.isSandbox,
    now: new Date(deps.campaignClock.now()),
    scale: deps.campaignClock.scale(),
    real_now: new Date(deps.realClock.now()),
    history: { state: history.state, done_days: history.doneDays, total_days: history.totalDays, text: history.text },
  };
}
