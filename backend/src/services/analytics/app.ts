import type { Hono } from 'hono';
import { healthRoutes } from '../../platform/http/health-routes';
import { mountRoutes } from '../../platform/http/mount-routes';
import type { ServiceDeps } from '../../platform/http/service-deps';
import { featureRoutes } from './routes.generated';

/** The analytics service. */
export const createAnalyticsApp = (deps: ServiceDeps): Hono =>
  mountRoutes([healthRoutes('analytics', deps), ...featureRoutes(deps)]);
