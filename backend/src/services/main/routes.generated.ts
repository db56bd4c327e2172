// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { MainDeps } from './deps';
import { aiWritingRoutes } from './campaigns/ai-writing/ai-writing.routes';
import { campaignEditsRoutes } from './campaigns/campaign-edits/campaign-edits.routes';
import { campaignLeadsRoutes } from './campaigns/campaign-leads/campaign-leads.routes';
import { campaignMailboxesRoutes } from './campaigns/campaign-mailboxes/campaign-mailboxes.routes';
import { foldersRoutes } from './campaigns/folders/folders.routes';
import { reviewRoutes } from './campaigns/review/review.routes';
import { sequencesRoutes } from './campaigns/sequences/sequences.routes';
import { campaignsRoutes } from './campaigns/setup/campaigns.routes';
import { stepTemplatesRoutes } from './campaigns/step-templates/step-templates.routes';
import { subsequencesRoutes } from './campaigns/subsequences/subsequences.routes';
import { attachmentsRoutes } from './files/attachments/attachments.routes';
import { signedUploadsRoutes } from './files/signed-uploads/signed-uploads.routes';
import { identityRoutes } from './identity/accounts/identity.routes';
import { addressChangeRoutes } from './identity/address-change/address-change.routes';
import { auditTrailRoutes } from './identity/audit-trail/audit-trail.routes';
import { clientsRoutes } from './identity/clients/clients.routes';
import { operatorRoutes, operatorPeopleRoutes } from './identity/operator/operator.routes';
import { planDetailsRoutes } from './identity/plan-details/plan-details.routes';
import { referralsRoutes } from './identity/referrals/referrals.routes';
import { teamRoutes } from './identity/team/team.routes';
import { twoFactorRoutes } from './identity/two-factor/two-factor.routes';
import { whitelabelRoutes } from './identity/whitelabel/whitelabel.routes';
import { workspaceDeletionRoutes } from './identity/workspace-deletion/workspace-deletion.routes';
import { assistantRoutes } from './inbox/assistant/assistant.routes';
import { inboxBulkRoutes } from './inbox/bulk/inbox-bulk.routes';
import { inboxDraftsRoutes } from './inbox/conversations/inbox-drafts.routes';
import { inboxRecordsRoutes } from './inbox/conversations/inbox-records.routes';
import { linkedInAnswersRoutes } from './inbox/conversations/linkedin-answers.routes';
import { inboxRoutes } from './inbox/inbox.routes';
import { inboxPeopleRoutes } from './inbox/people/inbox-people.routes';
import { presenceRoutes } from './inbox/presence/presence.routes';
import { inboxRecentRoutes } from './inbox/recent/inbox-recent.routes';
import { replyTemplatesRoutes } from './inbox/reply-templates/reply-templates.routes';
import { accountImportsRoutes } from './integrations/account-imports/account-imports.routes';
import { connectionsRoutes } from './integrations/connections/connections.routes';
import { hubspotRoutes } from './integrations/hubspot/hubspot.routes';
import { sourcesRoutes } from './integrations/sources/sources.routes';
import { workspaceArchivesRoutes } from './integrations/workspace-archives/workspace-archives.routes';
import { categoriesRoutes } from './labels/categories/categories.routes';
import { blockListRoutes } from './leads/block-list/block-list.routes';
import { blockUploadsRoutes } from './leads/block-uploads/block-uploads.routes';
import { leadActionsRoutes } from './leads/lead-actions/lead-actions.routes';
import { leadListsRoutes } from './leads/lead-lists/lead-lists.routes';
import { leadsRoutes } from './leads/people/leads.routes';
import { leadTasksRoutes } from './leads/tasks/lead-tasks.routes';
import { tasksRoutes } from './leads/tasks/tasks.routes';
import { uploadsRoutes } from './leads/uploads/uploads.routes';
import { verificationRoutes } from './leads/verification/verification.routes';
import { clientRulesRoutes } from './mailboxes/client-rules/client-rules.routes';
import { mailboxesRoutes } from './mailboxes/connections/mailboxes.routes';
import { fleetPlanRoutes } from './mailboxes/fleet/fleet-plan.routes';
import { fleetRoutes } from './mailboxes/fleet/fleet.routes';
import { mailboxChangesRoutes } from './mailboxes/mailbox-changes/mailbox-changes.routes';
import { mailboxImportsRoutes } from './mailboxes/mailbox-imports/mailbox-imports.routes';
import { serverSubscriptionRoutes } from './mailboxes/server-subscription/server-subscription.routes';
import { signInRoutes } from './mailboxes/sign-in/sign-in.routes';
import { trackingDomainsRoutes } from './mailboxes/tracking-domains/tracking-domains.routes';
import { noticesRoutes } from './notices/delivery/notices.routes';
import { webhooksRoutes } from './notices/webhooks/webhooks.routes';
import { docsRoutes } from './public-api/docs/docs.routes';
import { v1AnalyticsRoutes } from './public-api/v1/analytics.routes';
import { v1CampaignsRoutes, v1SequencesRoutes } from './public-api/v1/campaigns.routes';
import { v1ClientKeysRoutes } from './public-api/v1/client-keys.routes';
import {
  v1EmailAccountsRoutes,
  v1EmailAccountCareRoutes,
  v1CampaignMailboxesRoutes,
} from './public-api/v1/email-accounts.routes';
import { v1LeadListsRoutes } from './public-api/v1/lead-lists.routes';
import { v1CampaignActionsRoutes, v1LeadReadsRoutes } from './public-api/v1/lead-reads.routes';
import { v1LeadsRoutes, v1BlockListRoutes } from './public-api/v1/leads.routes';
import { v1MasterInboxRoutes, v1MessagesRoutes } from './public-api/v1/master-inbox.routes';
import { v1SendEmailRoutes } from './public-api/v1/send-email.routes';
import { v1SmartSendersRoutes } from './public-api/v1/smart-senders.routes';
import { v1SpamTestsRoutes } from './public-api/v1/spam-tests.routes';
import { v1StatisticsRoutes } from './public-api/v1/statistics.routes';
import { v1SubsequencesRoutes } from './public-api/v1/subsequences.routes';
import { v1TagsRoutes } from './public-api/v1/tags.routes';
import { v1VerifyEmailsRoutes } from './public-api/v1/verify-emails.routes';
import { v1WarmupRoutes } from './public-api/v1/warmup.routes';
import { v1WebhooksRoutes, v1ClientsRoutes } from './public-api/v1/webhooks.routes';
import { linkedInRoutes } from './sending/linkedin/linkedin.routes';
import { listViewsRoutes } from './shell/list-views/list-views.routes';
import { liveRoutes } from './shell/live/live.routes';
import { remotesRoutes } from './shell/remotes/remotes.routes';
import { sandboxRoutes } from './shell/sandbox/sandbox.routes';
import { searchRoutes } from './shell/search/search.routes';
import { startRoutes } from './shell/start/start.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: MainDeps): Hono[] => [
  aiWritingRoutes(deps),
  campaignEditsRoutes(deps),
  campaignLeadsRoutes(deps),
  campaignMailboxesRoutes(deps),
  foldersRoutes(deps),
  reviewRoutes(deps),
  sequencesRoutes(deps),
  campaignsRoutes(deps),
  stepTemplatesRoutes(deps),
  subsequencesRoutes(deps),
  attachmentsRoutes(deps),
  signedUploadsRoutes(deps),
  identityRoutes(deps),
  addressChangeRoutes(deps),
  auditTrailRoutes(deps),
  clientsRoutes(deps),
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
  inboxRecordsRoutes(deps),
  linkedInAnswersRoutes(deps),
  inboxRoutes(deps),
  inboxPeopleRoutes(deps),
  presenceRoutes(deps),
  inboxRecentRoutes(deps),
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
  mailboxesRoutes(deps),
  fleetPlanRoutes(deps),
  fleetRoutes(deps),
  mailboxChangesRoutes(deps),
  mailboxImportsRoutes(deps),
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
