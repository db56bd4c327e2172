import type { ageGates } from '@skein/contracts/warmup/warmup-policy.contract';

/** What can be saved: only what is named changes. */
export interface PolicyChange {
  shares_pool?: boolean;
  age_gate?: (typeof ageGates)[number];
  age_days?: number;
}
