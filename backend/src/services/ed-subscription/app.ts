import type { Hono } from 'hono';
import { healthRoutes } from '#platform/http/health-routes';
import { mountRoutes } from '#platform/http/mount-routes';
import type { ServiceDeps } from '#platform/http/service-deps';
import { featureRoutes } from './routes.generated';

/** The service of the enterprise deliverability subscription. */
export const createEdSubscriptionApp = (deps: ServiceDeps): Hono =>
  mountRoutes([healthRoutes('ed-subscription', deps), ...featureRoutes(deps)]);
