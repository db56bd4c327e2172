// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { SubscriptionDeps } from './deps';
import { billingRoutes } from './features/billing/billing.routes';
import { planRoutes } from './features/plan/plan.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: SubscriptionDeps): Hono[] => [billingRoutes(deps), planRoutes(deps)];
