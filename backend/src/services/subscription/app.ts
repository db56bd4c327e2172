import type { Hono } from 'hono';
import { healthRoutes } from '../../platform/http/health-routes';
import { mountRoutes } from '../../platform/http/mount-routes';
import type { ServiceDeps } from '../../platform/http/service-deps';
import { planRoutes } from './features/plan/plan.routes';

/** The subscription service: one line a feature. */
export const createSubscriptionApp = (deps: ServiceDeps): Hono =>
  mountRoutes([healthRoutes('subscription', deps), planRoutes(deps)]);
