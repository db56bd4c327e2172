import { Route, Routes } from 'react-router-dom';
import { lazyPage } from '@skein/mfe/lazy-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { Redirect } from '@skein/mfe/redirect';
import { AllCampaignsPage } from './campaigns-list/all-campaigns.page';

const Folders = lazyPage(() => import('./folders/folders.page').then((module) => module.FoldersPage));
const FolderView = lazyPage(() => import('./folders/folder-view.page').then((module) => module.FolderViewPage));
const CampaignOverview = lazyPage(() =>
  import('./overview/campaign-overview.page').then((module) => module.CampaignOverviewPage),
);
const SubsequenceOverview = lazyPage(() =>
  import('./subsequence/subsequence-overview.page').then((module) => module.SubsequenceOverviewPage),
);
const LeadsGuard = lazyPage(() => import('./leads/leads-guard').then((module) => module.LeadsGuard));
const VerificationGuard = lazyPage(() => import('./leads/leads-guard').then((module) => module.VerificationGuard));
const CheckoutGuard = lazyPage(() => import('./leads/leads-guard').then((module) => module.CheckoutGuard));
const AllLeads = lazyPage(() => import('./leads/all-leads.page').then((module) => module.AllLeadsPage));
const ConfirmDeleteUpload = lazyPage(() =>
  import('./leads/confirm-delete.page').then((module) => module.ConfirmDeleteUploadPage),
);
const LeadLists = lazyPage(() => import('./lead-lists/lists.page').then((module) => module.LeadListsPage));
const LeadList = lazyPage(() => import('./lead-lists/list.page').then((module) => module.LeadListPage));
const ListImport = lazyPage(() => import('./lead-lists/list-import.page').then((module) => module.ListImportPage));
const Tasks = lazyPage(() => import('./tasks/tasks.page').then((module) => module.TasksPage));
const Verifications = lazyPage(() =>
  import('./verification/verifications.page').then((module) => module.VerificationsPage),
);
const Verification = lazyPage(() =>
  import('./verification/verification.page').then((module) => module.VerificationPage),
);
const Checkout = lazyPage(() => import('./verification/checkout.page').then((module) => module.CheckoutPage));
const Lead = lazyPage(() => import('./lead-detail/lead.page').then((module) => module.LeadPage));
const CampaignForm = lazyPage(() =>
  import('./campaign-form/campaign-form.page').then((module) => module.CampaignFormPage),
);

/**
 * Every address of this area. A page stands in `src/<feature>/<name>.page.tsx` (with `.hooks.ts` beside it, and one `api.ts` for
 * the area). The page an area opens with is imported statically, the others by
 * `lazyPage` of `@skein/mfe/lazy-page`. Addresses are written without `/app`, literal ones before those with parameters.
 */
export function CampaignsArea() {
  return (
    <Routes>
      <Route path="/email-campaign" element={<Redirect to="/email-campaign/all" />} />
      <Route path="/email-campaign/all" element={<AllCampaignsPage />} />
      <Route path="/email-campaign/folders" element={<Folders />} />
      <Route path="/email-campaign/folder/:folderId/view" element={<FolderView />} />
      <Route path="/email-campaign/new-campaign" element={<CampaignForm />} />
      <Route path="/email-campaign/:campaignId/overview" element={<Redirect to="analytics" />} />
      <Route path="/email-campaign/:campaignId/overview/:tab" element={<CampaignOverview />} />
      <Route path="/campaign/:parentId/new-subsequence" element={<CampaignForm />} />
      <Route path="/campaign/:parentId/subsequence/:campaignId/overview" element={<Redirect to="performance" />} />
      <Route path="/campaign/:parentId/subsequence/:campaignId/overview/:tab" element={<SubsequenceOverview />} />
      <Route
        path="/email-campaigns/:campaignId/confirm-delete-csv/:deleteIdentifier"
        element={<ConfirmDeleteUpload />}
      />
      <Route path="/leads" element={<Redirect to="/leads/all" />} />
      <Route element={<LeadsGuard />}>
        <Route path="/leads/all" element={<AllLeads />} />
        <Route path="/leads/lists" element={<LeadLists />} />
        <Route path="/leads/lists/:listId" element={<LeadList />} />
        <Route path="/leads/lists/:listId/import" element={<ListImport />} />
        <Route path="/leads/tasks" element={<Tasks />} />
        <Route element={<VerificationGuard />}>
          <Route path="/leads/verification" element={<Verifications />} />
          <Route element={<CheckoutGuard />}>
            <Route path="/leads/verification/checkout/:orderId" element={<Checkout />} />
          </Route>
          <Route path="/leads/verification/:verificationId" element={<Verification />} />
        </Route>
        <Route path="/lead/:leadId/view" element={<Lead />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
