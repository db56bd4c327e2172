import type { Hono } from 'hono';
import type { MainDeps } from '../../deps';
import { v1CampaignsRoutes, v1SequencesRoutes } from './campaigns.routes';
import { v1ClientKeysRoutes } from './client-keys.routes';
import { v1CampaignMailboxesRoutes, v1EmailAccountCareRoutes, v1EmailAccountsRoutes } from './email-accounts.routes';
import { v1LeadListsRoutes } from './lead-lists.routes';
import { v1BlockListRoutes, v1LeadsRoutes } from './leads.routes';
import { v1MasterInboxRoutes, v1MessagesRoutes } from './master-inbox.routes';
import { v1StatisticsRoutes } from './statistics.routes';
import { v1SubsequencesRoutes } from './subsequences.routes';
import { v1ClientsRoutes, v1WebhooksRoutes } from './webhooks.routes';
import { v1CampaignActionsRoutes, v1LeadReadsRoutes } from './lead-reads.routes';
import { v1TagsRoutes } from './tags.routes';
import { v1WarmupRoutes } from './warmup.routes';

/** The public API v1, one line a contract. */
export const v1Routes = (deps: MainDeps): Hono[] => [
  v1BlockListRoutes(deps),
  v1CampaignMailboxesRoutes(deps),
  v1CampaignActionsRoutes(deps),
  v1CampaignsRoutes(deps),
  v1ClientKeysRoutes(deps),
  v1ClientsRoutes(deps),
  v1EmailAccountCareRoutes(deps),
  v1EmailAccountsRoutes(deps),
  v1LeadListsRoutes(deps),
  v1LeadReadsRoutes(deps),
  v1LeadsRoutes(deps),
  v1MasterInboxRoutes(deps),
  v1MessagesRoutes(deps),
  v1SequencesRoutes(deps),
  v1StatisticsRoutes(deps),
  v1SubsequencesRoutes(deps),
  v1TagsRoutes(deps),
  v1WarmupRoutes(deps),
  v1WebhooksRoutes(deps),
];
