// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { WarmupDeps } from './deps';
import { warmupPolicyRoutes } from './warmup-policy.routes';
import { warmupRoutes } from './warmup.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: WarmupDeps): Hono[] => [warmupPolicyRoutes(deps), warmupRoutes(deps)];
