/** Varies the time between emails: a random delay within the slot, the same each time it is asked for. */
import type { Instant } from './plan.types';
import { seededUnit } from './seeded-random';

/** Jitter only delays, by at most this. */
export const MAXIMUM_JITTER_MS = 60_000;
/** Kept free before the end of a window: a mail handed over in the last instant would leave after it. */
const WINDOW_END_MARGIN_MS = 5_000;

/** 0 to 60 s, reproducible for (campaign, slot, mailbox), squeezed where the window ends earlier. */
export function jitterFor(campaignSeed: string, slotAt: Instant, mailboxId: string, windowEndAt: Instant): number {
  const room = Math.min(MAXIMUM_JITTER_MS, windowEndAt - slotAt - WINDOW_END_MARGIN_MS);
  if (room <= 0) return 0;
  return Math.floor(seededUnit('jitter', campaignSeed, slotAt, mailboxId) * (room + 1));
}
