// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { ServiceDeps } from '../../platform/http/service-deps';
import { placementRoutes } from './placement.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: ServiceDeps): Hono[] => [placementRoutes(deps)];
