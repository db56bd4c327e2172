import type { Hono } from 'hono';
import { healthRoutes } from '#platform/http/health-routes';
import { mountRoutes } from '#platform/http/mount-routes';
import type { AnalyticsDeps } from './deps';
import { featureRoutes } from './routes.generated';

/** The analytics service. */
export const createAnalyticsApp = (deps: AnalyticsDeps): Hono =>
  mountRoutes([healthRoutes('analytics', deps), ...featureRoutes(deps)]);
