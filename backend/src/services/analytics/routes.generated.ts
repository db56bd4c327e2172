// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { AnalyticsDeps } from './deps';
import { campaignAnalyticsRoutes } from './features/campaign/campaign-analytics.routes';
import { insightsRoutes } from './features/insights/insights.routes';
import { placedEmailsRoutes } from './features/insights/placed-emails.routes';
import { workspaceAnalyticsRoutes } from './features/overall/workspace-analytics.routes';
import { reportsRoutes } from './features/reports/reports.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: AnalyticsDeps): Hono[] => [
  campaignAnalyticsRoutes(deps),
  insightsRoutes(deps),
  placedEmailsRoutes(deps),
  workspaceAnalyticsRoutes(deps),
  reportsRoutes(deps),
];
