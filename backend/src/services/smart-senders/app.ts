import type { Hono } from 'hono';
import { healthRoutes } from '#platform/http/health-routes';
import { mountRoutes } from '#platform/http/mount-routes';
import { featureRoutes } from './routes.generated';
import type { SmartSendersDeps } from './deps';

/** The smart-senders service. */
export const createSmartSendersApp = (deps: SmartSendersDeps): Hono =>
  mountRoutes([healthRoutes('smart-senders', deps), ...featureRoutes(deps)]);
