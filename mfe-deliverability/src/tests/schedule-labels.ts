import type { PlacementTestRow } from '@skein/contracts/smart-delivery/placement-shapes';

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** How often a test runs: "every 2 days", "Mon and Thu 09:00", or its cron schedule. */
export function scheduleWords({ every_days: every, cron }: Pick<PlacementTestRow, 'every_days' | 'cron'>): string {
  if (every !== null) return every === 1 ? 'daily' : `every ${every} days`;
  const [, minute, hour, on] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6](?:,[0-6])*)$/.exec(cron ?? '') ?? [];
  if (minute === undefined || hour === undefined || on === undefined) return cron ?? '';
  const at = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (on === '*') return `daily ${at}`;
  const names = on.split(',').map((day) => days[Number(day)]);
  return `${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]} ${at}`;
}
