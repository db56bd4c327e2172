import type { Hono } from 'hono';
import { healthRoutes } from '../../platform/http/health-routes';
import { mountRoutes } from '../../platform/http/mount-routes';
import type { ServiceDeps } from '../../platform/http/service-deps';

/** The smart-senders service: one line a feature. */
export const createSmartSendersApp = (deps: ServiceDeps): Hono => mountRoutes([healthRoutes('smart-senders', deps)]);
