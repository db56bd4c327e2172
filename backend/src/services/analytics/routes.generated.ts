// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { ServiceDeps } from '../../platform/http/service-deps';
import { campaignAnalyticsRoutes } from './features/campaign/campaign-analytics.routes';
import { insightsRoutes } from './features/insights/insights.routes';
import { workspaceAnalyticsRoutes } from './features/overall/workspace-analytics.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: ServiceDeps): Hono[] => [
  campaignAnalyticsRoutes(deps),
  insightsRoutes(deps),
  workspaceAnalyticsRoutes(deps),
];
