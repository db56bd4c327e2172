import { v1StatisticsContract } from '@skein/contracts/v1/statistics.contract';
import type { MainDeps } from '#main/deps';
import { downloadStatistics } from './download-statistics';
import { readLeadsStatistics } from './leads-statistics';
import {
  listEmails,
  readAnalytics,
  readAnalyticsByDate,
  readAnalyticsOfAll,
  readMailboxStatistics,
  readTopLevel,
} from './statistics';
import { readSequenceAnalytics, readVariantStatistics } from './step-statistics';
import { wireRoutes } from './wire-routes';

export const v1StatisticsRoutes = (deps: MainDeps) =>
  wireRoutes(v1StatisticsContract)(deps, {
    emails: (d, { params, query, raw }) => listEmails(d, raw.req.raw, params.campaignId, query),
    download: (d, { actor, params, query, raw }) =>
      downloadStatistics(d, actor, raw.req.raw, { campaignId: params.campaignId, query }),
    analytics: (d, { actor, params, raw }) => readAnalytics(d, actor, raw.req.raw, params.campaignId),
    analyticsOfAll: (d, { actor, query, raw }) => readAnalyticsOfAll(d, actor, raw.req.raw, query),
    analyticsByDate: (d, { actor, params, query, raw }) =>
      readAnalyticsByDate(d, actor, raw.req.raw, { campaignId: params.campaignId, days: query }),
    topLevelByDate: (d, { actor, params, query, raw }) =>
      readTopLevel(d, actor, raw.req.raw, { campaignId: params.campaignId, given: query }),
    leads: (d, { actor, params, query }) => readLeadsStatistics(d, actor, params.campaignId, query),
    mailboxes: (d, { actor, params, query, raw }) =>
      readMailboxStatistics(d, actor, raw.req.raw, { campaignId: params.campaignId, query }),
    variants: (d, { params, raw }) => readVariantStatistics(d, raw.req.raw, params.campaignId),
    sequences: (d, { actor, params, query, raw }) =>
      readSequenceAnalytics(d, actor, raw.req.raw, { campaignId: params.campaignId, days: query }),
  });
