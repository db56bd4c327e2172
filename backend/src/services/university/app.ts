import type { Hono } from 'hono';
import { healthRoutes } from '#platform/http/health-routes';
import { mountRoutes } from '#platform/http/mount-routes';
import type { UniversityDeps } from './deps';
import { featureRoutes } from './routes.generated';

/** The university service: the learning library and its events. */
export const createUniversityApp = (deps: UniversityDeps): Hono =>
  mountRoutes([healthRoutes('university', deps), ...featureRoutes(deps)]);
