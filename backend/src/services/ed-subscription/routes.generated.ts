// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { ServiceDeps } from '../../platform/http/service-deps';
import { edSubscriptionRoutes } from './ed-subscription.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: ServiceDeps): Hono[] => [edSubscriptionRoutes(deps)];
