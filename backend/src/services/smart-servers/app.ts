import type { Hono } from 'hono';
import { healthRoutes } from '#platform/http/health-routes';
import { mountRoutes } from '#platform/http/mount-routes';
import type { SmartServersDeps } from './deps';
import { featureRoutes } from './routes.generated';

/** The smart-servers service. */
export const createSmartServersApp = (deps: SmartServersDeps): Hono =>
  mountRoutes([healthRoutes('smart-servers', deps), ...featureRoutes(deps)]);
