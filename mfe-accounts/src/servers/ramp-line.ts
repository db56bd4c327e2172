import { serverLimits } from '@skein/contracts/smart-servers/server-limits';

/** How a new address grows to its daily limit, in a sentence. */
export function rampLine(dailyLimit: number): string {
  const { firstDay, warmDays } = serverLimits;
  const limit = dailyLimit.toLocaleString('en-US');
  if (dailyLimit <= firstDay) return `${limit} emails a day from the first day on.`;
  const growth = ((dailyLimit / firstDay) ** (1 / (warmDays - 1)) - 1) * 100;
  return `Begins at ${firstDay} emails a day and grows ${growth.toFixed(1)}% with each day of few deferrals, to ${limit} in ${warmDays} days.`;
}
