// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { SmartServersDeps } from './deps';
import { serversRoutes } from './servers.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: SmartServersDeps): Hono[] => [serversRoutes(deps)];
