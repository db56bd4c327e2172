import type { Hono } from 'hono';
import { healthRoutes } from '../../platform/http/health-routes';
import { mountRoutes } from '../../platform/http/mount-routes';
import type { ServiceDeps } from '../../platform/http/service-deps';
import { campaignAnalyticsRoutes } from './features/campaign/campaign-analytics.routes';
import { workspaceAnalyticsRoutes } from './features/overall/workspace-analytics.routes';

/** The analytics service: one line a feature. */
export const createAnalyticsApp = (deps: ServiceDeps): Hono =>
  mountRoutes([healthRoutes('analytics', deps), campaignAnalyticsRoutes(deps), workspaceAnalyticsRoutes(deps)]);
