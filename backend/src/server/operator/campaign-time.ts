import { readClock } from '#platform/clock/clock.store';
import type { Database } from '#platform/db/database';

/** Campaign time in milliseconds, as the running product has it: real time, except in a sandbox. */
export async function campaignTime(database: Database): Promise<number> {
  const real = Date.now();
  const row = await readClock(database);
  return row ? Math.max(row.anchorCampaign + Math.max(0, real - row.anchorReal) * row.scale, row.floorCampaign) : real;
}
