// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { MainDeps } from './deps';
import { aiWritingRoutes } from './areas/campaigns/ai-writing/ai-writing.routes';
import { campaignEditsRoutes } from './areas/campaigns/campaign-edits/campaign-edits.routes';
import { campaignLeadsRoutes } from './areas/campaigns/campaign-leads/campaign-leads.routes';
import { campaignMailboxesRoutes } from './areas/campaigns/campaign-mailboxes/campaign-mailboxes.routes';
import { campaignsRoutes } from './areas/campaigns/campaigns/campaigns.routes';
import { foldersRoutes } from './areas/campaigns/folders/folders.routes';
import { reviewRoutes } from './areas/campaigns/review/review.routes';
import { sequencesRoutes } from './areas/campaigns/sequences/sequences.routes';
import { stepTemplatesRoutes } from './areas/campaigns/step-templates/step-templates.routes';
import { subsequencesRoutes } from './areas/campaigns/subsequences/subsequences.routes';
import { attachmentsRoutes } from './areas/files/attachments/attachments.routes';
import { signedUploadsRoutes } from './areas/files/signed-uploads/signed-uploads.routes';
import { addressChangeRoutes } from './areas/identity/address-change/address-change.routes';
import { auditTrailRoutes } from './areas/identity/audit-trail/audit-trail.routes';
import { clientsRoutes } from './areas/identity/clients/clients.routes';
import { identityRoutes } from './areas/identity/identity/identity.routes';
import { operatorRoutes, operatorPeopleRoutes } from './areas/identity/operator/operator.routes';
import { planDetailsRoutes } from './areas/identity/plan-details/plan-details.routes';
import { referralsRoutes } from './areas/identity/referrals/referrals.routes';
import { teamRoutes } from './areas/identity/team/team.routes';
import { twoFactorRoutes } from './areas/identity/two-factor/two-factor.routes';
import { whitelabelRoutes } from './areas/identity/whitelabel/whitelabel.routes';
import { workspaceDeletionRoutes } from './areas/identity/workspace-deletion/workspace-deletion.routes';
import { assistantRoutes } from './areas/inbox/assistant/assistant.routes';
import { inboxBulkRoutes } from './areas/inbox/bulk/inbox-bulk.routes';
import { inboxDraftsRoutes } from './areas/inbox/inbox/inbox-drafts.routes';
import { inboxRoutes } from './areas/inbox/inbox/inbox.routes';
import { inboxPeopleRoutes } from './areas/inbox/people/inbox-people.routes';
import { presenceRoutes } from './areas/inbox/presence/presence.routes';
import { replyTemplatesRoutes } from './areas/inbox/reply-templates/reply-templates.routes';
import { accountImportsRoutes } from './areas/integrations/account-imports/account-imports.routes';
import { connectionsRoutes } from './areas/integrations/connections/connections.routes';
import { hubspotRoutes } from './areas/integrations/hubspot/hubspot.routes';
import { sourcesRoutes } from './areas/integrations/sources/sources.routes';
import { workspaceArchivesRoutes } from './areas/integrations/workspace-archives/workspace-archives.routes';
import { categoriesRoutes } from './areas/labels/categories/categories.routes';
import { blockListRoutes } from './areas/leads/block-list/block-list.routes';
import { blockUploadsRoutes } from './areas/leads/block-uploads/block-uploads.routes';
import { leadActionsRoutes } from './areas/leads/lead-actions/lead-actions.routes';
import { leadListsRoutes } from './areas/leads/lead-lists/lead-lists.routes';
import { leadsRoutes } from './areas/leads/leads/leads.routes';
import { leadTasksRoutes } from './areas/leads/tasks/lead-tasks.routes';
import { tasksRoutes } from './areas/leads/tasks/tasks.routes';
import { uploadsRoutes } from './areas/leads/uploads/uploads.routes';
import { verificationRoutes } from './areas/leads/verification/verification.routes';
import { clientRulesRoutes } from './areas/mailboxes/client-rules/client-rules.routes';
import { fleetPlanRoutes } from './areas/mailboxes/fleet/fleet-plan.routes';
import { fleetRoutes } from './areas/mailboxes/fleet/fleet.routes';
import { mailboxChangesRoutes } from './areas/mailboxes/mailbox-changes/mailbox-changes.routes';
import { mailboxImportsRoutes } from './areas/mailboxes/mailbox-imports/mailbox-imports.routes';
import { mailboxesRoutes } from './areas/mailboxes/mailboxes/mailboxes.routes';
import { serverSubscriptionRoutes } from './areas/mailboxes/server-subscription/server-subscription.routes';
import { signInRoutes } from './areas/mailboxes/sign-in/sign-in.routes';
import { trackingDomainsRoutes } from './areas/mailboxes/tracking-domains/tracking-domains.routes';
import { noticesRoutes } from './areas/notices/notices/notices.routes';
import { webhooksRoutes } from './areas/notices/webhooks/webhooks.routes';
import { docsRoutes } from './areas/public-api/docs/docs.routes';
import { v1AnalyticsRoutes } from './areas/public-api/v1/analytics.routes';
import { v1CampaignsRoutes, v1SequencesRoutes } from './areas/public-api/v1/campaigns.routes';
import { v1ClientKeysRoutes } from './areas/public-api/v1/client-keys.routes';
import {
  v1EmailAccountsRoutes,
  v1EmailAccountCareRoutes,
  v1CampaignMailboxesRoutes,
} from './areas/public-api/v1/email-accounts.routes';
import { v1LeadListsRoutes } from './areas/public-api/v1/lead-lists.routes';
import { v1CampaignActionsRoutes, v1LeadReadsRoutes } from './areas/public-api/v1/lead-reads.routes';
import { v1LeadsRoutes, v1BlockListRoutes } from './areas/public-api/v1/leads.routes';
import { v1MasterInboxRoutes, v1MessagesRoutes } from './areas/public-api/v1/master-inbox.routes';
import { v1SendEmailRoutes } from './areas/public-api/v1/send-email.routes';
import { v1SmartSendersRoutes } from './areas/public-api/v1/smart-senders.routes';
import { v1SpamTestsRoutes } from './areas/public-api/v1/spam-tests.routes';
import { v1StatisticsRoutes } from './areas/public-api/v1/statistics.routes';
import { v1SubsequencesRoutes } from './areas/public-api/v1/subsequences.routes';
import { v1TagsRoutes } from './areas/public-api/v1/tags.routes';
import { v1VerifyEmailsRoutes } from './areas/public-api/v1/verify-emails.routes';
import { v1WarmupRoutes } from './areas/public-api/v1/warmup.routes';
import { v1WebhooksRoutes, v1ClientsRoutes } from './areas/public-api/v1/webhooks.routes';
import { linkedInRoutes } from './areas/sending/linkedin/linkedin.routes';
import { listViewsRoutes } from './areas/shell/list-views/list-views.routes';
import { liveRoutes } from './areas/shell/live/live.routes';
import { remotesRoutes } from './areas/shell/remotes/remotes.routes';
import { sandboxRoutes } from './areas/shell/sandbox/sandbox.routes';
import { searchRoutes } from './areas/shell/search/search.routes';
import { startRoutes } from './areas/shell/start/start.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: MainDeps): Hono[] => [
  aiWritingRoutes(deps),
  campaignEditsRoutes(deps),
  campaignLeadsRoutes(deps),
  campaignMailboxesRoutes(deps),
  campaignsRoutes(deps),
  foldersRoutes(deps),
  reviewRoutes(deps),
  sequencesRoutes(deps),
  stepTemplatesRoutes(deps),
  subsequencesRoutes(deps),
  attachmentsRoutes(deps),
  signedUploadsRoutes(deps),
  addressChangeRoutes(deps),
  auditTrailRoutes(deps),
  clientsRoutes(deps),
  identityRoutes(deps),
  operatorRoutes(deps),
  operatorPeopleRoutes(deps),
  planDetailsRoutes(deps),
  referralsRoutes(deps),
  teamRoutes(deps),
  twoFactorRoutes(deps),
  whitelabelRoutes(deps),
  workspaceDeletionRoutes(deps),
  assistantRoutes(deps),
  inboxBulkRoutes(deps),
  inboxDraftsRoutes(deps),
  inboxRoutes(deps),
  inboxPeopleRoutes(deps),
  presenceRoutes(deps),
  replyTemplatesRoutes(deps),
  accountImportsRoutes(deps),
  connectionsRoutes(deps),
  hubspotRoutes(deps),
  sourcesRoutes(deps),
  workspaceArchivesRoutes(deps),
  categoriesRoutes(deps),
  blockListRoutes(deps),
  blockUploadsRoutes(deps),
  leadActionsRoutes(deps),
  leadListsRoutes(deps),
  leadsRoutes(deps),
  leadTasksRoutes(deps),
  tasksRoutes(deps),
  uploadsRoutes(deps),
  verificationRoutes(deps),
  clientRulesRoutes(deps),
  fleetPlanRoutes(deps),
  fleetRoutes(deps),
  mailboxChangesRoutes(deps),
  mailboxImportsRoutes(deps),
  mailboxesRoutes(deps),
  serverSubscriptionRoutes(deps),
  signInRoutes(deps),
  trackingDomainsRoutes(deps),
  noticesRoutes(deps),
  webhooksRoutes(deps),
  docsRoutes(deps),
  v1AnalyticsRoutes(deps),
  v1CampaignsRoutes(deps),
  v1SequencesRoutes(deps),
  v1ClientKeysRoutes(deps),
  v1EmailAccountsRoutes(deps),
  v1EmailAccountCareRoutes(deps),
  v1CampaignMailboxesRoutes(deps),
  v1LeadListsRoutes(deps),
  v1CampaignActionsRoutes(deps),
  v1LeadReadsRoutes(deps),
  v1LeadsRoutes(deps),
  v1BlockListRoutes(deps),
  v1MasterInboxRoutes(deps),
  v1MessagesRoutes(deps),
  v1SendEmailRoutes(deps),
  v1SmartSendersRoutes(deps),
  v1SpamTestsRoutes(deps),
  v1StatisticsRoutes(deps),
  v1SubsequencesRoutes(deps),
  v1TagsRoutes(deps),
  v1VerifyEmailsRoutes(deps),
  v1WarmupRoutes(deps),
  v1WebhooksRoutes(deps),
  v1ClientsRoutes(deps),
  linkedInRoutes(deps),
  listViewsRoutes(deps),
  liveRoutes(deps),
  remotesRoutes(deps),
  sandboxRoutes(deps),
  searchRoutes(deps),
  startRoutes(deps),
];
