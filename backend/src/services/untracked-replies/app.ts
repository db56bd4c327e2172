import type { Hono } from 'hono';
import { healthRoutes } from '#platform/http/health-routes';
import { mountRoutes } from '#platform/http/mount-routes';
import type { UntrackedRepliesDeps } from './deps';
import { featureRoutes } from './routes.generated';

/** The untracked-replies service. */
export const createUntrackedRepliesApp = (deps: UntrackedRepliesDeps): Hono =>
  mountRoutes([healthRoutes('untracked-replies', deps), ...featureRoutes(deps)]);
