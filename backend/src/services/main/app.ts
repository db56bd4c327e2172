import type { Hono } from 'hono';
import { healthRoutes } from '../../platform/http/health-routes';
import { mountRoutes } from '../../platform/http/mount-routes';
import type { MainDeps } from './deps';
import { aiWritingRoutes } from './features/ai-writing/ai-writing.routes';
import { attachmentsRoutes } from './features/attachments/attachments.routes';
import { blockListRoutes } from './features/block-list/block-list.routes';
import { blockUploadsRoutes } from './features/block-uploads/block-uploads.routes';
import { campaignEditsRoutes } from './features/campaign-edits/campaign-edits.routes';
import { campaignLeadsRoutes } from './features/campaign-leads/campaign-leads.routes';
import { campaignMailboxesRoutes } from './features/campaigns/campaign-mailboxes.routes';
import { campaignsRoutes } from './features/campaigns/campaigns.routes';
import { categoriesRoutes } from './features/categories/categories.routes';
import { clientsRoutes } from './features/clients/clients.routes';
import { docsRoutes } from './features/docs/docs.routes';
import { foldersRoutes } from './features/folders/folders.routes';
import { identityRoutes } from './features/identity/identity.routes';
import { leadActionsRoutes } from './features/lead-actions/lead-actions.routes';
import { leadListsRoutes } from './features/lead-lists/lead-lists.routes';
import { leadTasksRoutes } from './features/leads/lead-tasks.routes';
import { leadsRoutes } from './features/leads/leads.routes';
import { inboxRoutes } from './features/inbox/inbox.routes';
import { linkedInRoutes } from './features/linkedin/linkedin.routes';
import { listViewsRoutes } from './features/list-views/list-views.routes';
import { liveRoutes } from './features/live/live.routes';
import { mailboxesRoutes } from './features/mailboxes/mailboxes.routes';
import { noticesRoutes } from './features/notices/notices.routes';
import { remotesRoutes } from './features/remotes/remotes.routes';
import { reviewRoutes } from './features/review/review.routes';
import { sandboxRoutes } from './features/sandbox/sandbox.routes';
import { sequencesRoutes } from './features/sequences/sequences.routes';
import { startRoutes } from './features/start/start.routes';
import { stepTemplatesRoutes } from './features/step-templates/step-templates.routes';
import { twoFactorRoutes } from './features/two-factor/two-factor.routes';
import { signedUploadsRoutes } from './features/signed-uploads/signed-uploads.routes';
import { subsequencesRoutes } from './features/subsequences/subsequences.routes';
import { tasksRoutes } from './features/tasks/tasks.routes';
import { teamRoutes } from './features/team/team.routes';
import { uploadsRoutes } from './features/uploads/uploads.routes';
import { v1Routes } from './features/v1/v1.routes';
import { verificationRoutes } from './features/verification/verification.routes';
import { whitelabelRoutes } from './features/whitelabel/whitelabel.routes';
import { webhooksRoutes } from './features/webhooks/webhooks.routes';

/** The main service: one line a feature. Routes are sorted by mountRoutes, so the order here is only for the reader. */
export const createMainApp = (deps: MainDeps): Hono =>
  mountRoutes([
    healthRoutes('main', deps),
    aiWritingRoutes(deps),
    attachmentsRoutes(deps),
    blockListRoutes(deps),
    blockUploadsRoutes(deps),
    campaignEditsRoutes(deps),
    campaignLeadsRoutes(deps),
    campaignMailboxesRoutes(deps),
    campaignsRoutes(deps),
    categoriesRoutes(deps),
    clientsRoutes(deps),
    docsRoutes(deps),
    foldersRoutes(deps),
    identityRoutes(deps),
    leadActionsRoutes(deps),
    leadListsRoutes(deps),
    leadTasksRoutes(deps),
    leadsRoutes(deps),
    inboxRoutes(deps),
    linkedInRoutes(deps),
    listViewsRoutes(deps),
    liveRoutes(deps),
    mailboxesRoutes(deps),
    noticesRoutes(deps),
    remotesRoutes(deps),
    reviewRoutes(deps),
    signedUploadsRoutes(deps),
    sandboxRoutes(deps),
    sequencesRoutes(deps),
    startRoutes(deps),
    stepTemplatesRoutes(deps),
    subsequencesRoutes(deps),
    twoFactorRoutes(deps),
    tasksRoutes(deps),
    teamRoutes(deps),
    uploadsRoutes(deps),
    ...v1Routes(deps),
    verificationRoutes(deps),
    webhooksRoutes(deps),
    whitelabelRoutes(deps),
  ]);
