import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { routes } from '#platform/http/routes';
import type { ServiceDeps } from '#platform/http/service-deps';
import { exportOverall } from '../export/export-figures';
import {
  readByCampaign,
  readByMailbox,
  readMailboxDays,
  readMailboxStatistics,
  readOverall,
  readOverallDays,
  readOverallRows,
} from './read-overall';

const nowOf = ({ campaignClock, realClock }: ServiceDeps) => (campaignClock ?? realClock).now();

/** Figures over all campaigns, and of mailboxes, over HTTP: one line an endpoint. */
export const workspaceAnalyticsRoutes = (deps: ServiceDeps) =>
  routes(workspaceAnalyticsContract)(deps, {
    overallStatistics: ({ db }, { actor, query }) => readOverall(db, actor, query),
    overallDays: ({ db }, { actor, query }) => readOverallDays(db, actor, query),
    overallByCampaign: ({ db }, { actor, query }) => readByCampaign(db, actor, query),
    overallByMailbox: ({ db }, { actor, query }) => readByMailbox(db, actor, query),
    overallRows: (known, { actor, query }) => readOverallRows(known.db, actor, query, nowOf(known)),
    exportOverall: (known, { actor, query }) => exportOverall(known.db, actor, query, nowOf(known)),
    mailboxStatistics: ({ db }, { actor, params, query }) => readMailboxStatistics(db, actor, params.mailboxId, query),
    mailboxDays: ({ db }, { actor, params, query }) => readMailboxDays(db, actor, params.mailboxId, query),
  });
