import type { Hono } from 'hono';
import { healthRoutes } from '../../platform/http/health-routes';
import { mountRoutes } from '../../platform/http/mount-routes';
import type { ServiceDeps } from '../../platform/http/service-deps';
import { dataQueryRoutes } from './data-query.routes';

/** The data-query service: one line a feature. */
export const createDataQueryApp = (deps: ServiceDeps): Hono =>
  mountRoutes([healthRoutes('data-query', deps), dataQueryRoutes(deps)]);
