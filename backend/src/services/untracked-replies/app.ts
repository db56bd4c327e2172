import type { Hono } from 'hono';
import { healthRoutes } from '../../platform/http/health-routes';
import { mountRoutes } from '../../platform/http/mount-routes';
import type { ServiceDeps } from '../../platform/http/service-deps';
import { untrackedRepliesRoutes } from './untracked-replies.routes';

/** The untracked-replies service: one line a feature. */
export const createUntrackedRepliesApp = (deps: ServiceDeps): Hono =>
  mountRoutes([healthRoutes('untracked-replies', deps), untrackedRepliesRoutes(deps)]);
