import type { Hono } from 'hono';
import { healthRoutes } from '#platform/http/health-routes';
import { mountRoutes } from '#platform/http/mount-routes';
import type { SmartDeliveryDeps } from './deps';
import { featureRoutes } from './routes.generated';

/** The smart-delivery service. */
export const createSmartDeliveryApp = (deps: SmartDeliveryDeps): Hono =>
  mountRoutes([healthRoutes('smart-delivery', deps), ...featureRoutes(deps)]);
