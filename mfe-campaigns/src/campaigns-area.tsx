import { Navigate, Route, Routes } from 'react-router-dom';
import { ComingPage } from '@skein/mfe/coming-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';

/**
 * Every address of this area. A page stands in `src/<feature>/<name>.page.tsx` (with `.hooks.ts` beside it, and one `api.ts` for
 * the area) and takes the place of its ComingPage here. The page an area opens with is imported statically, the others by
 * `lazyPage` of `@skein/mfe/lazy-page`. Addresses are written without `/app`, literal ones before those with parameters.
 */
export function CampaignsArea() {
  return (
    <Routes>
      <Route path="/email-campaign" element={<Navigate to="/email-campaign/all" replace />} />
      <Route path="/email-campaign/all" element={<ComingPage title="All campaigns">Every campaign with its state, its next send and its figures.</ComingPage>} />
      <Route path="/email-campaign/folders" element={<ComingPage title="Folders">Campaigns, sorted into folders.</ComingPage>} />
      <Route path="/email-campaign/folder/:folderId/view" element={<ComingPage title="Folder">The campaigns of one folder.</ComingPage>} />
      <Route path="/email-campaign/new-campaign" element={<ComingPage title="New campaign">Five steps: lead condition, import of leads, sequences, setup, final review.</ComingPage>} />
      <Route path="/email-campaign/:campaignId/overview" element={<Navigate to="analytics" replace />} />
      <Route path="/email-campaign/:campaignId/overview/:tab" element={<ComingPage title="Campaign">Performance, analytics, replies, leads, subsequences and the log of what the engine did.</ComingPage>} />
      <Route path="/campaign/:parentId/new-subsequence" element={<ComingPage title="New subsequence">A sequence that begins when a lead of the campaign does something.</ComingPage>} />
      <Route path="/campaign/:parentId/subsequence/:campaignId/overview" element={<Navigate to="performance" replace />} />
      <Route path="/campaign/:parentId/subsequence/:campaignId/overview/:tab" element={<ComingPage title="Subsequence">Performance, analytics, replies and leads of one subsequence.</ComingPage>} />
      <Route path="/email-campaigns/:campaignId/confirm-delete-csv/:deleteIdentifier" element={<ComingPage title="Delete a lead upload">Takes back one upload of leads after a confirmation.</ComingPage>} />
      <Route path="/leads" element={<Navigate to="/leads/all" replace />} />
      <Route path="/leads/all" element={<ComingPage title="All leads">Every lead of the workspace, with what was sent and what came back.</ComingPage>} />
      <Route path="/lead/:leadId/view" element={<ComingPage title="Lead">One lead: fields, campaigns, messages, and why it was or was not mailed.</ComingPage>} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
