import { dateOfDay, dayNumberAt } from '@skein/template/zone-clock';
import { capOn } from '#engine/sending/mailbox-lane';
import type { CampaignMailboxRow } from '../campaign-mailboxes/campaign-mailboxes.store';

/** The most that a mailbox sends on the day of a launch, by its own clock. `now` in milliseconds. */
export function firstDayCap(
  { message_per_day, ramp, time_zone }: Pick<CampaignMailboxRow, 'message_per_day' | 'ramp' | 'time_zone'>,
  now: number,
): number {
  return capOn({ dailyCap: message_per_day, ramp }, dateOfDay(dayNumberAt(time_zone, now)));
}
