// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { SmartDeliveryDeps } from './deps';
import { placementRoutes } from './placement.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: SmartDeliveryDeps): Hono[] => [placementRoutes(deps)];
