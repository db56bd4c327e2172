import { Route, Routes } from 'react-router-dom';
import { Guarded } from '@skein/mfe/no-access-page';
import { lazyPage } from '@skein/mfe/lazy-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { Redirect } from '@skein/mfe/redirect';
import { ProfilePage } from './profile/profile.page';

const Subscription = lazyPage(() =>
  import('./subscription/subscription.page').then((module) => module.SubscriptionPage),
);
const Cancellation = lazyPage(() =>
  import('./subscription/cancellation.page').then((module) => module.CancellationPage),
);
const Team = lazyPage(() => import('./team/team.page').then((module) => module.TeamPage));
const Security = lazyPage(() => import('./security/security.page').then((module) => module.SecurityPage));
const ApiKeys = lazyPage(() => import('./api-keys/api-keys.page').then((module) => module.ApiKeysPage));
const BlockList = lazyPage(() => import('./block-list/block-list.page').then((module) => module.BlockListPage));
const ConfirmDeleteBlockUpload = lazyPage(() =>
  import('./block-list/confirm-delete.page').then((module) => module.ConfirmDeleteBlockUploadPage),
);
const Tags = lazyPage(() => import('./tags/tags.page').then((module) => module.TagsPage));
const Categories = lazyPage(() => import('./categories/categories.page').then((module) => module.CategoriesPage));
const Assistant = lazyPage(() => import('./assistant/assistant.page').then((module) => module.AssistantPage));
const Warnings = lazyPage(() => import('./warnings/warnings.page').then((module) => module.WarningsPage));
const Whitelabel = lazyPage(() => import('./whitelabel/whitelabel.page').then((module) => module.WhitelabelPage));
const History = lazyPage(() => import('./history/history.page').then((module) => module.HistoryPage));
const Export = lazyPage(() => import('./export/export.page').then((module) => module.ExportPage));
const ClientsList = lazyPage(() => import('./clients/clients-list.page').then((module) => module.ClientsListPage));
const NewClient = lazyPage(() => import('./clients/new-client.page').then((module) => module.NewClientPage));
const ClientDetail = lazyPage(() => import('./clients/client.page').then((module) => module.ClientPage));
const Webhooks = lazyPage(() => import('./webhooks/webhooks.page').then((module) => module.WebhooksPage));
const NativeIntegrations = lazyPage(() =>
  import('./integrations/native.page').then((module) => module.NativeIntegrationsPage),
);
const SenderAccounts = lazyPage(() =>
  import('./integrations/sender-accounts.page').then((module) => module.SenderAccountsPage),
);
const LinkedIn = lazyPage(() => import('./integrations/linkedin.page').then((module) => module.LinkedInPage));
const AccountImports = lazyPage(() =>
  import('./integrations/account-imports.page').then((module) => module.AccountImportsPage),
);
const HubSpot = lazyPage(() => import('./integrations/hubspot.page').then((module) => module.HubSpotPage));

/** The plan, and leaving it. */
const subscriptionRoutes = () => (
  <>
    <Route
      path="/settings/subscription"
      element={
        <Guarded title="Subscription" requires={{ feature: 'subscription-page' }} otherwise="/settings/profile">
          <Subscription />
        </Guarded>
      }
    />
    <Route
      path="/account-cancellation"
      element={
        <Guarded title="Cancel subscription" requires={{ feature: 'subscription-page' }} otherwise="/settings/profile">
          <Cancellation />
        </Guarded>
      }
    />
  </>
);

/** What concerns the workspace as a whole. */
const workspaceRoutes = () => (
  <>
    <Route
      path="/settings/change-history"
      element={
        <Guarded
          title="Change history"
          requires={{ permission: 'settings.write', hiddenForClients: true }}
          otherwise="/settings/profile"
        >
          <History />
        </Guarded>
      }
    />
    <Route
      path="/settings/export"
      element={
        <Guarded
          title="Export and import"
          requires={{ permission: 'billing.manage', hiddenForClients: true }}
          otherwise="/settings/profile"
        >
          <Export />
        </Guarded>
      }
    />
    <Route
      path="/settings/whitelabelled-client"
      element={
        <Guarded
          title="Whitelabel"
          requires={{ permission: 'settings.write', hiddenForClients: true }}
          otherwise="/settings/profile"
        >
          <Whitelabel />
        </Guarded>
      }
    />
  </>
);

/** The clients of an agency. */
const clientRoutes = () => (
  <>
    <Route
      path="/client-views"
      element={
        <Guarded title="Client views" requires={{ feature: 'client-views' }} otherwise="/settings/profile">
          <ClientsList />
        </Guarded>
      }
    />
    <Route
      path="/client-view/new-client"
      element={
        <Guarded
          title="New client"
          requires={{ feature: 'client-views', permission: 'client.write' }}
          otherwise="/settings/profile"
        >
          <NewClient />
        </Guarded>
      }
    />
    <Route
      path="/client-views/:clientId"
      element={
        <Guarded title="Client" requires={{ feature: 'client-views' }} otherwise="/settings/profile">
          <ClientDetail />
        </Guarded>
      }
    />
  </>
);

/** Products of others that the workspace works with. */
const integrationRoutes = () => (
  <>
    <Route path="/integrations" element={<Redirect to="/integrations/native-integrations" />} />
    <Route
      path="/integrations/native-integrations"
      element={
        <Guarded title="Integrations" requires={{ permission: 'integration.write', hiddenForClients: true }}>
          <NativeIntegrations />
        </Guarded>
      }
    />
    <Route
      path="/integrations/sender-accounts"
      element={
        <Guarded title="Sender accounts" requires={{ permission: 'mailbox.read' }}>
          <SenderAccounts />
        </Guarded>
      }
    />
    <Route
      path="/integrations/linkedin"
      element={
        <Guarded title="LinkedIn" requires={{ feature: 'linkedin', permission: 'campaign.read' }}>
          <LinkedIn />
        </Guarded>
      }
    />
    <Route
      path="/integrations/imports"
      element={
        <Guarded title="Imports" requires={{ permission: 'integration.write', hiddenForClients: true }}>
          <AccountImports />
        </Guarded>
      }
    />
    <Route
      path="/integrations/:integrationId/hubspot"
      element={
        <Guarded title="HubSpot" requires={{ permission: 'integration.write', hiddenForClients: true }}>
          <HubSpot />
        </Guarded>
      }
    />
  </>
);

/**
 * Every address of this area. A page stands in `src/<feature>/<name>.page.tsx` (with `.hooks.ts` beside it, and one `api.ts` for
 * the area). The page an area opens with is imported statically, the others by
 * `lazyPage` of `@skein/mfe/lazy-page`. Addresses are written without `/app`, literal ones before those with parameters.
 */
export function SettingsArea() {
  return (
    <Routes>
      <Route path="/settings" element={<Redirect to="/settings/profile" />} />
      <Route path="/settings/profile" element={<ProfilePage />} />
      <Route path="/settings/security" element={<Security />} />
      <Route
        path="/settings/api-keys"
        element={
          <Guarded title="API keys" requires={{ permission: 'api-key.manage' }} otherwise="/settings/profile">
            <ApiKeys />
          </Guarded>
        }
      />
      <Route
        path="/settings/global-block-list"
        element={
          <Guarded title="Global block list" requires={{ feature: 'global-block-list' }} otherwise="/settings/profile">
            <BlockList />
          </Guarded>
        }
      />
      <Route
        path="/settings/team-members"
        element={
          <Guarded title="Team members" requires={{ feature: 'team-members' }} otherwise="/settings/profile">
            <Team />
          </Guarded>
        }
      />
      <Route
        path="/settings/tag-manager"
        element={
          <Guarded title="Tags" requires={{ permission: 'campaign.read' }}>
            <Tags />
          </Guarded>
        }
      />
      <Route path="/settings/lead-categories" element={<Categories />} />
      <Route
        path="/settings/ai-assistant"
        element={
          <Guarded title="AI assistant" requires={{ permission: 'campaign.write' }} otherwise="/settings/profile">
            <Assistant />
          </Guarded>
        }
      />
      <Route
        path="/settings/webhook"
        element={
          <Guarded title="Webhooks" requires={{ feature: 'webhooks' }} otherwise="/settings/profile">
            <Webhooks />
          </Guarded>
        }
      />
      <Route path="/settings/warning-notifications" element={<Warnings />} />
      {subscriptionRoutes()}
      {workspaceRoutes()}
      <Route
        path="/domain-block-list/confirm-delete-csv/:deleteIdentifier"
        element={
          <Guarded title="Undo a block list upload" requires={{ feature: 'global-block-list' }}>
            <ConfirmDeleteBlockUpload />
          </Guarded>
        }
      />
      {clientRoutes()}
      {integrationRoutes()}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
