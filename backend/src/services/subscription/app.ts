import type { Hono } from 'hono';
import { healthRoutes } from '../../platform/http/health-routes';
import { mountRoutes } from '../../platform/http/mount-routes';
import type { ServiceDeps } from '../../platform/http/service-deps';
import { featureRoutes } from './routes.generated';

/** The subscription service. */
export const createSubscriptionApp = (deps: ServiceDeps): Hono =>
  mountRoutes([healthRoutes('subscription', deps), ...featureRoutes(deps)]);
