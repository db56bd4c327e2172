// Written by `npm run generate`: do not edit.
import type { BulkRunKind } from '../../platform/bulk-runs/bulk-run';
import { bulkRunHandlers } from '../../platform/bulk-runs/bulk-runs.handlers';
import { bulkRunsCron } from '../../platform/bulk-runs/bulk-runs.jobs';
import type { CronEntry, JobHandler } from '../../platform/jobs/job-definition';
import type { MainDeps } from './deps';
import { inboxChangeRun } from './inbox/bulk/inbox-change.run';
import { accountImportRun } from './integrations/account-imports/account-import.run';
import { workspaceExportRun } from './integrations/workspace-archives/workspace-export.run';
import { workspaceImportRun } from './integrations/workspace-archives/workspace-import.run';
import { blockUploadRun } from './leads/block-uploads/block-upload.run';
import { leadActionRun } from './leads/lead-actions/lead-action.run';
import { leadUploadRun } from './leads/uploads/lead-upload.run';
import { verificationRun } from './leads/verification/verification.run';
import { mailboxChangeRun } from './mailboxes/mailbox-changes/mailbox-change.run';
import { mailboxImportRun } from './mailboxes/mailbox-imports/mailbox-import.run';
import { signedUploadsHandlers } from './files/signed-uploads/signed-uploads.handlers';
import { accountMailHandlers } from './identity/account-mail/account-mail.handlers';
import { identityHandlers } from './identity/accounts/identity.handlers';
import { addressChangeHandlers } from './identity/address-change/address-change.handlers';
import { auditTrailHandlers } from './identity/audit-trail/audit-trail.handlers';
import { operatorHandlers } from './identity/operator/operator.handlers';
import { teamHandlers } from './identity/team/team.handlers';
import { whitelabelHandlers } from './identity/whitelabel/whitelabel.handlers';
import { assistantHandlers } from './inbox/assistant/assistant.handlers';
import { presenceHandlers } from './inbox/presence/presence.handlers';
import { hubspotHandlers } from './integrations/hubspot/hubspot.handlers';
import { sourcesHandlers } from './integrations/sources/sources.handlers';
import { workspaceArchivesHandlers } from './integrations/workspace-archives/workspace-archives.handlers';
import { blockUploadsHandlers } from './leads/block-uploads/block-uploads.handlers';
import { leadsHandlers } from './leads/people/leads.handlers';
import { leadCountsHandlers } from './lifecycle/lead-counts/lead-counts.handlers';
import { replyCountsHandlers } from './lifecycle/reply-counts/reply-counts.handlers';
import { fleetHandlers } from './mailboxes/fleet/fleet.handlers';
import { mailboxImportsHandlers } from './mailboxes/mailbox-imports/mailbox-imports.handlers';
import { trackingDomainsHandlers } from './mailboxes/tracking-domains/tracking-domains.handlers';
import { noticesHandlers } from './notices/delivery/notices.handlers';
import { webhooksHandlers } from './notices/webhooks/webhooks.handlers';
import { bounceResponsesHandlers } from './sending/bounce-responses/bounce-responses.handlers';
import { signedUploadsCron } from './files/signed-uploads/sweep-files.jobs';
import { identityCron } from './identity/accounts/clean-identity.jobs';
import { auditTrailCron } from './identity/audit-trail/audit-trail.jobs';
import { whitelabelCron } from './identity/whitelabel/whitelabel.jobs';
import { presenceCron } from './inbox/presence/presence.jobs';
import { workspaceArchivesCron } from './integrations/workspace-archives/workspace-archives.jobs';
import { leadCountsCron } from './lifecycle/lead-counts/lead-counts.jobs';
import { replyCountsCron } from './lifecycle/reply-counts/reply-counts.jobs';
import { fleetCron } from './mailboxes/fleet/fleet.jobs';
import { mailboxImportsCron } from './mailboxes/mailbox-imports/mailbox-imports.jobs';
import { trackingDomainsCron } from './mailboxes/tracking-domains/tracking-domains.jobs';
import { noticesCron } from './notices/delivery/notices.jobs';
import { webhooksCron } from './notices/webhooks/webhooks.jobs';

/** Every kind of long job. */
const bulkRunKinds: BulkRunKind<MainDeps>[] = [
  inboxChangeRun,
  accountImportRun,
  workspaceExportRun,
  workspaceImportRun,
  blockUploadRun,
  leadActionRun,
  leadUploadRun,
  verificationRun,
  mailboxChangeRun,
  mailboxImportRun,
];

/** Every background job of this service. */
export const createMainJobs = (deps: MainDeps): JobHandler[] => [
  ...bulkRunHandlers(deps, bulkRunKinds),
  ...signedUploadsHandlers(deps),
  ...accountMailHandlers(deps),
  ...identityHandlers(deps),
  ...addressChangeHandlers(deps),
  ...auditTrailHandlers(deps),
  ...operatorHandlers(deps),
  ...teamHandlers(deps),
  ...whitelabelHandlers(deps),
  ...assistantHandlers(deps),
  ...presenceHandlers(deps),
  ...hubspotHandlers(deps),
  ...sourcesHandlers(deps),
  ...workspaceArchivesHandlers(deps),
  ...blockUploadsHandlers(deps),
  ...leadsHandlers(deps),
  ...leadCountsHandlers(deps),
  ...replyCountsHandlers(deps),
  ...fleetHandlers(deps),
  ...mailboxImportsHandlers(deps),
  ...trackingDomainsHandlers(deps),
  ...noticesHandlers(deps),
  ...webhooksHandlers(deps),
  ...bounceResponsesHandlers(deps),
];

/** What the clock enqueues for this service. */
export const mainCron: CronEntry[] = [
  ...bulkRunsCron,
  ...signedUploadsCron,
  ...identityCron,
  ...auditTrailCron,
  ...whitelabelCron,
  ...presenceCron,
  ...workspaceArchivesCron,
  ...leadCountsCron,
  ...replyCountsCron,
  ...fleetCron,
  ...mailboxImportsCron,
  ...trackingDomainsCron,
  ...noticesCron,
  ...webhooksCron,
];
