import { reviewContract } from '@skein/contracts/main/review.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { explainCampaign, explainLead, explainMailbox } from './explain';
import { forecastCampaign } from './forecast-campaign';
import { reviewCampaign } from './review-campaign';

export const reviewRoutes = (deps: MainDeps) =>
  routes(reviewContract)(deps, {
    reviewCampaign: (d, { actor, params }) => reviewCampaign(d, actor, params.campaignId),
    forecastCampaign: (d, { actor, params, body }) => forecastCampaign(d, actor, params.campaignId, body),
    explainCampaign: (d, { actor, params }) => explainCampaign(d, actor, params.campaignId),
    explainLead: (d, { actor, params }) => explainLead(d, actor, params.campaignId, params.enrolmentId),
    explainMailbox: (d, { actor, params }) => explainMailbox(d, actor, params.campaignId, params.mailboxId),
  });
