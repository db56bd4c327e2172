// Written by `npm run generate`: do not edit.
import type { BulkRunKind } from '../../platform/bulk-runs/bulk-run';
import { bulkRunHandlers } from '../../platform/bulk-runs/bulk-runs.handlers';
import { bulkRunsCron } from '../../platform/bulk-runs/bulk-runs.jobs';
import type { CronEntry, JobHandler } from '../../platform/jobs/job-definition';
import type { MainDeps } from './deps';
import { accountImportRun } from './areas/integrations/account-imports/account-import.run';
import { leadActionRun } from './areas/leads/lead-actions/lead-action.run';
import { mailboxChangeRun } from './areas/mailboxes/mailbox-changes/mailbox-change.run';
import { mailboxImportRun } from './areas/mailboxes/mailbox-imports/mailbox-import.run';
import { signedUploadsHandlers } from './areas/files/signed-uploads/signed-uploads.handlers';
import { accountMailHandlers } from './areas/identity/account-mail/account-mail.handlers';
import { addressChangeHandlers } from './areas/identity/address-change/address-change.handlers';
import { auditTrailHandlers } from './areas/identity/audit-trail/audit-trail.handlers';
import { identityHandlers } from './areas/identity/identity/identity.handlers';
import { operatorHandlers } from './areas/identity/operator/operator.handlers';
import { teamHandlers } from './areas/identity/team/team.handlers';
import { whitelabelHandlers } from './areas/identity/whitelabel/whitelabel.handlers';
import { assistantHandlers } from './areas/inbox/assistant/assistant.handlers';
import { presenceHandlers } from './areas/inbox/presence/presence.handlers';
import { hubspotHandlers } from './areas/integrations/hubspot/hubspot.handlers';
import { sourcesHandlers } from './areas/integrations/sources/sources.handlers';
import { workspaceArchivesHandlers } from './areas/integrations/workspace-archives/workspace-archives.handlers';
import { blockUploadsHandlers } from './areas/leads/block-uploads/block-uploads.handlers';
import { leadsHandlers } from './areas/leads/leads/leads.handlers';
import { uploadsHandlers } from './areas/leads/uploads/uploads.handlers';
import { verificationHandlers } from './areas/leads/verification/verification.handlers';
import { leadCountsHandlers } from './areas/lifecycle/lead-counts/lead-counts.handlers';
import { fleetHandlers } from './areas/mailboxes/fleet/fleet.handlers';
import { mailboxImportsHandlers } from './areas/mailboxes/mailbox-imports/mailbox-imports.handlers';
import { trackingDomainsHandlers } from './areas/mailboxes/tracking-domains/tracking-domains.handlers';
import { noticesHandlers } from './areas/notices/notices/notices.handlers';
import { bounceResponsesHandlers } from './areas/sending/bounce-responses/bounce-responses.handlers';
import { signedUploadsCron } from './areas/files/signed-uploads/sweep-files.jobs';
import { auditTrailCron } from './areas/identity/audit-trail/audit-trail.jobs';
import { identityCron } from './areas/identity/identity/clean-identity.jobs';
import { whitelabelCron } from './areas/identity/whitelabel/whitelabel.jobs';
import { presenceCron } from './areas/inbox/presence/presence.jobs';
import { workspaceArchivesCron } from './areas/integrations/workspace-archives/workspace-archives.jobs';
import { leadCountsCron } from './areas/lifecycle/lead-counts/lead-counts.jobs';
import { fleetCron } from './areas/mailboxes/fleet/fleet.jobs';
import { mailboxImportsCron } from './areas/mailboxes/mailbox-imports/mailbox-imports.jobs';
import { trackingDomainsCron } from './areas/mailboxes/tracking-domains/tracking-domains.jobs';
import { noticesCron } from './areas/notices/notices/notices.jobs';

/** Every kind of long job. */
export const bulkRunKinds: BulkRunKind<MainDeps>[] = [
  accountImportRun,
  leadActionRun,
  mailboxChangeRun,
  mailboxImportRun,
];

/** Every background job of this service. */
export const createMainJobs = (deps: MainDeps): JobHandler[] => [
  ...bulkRunHandlers(deps, bulkRunKinds),
  ...signedUploadsHandlers(deps),
  ...accountMailHandlers(deps),
  ...addressChangeHandlers(deps),
  ...auditTrailHandlers(deps),
  ...identityHandlers(deps),
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
  ...uploadsHandlers(deps),
  ...verificationHandlers(deps),
  ...leadCountsHandlers(deps),
  ...fleetHandlers(deps),
  ...mailboxImportsHandlers(deps),
  ...trackingDomainsHandlers(deps),
  ...noticesHandlers(deps),
  ...bounceResponsesHandlers(deps),
];

/** What the clock enqueues for this service. */
export const mainCron: CronEntry[] = [
  ...bulkRunsCron,
  ...signedUploadsCron,
  ...auditTrailCron,
  ...identityCron,
  ...whitelabelCron,
  ...presenceCron,
  ...workspaceArchivesCron,
  ...leadCountsCron,
  ...fleetCron,
  ...mailboxImportsCron,
  ...trackingDomainsCron,
  ...noticesCron,
];
