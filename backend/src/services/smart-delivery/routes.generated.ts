// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { SmartDeliveryDeps } from './deps';
import { operatorSeedsRoutes } from './operator-seeds.routes';
import { placementDraftsRoutes } from './placement-drafts.routes';
import { placementReportsRoutes } from './placement-reports.routes';
import { placementRoutes } from './placement.routes';
import { seedsRoutes } from './seeds.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: SmartDeliveryDeps): Hono[] => [
  operatorSeedsRoutes(deps),
  placementDraftsRoutes(deps),
  placementReportsRoutes(deps),
  placementRoutes(deps),
  seedsRoutes(deps),
];
