import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { routes } from '#platform/http/routes';
import type { ServiceDeps } from '#platform/http/service-deps';
import { exportOverall } from '../export/export-figures';
import { readRows } from '../figures/figures';
import {
  overallSelection,
  readByCampaign,
  readByMailbox,
  readMailboxDays,
  readMailboxStatistics,
  readOverall,
  readOverallDays,
} from './read-overall';

/** Figures over all campaigns, and of mailboxes, over HTTP: one line an endpoint. */
export const workspaceAnalyticsRoutes = (deps: ServiceDeps) =>
  routes(workspaceAnalyticsContract)(deps, {
    overallStatistics: ({ db }, { actor, query }) => readOverall(db, actor, query),
    overallDays: ({ db }, { actor, query }) => readOverallDays(db, actor, query),
    overallByCampaign: ({ db }, { actor, query }) => readByCampaign(db, actor, query),
    overallByMailbox: ({ db }, { actor, query }) => readByMailbox(db, actor, query),
    overallRows: ({ db }, { actor, query }) =>
      readRows(db, actor, { selection: overallSelection(query), measure: query.measure, page: query }),
    exportOverall: ({ db }, { actor, query }) => exportOverall(db, actor, query),
    mailboxStatistics: ({ db }, { actor, params, query }) => readMailboxStatistics(db, actor, params.mailboxId, query),
    mailboxDays: ({ db }, { actor, params, query }) => readMailboxDays(db, actor, params.mailboxId, query),
  });
