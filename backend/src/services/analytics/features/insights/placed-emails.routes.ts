import { placedEmailsContract } from '@skein/contracts/analytics/placed-emails.contract';
import { routes } from '#platform/http/routes';
import type { ServiceDeps } from '#platform/http/service-deps';
import { exportPlaced, readPlaced } from './read-placed';

/** The emails behind the share in spam over HTTP: one line an endpoint. */
export const placedEmailsRoutes = (deps: ServiceDeps) =>
  routes(placedEmailsContract)(deps, {
    listPlacedEmails: ({ db }, { actor, query }) => readPlaced(db, actor, query),
    exportPlacedEmails: async ({ db }, { actor, query }) => exportPlaced(db, actor, query),
  });
