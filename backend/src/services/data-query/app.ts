import type { Hono } from 'hono';
import { healthRoutes } from '#platform/http/health-routes';
import { mountRoutes } from '#platform/http/mount-routes';
import type { ServiceDeps } from '#platform/http/service-deps';
import { featureRoutes } from './routes.generated';

/** The data-query service. */
export const createDataQueryApp = (deps: ServiceDeps): Hono =>
  mountRoutes([healthRoutes('data-query', deps), ...featureRoutes(deps)]);
