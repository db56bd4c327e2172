import type { MainDeps } from '#main/deps';

/** Campaign time, its scale, and how far the sandbox's history is. */
export async function readTime(deps: MainDeps) {
  const history = (await deps.sandbox?.readHistory()) ?? {
    state: 'none' as const,
    doneDays: 0,
    totalDays: 0,
    text: '',
  };
  return {
    is_sandbox: deps.config.isSandbox,
    now: new Date(deps.campaignClock.now()),
    scale: deps.campaignClock.scale(),
    real_now: new Date(deps.realClock.now()),
    history: { state: history.state, done_days: history.doneDays, total_days: history.totalDays, text: history.text },
  };
}
