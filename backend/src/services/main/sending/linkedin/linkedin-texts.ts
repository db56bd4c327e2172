import { unlocksFeature } from '@skein/contracts/plan-limits';

/** What an account and its steps say where the plan lacks them. */
export const notInPlan = `The plan does not include LinkedIn. ${unlocksFeature('linkedin')}`;
