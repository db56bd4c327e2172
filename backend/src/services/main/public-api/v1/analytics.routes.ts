import { v1AnalyticsContract } from '@skein/contracts/v1/analytics.contract';
import type { MainDeps } from '#main/deps';
import {
  countClientMonths,
  listCampaignNames,
  listClientNames,
  readByCampaign,
  readByClient,
  readByDay,
  readByDomain,
  readByMailbox,
  readByProvider,
  readCampaignStatuses,
  readOverall,
  readOverview,
} from './analytics';
import {
  readCategories,
  readFollowUpRate,
  readLeadStats,
  readLeadsForReply,
  readMailboxCounts,
  readReplyTimes,
  readResponses,
  readTeam,
} from './analytics-replies';
import { wireRoutes } from './wire-routes';

export const v1AnalyticsRoutes = (deps: MainDeps) =>
  wireRoutes(v1AnalyticsContract)(deps, {
    overview: (d, { query, raw }) => readOverview(d, raw.req.raw, query),
    campaignList: (d, { actor, query }) => listCampaignNames(d, actor, query),
    clientList: (d, { actor, query }) => listClientNames(d, actor, query),
    clientMonths: (d, { actor, query }) => countClientMonths(d, actor, query),
    overall: (d, { query, raw }) => readOverall(d, raw.req.raw, query),
    days: (d, { query, raw }) => readByDay(d, raw.req.raw, query, 'event'),
    daysBySent: (d, { query, raw }) => readByDay(d, raw.req.raw, query, 'sent'),
    positiveDays: (d, { query, raw }) => readByDay(d, raw.req.raw, query, 'event'),
    positiveDaysBySent: (d, { query, raw }) => readByDay(d, raw.req.raw, query, 'sent'),
    campaigns: (d, { query, raw }) => readByCampaign(d, raw.req.raw, query),
    clients: (d, { actor, query, raw }) => readByClient(d, actor, raw.req.raw, query),
    mailboxNames: (d, { query, raw }) => readByMailbox(d, raw.req.raw, query),
    mailboxDomains: (d, { query, raw }) => readByDomain(d, raw.req.raw, query),
    mailboxProviders: (d, { query, raw }) => readByProvider(d, raw.req.raw, query),
    mailboxes: (d, { query, raw }) => readMailboxCounts(d, raw.req.raw, query),
    team: (d, { query, raw }) => readTeam(d, raw.req.raw, query),
    leads: (d, { query, raw }) => readLeadStats(d, raw.req.raw, query),
    leadCategories: (d, { query, raw }) => readCategories(d, raw.req.raw, query),
    leadsForReply: (d, { query, raw }) => readLeadsForReply(d, raw.req.raw, query),
    followUpRate: (d, { query, raw }) => readFollowUpRate(d, raw.req.raw, query),
    replyTimes: (d, { query, raw }) => readReplyTimes(d, raw.req.raw, query),
    responses: (d, { actor, query, raw }) => readResponses(d, actor, raw.req.raw, query),
    statuses: (d, { actor, query }) => readCampaignStatuses(d, actor, query),
  });
