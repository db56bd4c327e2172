import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { routes } from '#platform/http/routes';
import type { ServiceDeps } from '#platform/http/service-deps';
import { readEmails } from '../emails/read-emails';
import { exportCampaign } from '../export/export-figures';
import { readDays, readRows } from '../figures/figures';
import { readSteps } from '../steps/read-steps';
import { readTrigger, readTriggers } from '../triggers/read-triggers';
import { campaignSelection, inCampaign, readCampaignMailboxes, readCampaignStatistics } from './read-campaign';

/** Figures of one campaign over HTTP: one line an endpoint. */
export const campaignAnalyticsRoutes = (deps: ServiceDeps) =>
  routes(campaignAnalyticsContract)(deps, {
    campaignStatistics: ({ db }, { actor, params, query }) =>
      readCampaignStatistics(db, actor, params.campaignId, query),
    campaignDays: ({ db }, { actor, params, query }) =>
      inCampaign(db, actor, params.campaignId, (sql) =>
        readDays(actor, sql, campaignSelection(params.campaignId, query)),
      ),
    campaignSteps: ({ db }, { actor, params, query }) =>
      inCampaign(db, actor, params.campaignId, (sql) =>
        readSteps(actor, sql, params.campaignId, campaignSelection(params.campaignId, query)),
      ),
    campaignMailboxes: ({ db }, { actor, params, query }) => readCampaignMailboxes(db, actor, params.campaignId, query),
    campaignRows: async ({ db }, { actor, params, query }) => {
      await inCampaign(db, actor, params.campaignId, async () => undefined);
      return readRows(db, actor, {
        selection: campaignSelection(params.campaignId, query, {
          stepId: query.step_id,
          variantId: query.variant_id,
          mailboxIds: query.mailbox_id === undefined ? undefined : [query.mailbox_id],
        }),
        measure: query.measure,
        page: query,
      });
    },
    campaignEmails: ({ db }, { actor, params, query }) =>
      readEmails(db, actor, {
        campaignId: params.campaignId,
        filter: {
          seqNumbers: query.seq_numbers,
          statuses: query.statuses,
          sentAfter: query.sent_after,
          sentBefore: query.sent_before,
        },
        page: query,
      }),
    campaignTriggers: ({ db }, { actor, params, query }) => readTriggers(db, actor, params.campaignId, query),
    campaignTrigger: ({ db }, { actor, params }) => readTrigger(db, actor, params.campaignId, params.triggerId),
    exportCampaign: ({ db }, { actor, params, query }) => exportCampaign(db, actor, params.campaignId, query),
  });
