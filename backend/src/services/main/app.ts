import type { Hono } from 'hono';
import { mountRoutes } from '../../platform/http/mount-routes';
import type { MainDeps } from './deps';

/** The main service: one line a feature. Routes are sorted by mountRoutes, so the order here is only for the reader. */
export const createMainApp = (deps: MainDeps): Hono =>
  mountRoutes([
  ]);
