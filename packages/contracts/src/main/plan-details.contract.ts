import { z } from 'zod';
import { defineContract } from '../endpoint';
import { empty } from '../schemas';
import { billingView } from '../subscription/billing.contract';

const pays = { who: 'person', may: 'billing.manage' } as const;

/** Two calls of the subscription that the main API takes and hands on to the subscription service. */
export const planDetailsContract = defineContract({
  service: 'main',
  tag: 'Billing',
  endpoints: {
    newPortalSession: {
      method: 'POST',
      path: '/api/subscriptions/new-portal-session',
      access: pays,
      summary: 'A page of the payment provider for card, address and tax number',
      body: empty,
      response: z.object({ url: z.string() }),
    },
    claimChurnBonus: {
      method: 'POST',
      path: '/api/plan-details/claim-churn-bonus',
      access: pays,
      summary: 'Stay for 20% off the next three invoices; once for each workspace',
      body: empty,
      response: billingView,
    },
  },
});
