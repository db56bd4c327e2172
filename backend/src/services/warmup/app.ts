import type { Hono } from 'hono';
import { healthRoutes } from '#platform/http/health-routes';
import { mountRoutes } from '#platform/http/mount-routes';
import type { WarmupDeps } from './deps';
import { featureRoutes } from './routes.generated';

/** The warmup service. */
export const createWarmupApp = (deps: WarmupDeps): Hono =>
  mountRoutes([healthRoutes('warmup', deps), ...featureRoutes(deps)]);
