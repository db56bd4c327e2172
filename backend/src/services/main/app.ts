import type { Hono } from 'hono';
import { healthRoutes } from '#platform/http/health-routes';
import { mountRoutes } from '#platform/http/mount-routes';
import type { MainDeps } from './deps';
import { featureRoutes } from './routes.generated';

/** The main service. A feature is found by its folder: every `*.routes.ts` below `areas` (`npm run generate`). */
export const createMainApp = (deps: MainDeps): Hono =>
  mountRoutes([healthRoutes('main', deps), ...featureRoutes(deps)]);
