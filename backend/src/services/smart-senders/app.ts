import type { Hono } from 'hono';
import { healthRoutes } from '../../platform/http/health-routes';
import { mountRoutes } from '../../platform/http/mount-routes';
import type { ServiceDeps } from '../../platform/http/service-deps';
import { featureRoutes } from './routes.generated';

/** The smart-senders service. */
export const createSmartSendersApp = (deps: ServiceDeps): Hono =>
  mountRoutes([healthRoutes('smart-senders', deps), ...featureRoutes(deps)]);
