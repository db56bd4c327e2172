import { checkScale, type CampaignClock } from '../clock/clock';
import { sleepUntil } from '../clock/sleep-until';

/** A clock that stands still until the test moves it. */
export interface ManualClock extends CampaignClock {
  /** Moves the clock forward by this many ms and wakes every sleep that ends by then. */
  advance(milliseconds: number): void;
  /** Sets it, also back: to test what happens when a machine's clock jumps. */
  set(instant: number): void;
}

/** @param start an instant in ms or an ISO text; 2026-01-05T09:00:00Z, a Monday, if not given */
export function createManualClock(start: number | string = '2026-01-05T09:00:00Z'): ManualClock {
  let instant = typeof start === 'number' ? start : Date.parse(start);
  let factor = 1;
  const handlers = new Set<() => void>();
  const tell = () => {
    for (const handler of [...handlers]) handler();
  };
  const clock: ManualClock = {
    now: () => instant,
    scale: () => factor,
    // Infinite while the instant lies ahead: real time never moves this clock.
    realDelayUntil: (wanted) => (wanted <= instant ? 0 : Number.MAX_SAFE_INTEGER),
    sleepUntil: (wanted, signal) => sleepUntil(clock, wanted, signal),
    onChange(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    async setScale(scale) {
      factor = checkScale(scale);
      tell();
    },
    async advanceTo(wanted) {
      instant = Math.max(instant, wanted);
      tell();
    },
    advance(milliseconds) {
      instant += milliseconds;
      tell();
    },
    set(wanted) {
      instant = wanted;
      tell();
    },
    async close() {
      handlers.clear();
    },
  };
  return clock;
}
