import type { CampaignClock } from './clock';

/** setTimeout fires at once for more than this many ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The waiting behind `CampaignClock.sleepUntil`: a timer for the present scale, set anew on every change of the clock. */
export function sleepUntil(
  clock: Pick<CampaignClock, 'realDelayUntil' | 'onChange'>,
  instant: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      stopListening();
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const abort = () => finish(() => reject(signal?.reason as Error));
    const look = () => {
      clearTimeout(timer);
      const delay = clock.realDelayUntil(instant);
      if (delay <= 0) finish(resolve);
      else timer = setTimeout(look, Math.min(Math.ceil(delay), LONGEST_TIMER));
    };
    const stopListening = clock.onChange(look);
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    look();
  });
}
