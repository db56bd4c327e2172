import type { DeliveryAnswer } from './deliver';
import type { DeliveryOutcome } from './deliveries.store';

/** Waits after each failed attempt, in minutes of real time: 8 attempts over 72 hours (docs/public-api.md, Conventions). */
export const retryMinutes = [1, 5, 30, 120, 480, 1_200, 2_480];
/** 4xx answers that are worth another try: request timeout, too early, too many requests. */
const passing = new Set([408, 425, 429]);

/**
 * What an answer to one delivery of a webhook means: delivered, failed for good, or sent again at a time. The webhook itself stays on:
 * failures never switch it off. `attempts`: with this one; `now` in ms.
 */
export function retryDelivery(
  answer: DeliveryAnswer,
  attempts: number,
  now: number,
): Pick<DeliveryOutcome, 'state' | 'nextAttemptAt'> {
  if (answer.status !== null && answer.status >= 200 && answer.status < 300)
    return { state: 'DELIVERED', nextAttemptAt: null };
  const isFinal = answer.status !== null && answer.status >= 300 && answer.status < 500 && !passing.has(answer.status);
  const wait = retryMinutes[attempts - 1];
  if (isFinal || wait === undefined) return { state: 'FAILED', nextAttemptAt: null };
  return { state: 'PENDING', nextAttemptAt: new Date(now + wait * 60_000) };
}
