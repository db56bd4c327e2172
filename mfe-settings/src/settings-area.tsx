import { Navigate, Route, Routes } from 'react-router-dom';
import { ComingPage } from '@skein/mfe/coming-page';
import { Guarded } from '@skein/mfe/no-access-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';

/**
 * Every address of this area. A page stands in `src/<feature>/<name>.page.tsx` (with `.hooks.ts` beside it, and one `api.ts` for
 * the area) and takes the place of its ComingPage here. The page an area opens with is imported statically, the others by
 * `lazyPage` of `@skein/mfe/lazy-page`. Addresses are written without `/app`, literal ones before those with parameters.
 */
export function SettingsArea() {
  return (
    <Routes>
      <Route path="/settings" element={<Navigate to="/settings/profile" replace />} />
      <Route path="/settings/profile" element={<ComingPage title="Profile">Name, address, picture and time zone.</ComingPage>} />
      <Route path="/settings/security" element={<ComingPage title="Security">Password, sessions, two-factor login and API keys.</ComingPage>} />
      <Route
        path="/settings/global-block-list"
        element={
          <Guarded title="Global block list" requires={{ feature: 'global-block-list' }} otherwise="/settings/profile">
            <ComingPage title="Global block list">Addresses and domains that are never mailed.</ComingPage>
          </Guarded>
        }
      />
      <Route
        path="/settings/team-members"
        element={
          <Guarded title="Team members" requires={{ feature: 'team-members' }} otherwise="/settings/profile">
            <ComingPage title="Team members">Who works in this workspace, and in which role.</ComingPage>
          </Guarded>
        }
      />
      <Route path="/settings/tag-manager" element={<ComingPage title="Tags">Tags for campaigns and mailboxes.</ComingPage>} />
      <Route path="/settings/lead-categories" element={<ComingPage title="Lead categories">The seven fixed categories and your own.</ComingPage>} />
      <Route
        path="/settings/webhook"
        element={
          <Guarded title="Webhooks" requires={{ feature: 'webhooks' }} otherwise="/settings/profile">
            <ComingPage title="Webhooks">Signed calls to your systems when something happens.</ComingPage>
          </Guarded>
        }
      />
      <Route path="/settings/warning-notifications" element={<ComingPage title="Warnings">Which warnings are mailed, and to whom.</ComingPage>} />
      <Route
        path="/settings/subscription"
        element={
          <Guarded title="Subscription" requires={{ feature: 'subscription-page' }} otherwise="/settings/profile">
            <ComingPage title="Subscription">Plan, invoices and credits.</ComingPage>
          </Guarded>
        }
      />
      <Route path="/settings/whitelabelled-client" element={<ComingPage title="Whitelabel">Your name, colour and address for your clients.</ComingPage>} />
      <Route path="/domain-block-list/confirm-delete-csv/:deleteIdentifier" element={<ComingPage title="Delete a block-list upload">Takes back one upload of blocked domains after a confirmation.</ComingPage>} />
      <Route
        path="/client-views"
        element={
          <Guarded title="Client views" requires={{ feature: 'client-views' }} otherwise="/settings/profile">
            <ComingPage title="Client views">The clients of the agency and what they may see.</ComingPage>
          </Guarded>
        }
      />
      <Route
        path="/client-view/new-client"
        element={
          <Guarded title="New client" requires={{ feature: 'client-views' }} otherwise="/settings/profile">
            <ComingPage title="New client">A login for a client, with its permissions.</ComingPage>
          </Guarded>
        }
      />
      <Route
        path="/client-views/:clientId"
        element={
          <Guarded title="Client" requires={{ feature: 'client-views' }} otherwise="/settings/profile">
            <ComingPage title="Client">One client: permissions, categories, campaigns.</ComingPage>
          </Guarded>
        }
      />
      <Route path="/integrations" element={<Navigate to="/integrations/native-integrations" replace />} />
      <Route path="/integrations/sender-accounts" element={<ComingPage title="Sender accounts">Providers that bring their own mailboxes.</ComingPage>} />
      <Route path="/integrations/native-integrations" element={<ComingPage title="Integrations">A CRM, enrichment and your own tools.</ComingPage>} />
      <Route
        path="/integrations/linkedin"
        element={
          <Guarded title="LinkedIn" requires={{ feature: 'linkedin' }}>
            <ComingPage title="LinkedIn">LinkedIn accounts for LinkedIn steps.</ComingPage>
          </Guarded>
        }
      />
      <Route path="/integrations/:integrationId/hubspot" element={<ComingPage title="HubSpot">Fields and direction of the exchange with HubSpot.</ComingPage>} />
      <Route path="/account-cancellation" element={<ComingPage title="Cancel the account">What ends, what is kept, and until when.</ComingPage>} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
