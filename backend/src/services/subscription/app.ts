import type { Hono } from 'hono';
import { healthRoutes } from '#platform/http/health-routes';
import { mountRoutes } from '#platform/http/mount-routes';
import type { SubscriptionDeps } from './deps';
import { featureRoutes } from './routes.generated';

/** The subscription service. */
export const createSubscriptionApp = (deps: SubscriptionDeps): Hono =>
  mountRoutes([healthRoutes('subscription', deps), ...featureRoutes(deps)]);
