import { useCampaignNow } from '@skein/mfe/campaign-time';
import { useUi } from '@skein/ui/ui-provider';

/** Now in campaign time (a new one each half minute) and the person's zone: what every date on these pages is shown by. */
export function useNow(): { now: Date; timeZone: string } {
  const { timeZone } = useUi();
  return { now: useCampaignNow(30_000), timeZone };
}
