import { billingPreparations } from './billing';
import { campaignPreparations } from './campaigns';
import { deliverabilityPreparations } from './deliverability';
import { deployedFilePreparations } from './deployed-files';
import { identityPreparations } from './identity';
import { inboxPreparations } from './inbox';
import { integrationPreparations } from './integrations';
import { leadPreparations } from './leads';
import { placementPreparations } from './placement';
import { purchasePreparations } from './purchases';
import { v1Preparations } from './v1';
import { workspacePreparations } from './workspaces';
import type { Asked, Preparations, Prepared } from './prepared-route';

const preparations: Preparations = {
  ...billingPreparations,
  ...campaignPreparations,
  ...deliverabilityPreparations,
  ...deployedFilePreparations,
  ...identityPreparations,
  ...inboxPreparations,
  ...integrationPreparations,
  ...leadPreparations,
  ...placementPreparations,
  ...purchasePreparations,
  ...v1Preparations,
  ...workspacePreparations,
};

/** Makes what a route needs, and says what to ask it with. */
export const prepareRoute = async (name: string, asked: Asked): Promise<Prepared> =>
  (await preparations[name]?.(asked)) ?? {};
