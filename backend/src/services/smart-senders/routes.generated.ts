// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { SmartSendersDeps } from './deps';
import { purchasesRoutes } from './purchases.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: SmartSendersDeps): Hono[] => [purchasesRoutes(deps)];
