import type { Hono } from 'hono';
import { healthRoutes } from '../../platform/http/health-routes';
import { mountRoutes } from '../../platform/http/mount-routes';
import type { ServiceDeps } from '../../platform/http/service-deps';
import { warmupRoutes } from './warmup.routes';

/** The warmup service: one line a feature. */
export const createWarmupApp = (deps: ServiceDeps): Hono =>
  mountRoutes([healthRoutes('warmup', deps), warmupRoutes(deps)]);
