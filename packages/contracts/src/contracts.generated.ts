// Written by `npm run generate`: do not edit.
import type { Contract } from './endpoint';
import { campaignAnalyticsContract } from './analytics/campaign-analytics.contract';
import { insightsContract } from './analytics/insights.contract';
import { placedEmailsContract } from './analytics/placed-emails.contract';
import { reportsContract } from './analytics/reports.contract';
import { workspaceAnalyticsContract } from './analytics/workspace-analytics.contract';
import { dataQueryContract } from './data-query/data-query.contract';
import { edSubscriptionContract } from './ed-subscription/ed-subscription.contract';
import { accountImportsContract } from './main/account-imports.contract';
import { addressChangeContract } from './main/address-change.contract';
import { aiWritingContract } from './main/ai-writing.contract';
import { assistantContract } from './main/assistant.contract';
import { attachmentsContract } from './main/attachments.contract';
import { auditContract } from './main/audit.contract';
import { authContract } from './main/auth.contract';
import { blockListContract } from './main/block-list.contract';
import { blockUploadsContract } from './main/block-uploads.contract';
import { campaignEditsContract } from './main/campaign-edits.contract';
import { campaignLeadsContract } from './main/campaign-leads.contract';
import { campaignMailboxesContract } from './main/campaign-mailboxes.contract';
import { campaignsContract } from './main/campaigns.contract';
import { categoriesContract } from './main/categories.contract';
import { clientsContract } from './main/clients.contract';
import { docsContract } from './main/docs.contract';
import { fleetPlanContract } from './main/fleet-plan.contract';
import { fleetContract } from './main/fleet.contract';
import { foldersContract } from './main/folders.contract';
import { hubSpotContract } from './main/hubspot.contract';
import { inboxBulkContract } from './main/inbox-bulk.contract';
import { inboxDraftsContract } from './main/inbox-drafts.contract';
import { inboxPeopleContract } from './main/inbox-people.contract';
import { inboxRecentContract } from './main/inbox-recent.contract';
import { inboxRecordsContract } from './main/inbox-records.contract';
import { inboxContract } from './main/inbox.contract';
import { integrationsContract } from './main/integrations.contract';
import { leadActionsContract } from './main/lead-actions.contract';
import { leadListsContract } from './main/lead-lists.contract';
import { leadSourcesContract } from './main/lead-sources.contract';
import { leadTasksContract } from './main/lead-tasks.contract';
import { leadsContract } from './main/leads.contract';
import { linkedInAnswersContract } from './main/linkedin-answers.contract';
import { linkedInContract } from './main/linkedin.contract';
import { listViewsContract } from './main/list-views.contract';
import { liveContract } from './main/live.contract';
import { mailboxChangesContract } from './main/mailbox-changes.contract';
import { mailboxClientRulesContract } from './main/mailbox-client-rules.contract';
import { mailboxImportsContract } from './main/mailbox-imports.contract';
import { mailboxSignInContract } from './main/mailbox-sign-in.contract';
import { mailboxesContract } from './main/mailboxes.contract';
import { noticesContract } from './main/notices.contract';
import { operatorPeopleContract } from './main/operator-people.contract';
import { operatorContract } from './main/operator.contract';
import { planDetailsContract } from './main/plan-details.contract';
import { presenceContract } from './main/presence.contract';
import { referralsContract } from './main/referrals.contract';
import { remotesContract } from './main/remotes.contract';
import { replyTemplatesContract } from './main/reply-templates.contract';
import { reviewContract } from './main/review.contract';
import { sandboxContract } from './main/sandbox.contract';
import { searchContract } from './main/search.contract';
import { sequencesContract } from './main/sequences.contract';
import { serverSubscriptionContract } from './main/server-subscription.contract';
import { signedUploadsContract } from './main/signed-uploads.contract';
import { startContract } from './main/start.contract';
import { stepTemplatesContract } from './main/step-templates.contract';
import { subsequencesContract } from './main/subsequences.contract';
import { tasksContract } from './main/tasks.contract';
import { teamContract } from './main/team.contract';
import { trackingDomainsContract } from './main/tracking-domains.contract';
import { twoFactorContract } from './main/two-factor.contract';
import { uploadsContract } from './main/uploads.contract';
import { verificationContract } from './main/verification.contract';
import { webhooksContract } from './main/webhooks.contract';
import { whitelabelContract } from './main/whitelabel.contract';
import { workspaceArchivesContract } from './main/workspace-archives.contract';
import { workspaceDeletionContract } from './main/workspace-deletion.contract';
import { operatorSeedsContract } from './smart-delivery/operator-seeds.contract';
import { placementDraftsContract } from './smart-delivery/placement-drafts.contract';
import { placementReportsContract } from './smart-delivery/placement-reports.contract';
import { placementContract } from './smart-delivery/placement.contract';
import { seedsContract } from './smart-delivery/seeds.contract';
import { purchasesContract } from './smart-senders/purchases.contract';
import { serversContract } from './smart-servers/servers.contract';
import { billingContract } from './subscription/billing.contract';
import { subscriptionContract } from './subscription/subscription.contract';
import { trackingContract } from './tracking/tracking.contract';
import { operatorEventsContract } from './university/operator-events.contract';
import { universityContract } from './university/university.contract';
import { untrackedBlocksContract } from './untracked-replies/untracked-blocks.contract';
import { untrackedRepliesContract } from './untracked-replies/untracked-replies.contract';
import { untrackedRulesContract } from './untracked-replies/untracked-rules.contract';
import { v1AnalyticsContract } from './v1/analytics.contract';
import { v1BlockListContract } from './v1/block-list.contract';
import { v1CampaignActionsContract } from './v1/campaign-actions.contract';
import { v1CampaignMailboxesContract } from './v1/campaign-mailboxes.contract';
import { v1CampaignsContract } from './v1/campaigns.contract';
import { v1ClientKeysContract } from './v1/client-keys.contract';
import { v1ClientsContract } from './v1/clients.contract';
import { v1EmailAccountCareContract } from './v1/email-account-care.contract';
import { v1EmailAccountsContract } from './v1/email-accounts.contract';
import { v1LeadListsContract } from './v1/lead-lists.contract';
import { v1LeadReadsContract } from './v1/lead-reads.contract';
import { v1LeadsContract } from './v1/leads.contract';
import { v1MasterInboxContract } from './v1/master-inbox.contract';
import { v1MessagesContract } from './v1/messages.contract';
import { v1SendEmailContract } from './v1/send-email.contract';
import { v1SequencesContract } from './v1/sequences.contract';
import { v1SmartSendersContract } from './v1/smart-senders.contract';
import { v1SpamTestsContract } from './v1/spam-tests.contract';
import { v1StatisticsContract } from './v1/statistics.contract';
import { v1SubsequencesContract } from './v1/subsequences.contract';
import { v1TagsContract } from './v1/tags.contract';
import { v1VerifyEmailsContract } from './v1/verify-emails.contract';
import { v1WarmupContract } from './v1/warmup.contract';
import { v1WebhooksContract } from './v1/webhooks.contract';
import { warmupPolicyContract } from './warmup/warmup-policy.contract';
import { warmupContract } from './warmup/warmup.contract';

/** The contract of every feature. */
export const featureContracts: Contract[] = [
  campaignAnalyticsContract,
  insightsContract,
  placedEmailsContract,
  reportsContract,
  workspaceAnalyticsContract,
  dataQueryContract,
  edSubscriptionContract,
  accountImportsContract,
  addressChangeContract,
  aiWritingContract,
  assistantContract,
  attachmentsContract,
  auditContract,
  authContract,
  blockListContract,
  blockUploadsContract,
  campaignEditsContract,
  campaignLeadsContract,
  campaignMailboxesContract,
  campaignsContract,
  categoriesContract,
  clientsContract,
  docsContract,
  fleetPlanContract,
  fleetContract,
  foldersContract,
  hubSpotContract,
  inboxBulkContract,
  inboxDraftsContract,
  inboxPeopleContract,
  inboxRecentContract,
  inboxRecordsContract,
  inboxContract,
  integrationsContract,
  leadActionsContract,
  leadListsContract,
  leadSourcesContract,
  leadTasksContract,
  leadsContract,
  linkedInAnswersContract,
  linkedInContract,
  listViewsContract,
  liveContract,
  mailboxChangesContract,
  mailboxClientRulesContract,
  mailboxImportsContract,
  mailboxSignInContract,
  mailboxesContract,
  noticesContract,
  operatorPeopleContract,
  operatorContract,
  planDetailsContract,
  presenceContract,
  referralsContract,
  remotesContract,
  replyTemplatesContract,
  reviewContract,
  sandboxContract,
  searchContract,
  sequencesContract,
  serverSubscriptionContract,
  signedUploadsContract,
  startContract,
  stepTemplatesContract,
  subsequencesContract,
  tasksContract,
  teamContract,
  trackingDomainsContract,
  twoFactorContract,
  uploadsContract,
  verificationContract,
  webhooksContract,
  whitelabelContract,
  workspaceArchivesContract,
  workspaceDeletionContract,
  operatorSeedsContract,
  placementDraftsContract,
  placementReportsContract,
  placementContract,
  seedsContract,
  purchasesContract,
  serversContract,
  billingContract,
  subscriptionContract,
  trackingContract,
  operatorEventsContract,
  universityContract,
  untrackedBlocksContract,
  untrackedRepliesContract,
  untrackedRulesContract,
  v1AnalyticsContract,
  v1BlockListContract,
  v1CampaignActionsContract,
  v1CampaignMailboxesContract,
  v1CampaignsContract,
  v1ClientKeysContract,
  v1ClientsContract,
  v1EmailAccountCareContract,
  v1EmailAccountsContract,
  v1LeadListsContract,
  v1LeadReadsContract,
  v1LeadsContract,
  v1MasterInboxContract,
  v1MessagesContract,
  v1SendEmailContract,
  v1SequencesContract,
  v1SmartSendersContract,
  v1SpamTestsContract,
  v1StatisticsContract,
  v1SubsequencesContract,
  v1TagsContract,
  v1VerifyEmailsContract,
  v1WarmupContract,
  v1WebhooksContract,
  warmupPolicyContract,
  warmupContract,
];
