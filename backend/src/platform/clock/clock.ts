/** A source of the present instant, in milliseconds since 1970 UTC. Never asked for by pure code: it is handed in. */
export interface Clock {
  now(): number;
}

/**
 * Campaign time (docs/engine.md): what schedules, delays, caps, prospects, campaign data and Date headers follow. Leases,
 * time-outs, sessions, rate limits and logs keep `realClock`.
 */
export interface CampaignClock extends Clock {
  /** campaign seconds in one real second: 1 to 1440, in production always 1 */
  scale(): number;
  /** Real milliseconds until campaign time reaches the instant at the present scale; 0 when it is past. */
  realDelayUntil(instant: number): number;
  /**
   * Resolves when campaign time has reached the instant, also when the scale changes or the clock jumps meanwhile. Rejects when aborted.
   */
  sleepUntil(instant: number, signal?: AbortSignal): Promise<void>;
  /** Called after the scale changed or the clock was moved forward, by this process or another one. */
  onChange(handler: () => void): () => void;
  /** @throws ClockError in production, or for a scale that is not a whole number from 1 to 1440 */
  setScale(scale: number): Promise<void>;
  /** Moves campaign time forward at once (making history). An instant in the past changes nothing: time never goes back. */
  advanceTo(instant: number): Promise<void>;
  close(): Promise<void>;
}

const MINIMUM_SCALE = 1;
const MAXIMUM_SCALE = 1440;

/** A change of campaign time that is not allowed, in one sentence. */
export class ClockError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ClockError';
  }
}

/** @throws ClockError */
export function checkScale(scale: number): number {
  if (!Number.isInteger(scale) || scale < MINIMUM_SCALE || scale > MAXIMUM_SCALE) {
    throw new ClockError(`The time scale is a whole number from ${MINIMUM_SCALE} to ${MAXIMUM_SCALE}, not ${scale}.`);
  }
  return scale;
}

/** The machine's clock. */
export const realClock: Clock = { now: () => Date.now() };
