// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { UniversityDeps } from './deps';
import { universityRoutes } from './university.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: UniversityDeps): Hono[] => [universityRoutes(deps)];
