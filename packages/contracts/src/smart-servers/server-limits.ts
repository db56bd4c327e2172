/**
 * Servers of one group and of one workspace at most; emails a day at the beginning of the ramp and, unless chosen
 * otherwise, at its end; days of the ramp (docs/domain.md).
 */
export const serverLimits = {
  perGroup: 4,
  perWorkspace: 20,
  firstDay: 50,
  dailyLimit: 2_000,
  lowestDailyLimit: 50,
  highestDailyLimit: 20_000,
  warmDays: 30,
} as const;
/** What a server costs a month; there is no yearly price. */
export const serverMonthlyCents = 3_900;
/** Places where the cloud has machines, by its own codes. */
export const serverLocations = [
  { id: 'nbg1', name: 'Nuremberg, Germany' },
  { id: 'fsn1', name: 'Falkenstein, Germany' },
  { id: 'hel1', name: 'Helsinki, Finland' },
  { id: 'ash', name: 'Ashburn, United States' },
  { id: 'hil', name: 'Hillsboro, United States' },
  { id: 'sin', name: 'Singapore' },
] as const;

export const serverStatuses = ['AWAITING_PAYMENT', 'PROVISIONING', 'WARMING', 'ACTIVE', 'DELETING'] as const;
export const stepKinds = ['ADDRESS', 'MACHINE', 'HOST_NAME', 'REVERSE_DNS', 'SPF', 'DKIM', 'DMARC', 'RELAY'] as const;
export type StepKind = (typeof stepKinds)[number];
