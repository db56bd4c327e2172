import { Route, Routes } from 'react-router-dom';
import { lazyPage } from '@skein/mfe/lazy-page';
import { Guarded } from '@skein/mfe/no-access-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { Redirect } from '@skein/mfe/redirect';
import { MailboxesPage } from './mailboxes-list/mailboxes.page';

const Creation = lazyPage(() => import('./connect/creation.page').then((module) => module.CreationPage));
const Fleet = lazyPage(() => import('./fleet/fleet.page').then((module) => module.FleetPage));
const Changes = lazyPage(() => import('./change/changes.page').then((module) => module.ChangesPage));
const ClientRules = lazyPage(() => import('./client-rules/client-rules.page').then((module) => module.ClientRulesPage));
const WarmupSettings = lazyPage(() =>
  import('./warmup-settings/warmup-settings.page').then((module) => module.WarmupSettingsPage),
);
const Imports = lazyPage(() => import('./import/imports.page').then((module) => module.ImportsPage));
const Import = lazyPage(() => import('./import/import.page').then((module) => module.ImportPage));
const SignIn = lazyPage(() => import('./connect/oauth/sign-in.page').then((module) => module.SignInPage));
const Servers = lazyPage(() => import('./servers/servers.page').then((module) => module.ServersPage));
const OrderServers = lazyPage(() => import('./servers/creation.page').then((module) => module.CreationPage));
const Server = lazyPage(() => import('./servers/server.page').then((module) => module.ServerPage));
const ServerSetups = lazyPage(() => import('./servers/server.page').then((module) => module.ProvisioningIndexPage));
const Purchased = lazyPage(() => import('./purchases/purchased.page').then((module) => module.PurchasedPage));
const Purchase = lazyPage(() => import('./purchases/purchase.page').then((module) => module.PurchasePage));
const PurchaseOrder = lazyPage(() => import('./purchases/order.page').then((module) => module.OrderPage));
const Mailbox = lazyPage(() => import('./mailbox/mailbox.page').then((module) => module.MailboxPage));

/** Domains and mailboxes that are bought here. */
const purchaseRoutes = () => (
  <>
    <Route path="/email-accounts-new" element={<Redirect to="/email-accounts-new/emails" />} />
    <Route
      path="/email-accounts-new/:tab"
      element={
        <Guarded title="Purchased" requires={{ permission: 'purchase.read', feature: 'smart-senders' }}>
          <Purchased />
        </Guarded>
      }
    />
    <Route path="/bulk-email-accounts" element={<Redirect to="/email-accounts-new/emails" />} />
    <Route
      path="/bulk-email-accounts/new"
      element={
        <Guarded title="Buy mailboxes" requires={{ permission: 'purchase.pay', feature: 'smart-senders' }}>
          <Purchase />
        </Guarded>
      }
    />
    <Route
      path="/bulk-email-accounts/:tab"
      element={
        <Guarded title="Purchased" requires={{ permission: 'purchase.read', feature: 'smart-senders' }}>
          <Purchased />
        </Guarded>
      }
    />
    <Route
      path="/bulk-email-accounts/:orderId/view"
      element={
        <Guarded title="Order" requires={{ permission: 'purchase.read', feature: 'smart-senders' }}>
          <PurchaseOrder />
        </Guarded>
      }
    />
  </>
);

/** Dedicated servers. */
const serverRoutes = () => (
  <>
    <Route
      path="/smart-servers"
      element={
        <Guarded title="SmartServers" requires={{ feature: 'smart-servers' }}>
          <Servers />
        </Guarded>
      }
    />
    <Route
      path="/smart-servers/creation-page"
      element={
        <Guarded title="Order servers" requires={{ feature: 'smart-server-owner' }}>
          <OrderServers />
        </Guarded>
      }
    />
    <Route
      path="/smart-servers/ip-provisioning"
      element={
        <Guarded title="IP provisioning" requires={{ feature: 'smart-servers' }}>
          <ServerSetups />
        </Guarded>
      }
    />
    <Route
      path="/smart-servers/ip-provisioning/:serverId"
      element={
        <Guarded title="IP provisioning" requires={{ feature: 'smart-servers' }}>
          <Server view="provisioning" />
        </Guarded>
      }
    />
    <Route
      path="/smart-servers/ip-details/:serverId"
      element={
        <Guarded title="IP details" requires={{ feature: 'smart-servers' }}>
          <Server view="details" />
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
export function AccountsArea() {
  return (
    <Routes>
      <Route
        path="/email-accounts"
        element={
          <Guarded title="Email accounts" requires={{ permission: 'mailbox.read' }}>
            <MailboxesPage />
          </Guarded>
        }
      />
      <Route path="/email-accounts/creation-page/:providerId" element={<Creation />} />
      <Route
        path="/email-accounts/fleet"
        element={
          <Guarded title="Fleet" requires={{ permission: 'mailbox.read' }}>
            <Fleet />
          </Guarded>
        }
      />
      <Route
        path="/email-accounts/changes"
        element={
          <Guarded title="Recent changes" requires={{ permission: 'mailbox.write' }}>
            <Changes />
          </Guarded>
        }
      />
      <Route
        path="/email-accounts/client-rules"
        element={
          <Guarded title="Client rules" requires={{ permission: 'client.write' }}>
            <ClientRules />
          </Guarded>
        }
      />
      <Route
        path="/email-accounts/warmup"
        element={
          <Guarded title="Warmup settings" requires={{ permission: 'mailbox.read' }}>
            <WarmupSettings />
          </Guarded>
        }
      />
      <Route
        path="/email-accounts/import"
        element={
          <Guarded title="Connect from a file" requires={{ permission: 'mailbox.write' }}>
            <Imports />
          </Guarded>
        }
      />
      <Route
        path="/email-accounts/import/:importId"
        element={
          <Guarded title="Connect from a file" requires={{ permission: 'mailbox.write' }}>
            <Import />
          </Guarded>
        }
      />
      <Route path="/email-accounts/sign-in" element={<SignIn />} />
      <Route path="/email-account/:mailboxId" element={<Redirect to="overview" />} />
      <Route
        path="/email-account/:mailboxId/:tab"
        element={
          <Guarded title="Email accounts" requires={{ permission: 'mailbox.read' }}>
            <Mailbox />
          </Guarded>
        }
      />
      {purchaseRoutes()}
      {serverRoutes()}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
