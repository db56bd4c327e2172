import { counted } from '@skein/ui/counted';

/** What mailboxes may send a day together, and today while some of them start slowly. */
export const dailyCapacity = ({
  capacity_today: today,
  daily_capacity: later,
}: {
  capacity_today: number;
  daily_capacity: number;
}): string =>
  today < later
    ? `up to ${counted(today, 'email')} today, growing to ${later.toLocaleString('en-US')} a day`
    : `up to ${counted(later, 'email')} a day`;
