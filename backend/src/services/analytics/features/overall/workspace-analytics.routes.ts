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

const nowOf = ({ campaignClock, realClock }: ServiceDeps) => (campaignClock ?? realClock).now();

/** Figures over all campaigns, and of mailboxes, over HTTP: one line an endpoint. */
export const workspaceAnalyticsRoutes = (deps: ServiceDeps) =>
  routes(workspaceAnalyticsContract)(deps, {
    overallStatistics: ({ db }, { actor, query }) => readOverall(db, actor, query),
    overallDays: ({ db }, { actor, query }) => readOverallDays(db, actor, query),
    overallByCampaign: ({ db }, { actor, query }) => readByCampaign(db, actor, query),
    overallByMailbox: ({ db }, { actor, query }) => readByMailbox(db, actor, query),
    overallRows: (known, { actor, query }) =>
      readRows(known.db, actor, {
        selection: { ...overallSelection(query), narrow: { by: query, now: nowOf(known) } },
        measure: query.measure,
        page: query,
      }),
    exportOverall: (known, { actor, query }) => exportOverall(known.db, actor, query, nowOf(known)),
    mailboxStatistics: ({ db }, { actor, params, query }) => readMailboxStatistics(db, actor, params.mailboxId, query),
    mailboxDays: ({ db }, { actor, params, query }) => readMailboxDays(db, actor, params.mailboxId, query),
  });
