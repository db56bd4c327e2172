import type { CampaignClock } from '#platform/clock/clock';

/** The clock of the history: it stands still until it is moved to the next thing that happens. */
export function createHistoryClock(start: number): CampaignClock & { moveTo(instant: number): void } {
  let instant = start;
  return {
    now: () => instant,
    scale: () => 1,
    realDelayUntil: () => 0,
    sleepUntil: async () => undefined,
    onChange: () => () => undefined,
    setScale: async () => undefined,
    advanceTo: async (wanted) => {
      instant = Math.max(instant, wanted);
    },
    close: async () => undefined,
    moveTo: (wanted) => {
      instant = Math.max(instant, wanted);
    },
  };
}
