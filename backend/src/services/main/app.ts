import type { Hono } from 'hono';
import { healthRoutes } from '../../platform/http/health-routes';
import { mountRoutes } from '../../platform/http/mount-routes';
import type { MainDeps } from './deps';
import { docsRoutes } from './features/docs/docs.routes';
import { identityRoutes } from './features/identity/identity.routes';
import { liveRoutes } from './features/live/live.routes';
import { mailboxesRoutes } from './features/mailboxes/mailboxes.routes';
import { sandboxRoutes } from './features/sandbox/sandbox.routes';
import { webhooksRoutes } from './features/webhooks/webhooks.routes';

/** The main service: one line a feature. Routes are sorted by mountRoutes, so the order here is only for the reader. */
export const createMainApp = (deps: MainDeps): Hono =>
  mountRoutes([
    healthRoutes('main', deps),
    docsRoutes(deps),
    identityRoutes(deps),
    liveRoutes(deps),
    mailboxesRoutes(deps),
    sandboxRoutes(deps),
    webhooksRoutes(deps),
  ]);
