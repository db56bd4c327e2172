import { billingContract } from '@skein/contracts/subscription/billing.contract';
import { readText } from '#platform/http/read-text';
import { routes } from '#platform/http/routes';
import type { SubscriptionDeps } from '../../deps';
import {
  cancelSubscription,
  changePlan,
  openPortal,
  previewChange,
  receiveEvent,
  resumeSubscription,
  startCheckout,
  takeChurnBonus,
} from './pay-plan';
import { listInvoices, readBilling } from './read-billing';

export const billingRoutes = (deps: SubscriptionDeps) =>
  routes(billingContract)(deps, {
    readBilling: (_, { actor, raw }) => readBilling(deps, actor, raw.req.raw),
    startCheckout: (_, { actor, body }) => startCheckout(deps, actor, body),
    previewChange: (_, { actor, body, raw }) => previewChange(deps, actor, body, raw.req.raw),
    changePlan: (_, { actor, body, raw }) => changePlan(deps, actor, body, raw.req.raw),
    cancelSubscription: (_, { actor, body, raw }) => cancelSubscription(deps, actor, body, raw.req.raw),
    resumeSubscription: (_, { actor, raw }) => resumeSubscription(deps, actor, raw.req.raw),
    listInvoices: (_, { actor, query }) => listInvoices(deps, actor, query),
    openPortal: (_, { actor }) => openPortal(deps, actor),
    takeChurnBonus: (_, { actor, raw }) => takeChurnBonus(deps, actor, raw.req.raw),
    receiveBillingEvent: async (_, { raw }) =>
      receiveEvent(deps, await readText(raw.req.raw, 262_144), raw.req.header('stripe-signature') ?? ''),
  });
