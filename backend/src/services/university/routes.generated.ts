// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { UniversityDeps } from './deps';
import { operatorEventsRoutes } from './events/operator-events.routes';
import { universityRoutes } from './university.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: UniversityDeps): Hono[] => [operatorEventsRoutes(deps), universityRoutes(deps)];
