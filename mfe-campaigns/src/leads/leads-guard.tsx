import { Outlet } from 'react-router-dom';
import { Guarded } from '@skein/mfe/no-access-page';

/** Around the pages of verification: clients of an agency have no part in it. */
export const VerificationGuard = () => (
  <Guarded title="Verification" requires={{ hiddenForClients: true }}>
    <Outlet />
  </Guarded>
);

/** Around a checkout: an order is read by who may pay. */
export const CheckoutGuard = () => (
  <Guarded title="Checkout" requires={{ permission: 'billing.manage' }}>
    <Outlet />
  </Guarded>
);

/** Around every page of leads. Fetched with the first of them: the campaigns list needs nothing of it. */
export const LeadsGuard = () => (
  <Guarded title="Leads" requires={{ permission: 'lead.read' }}>
    <Outlet />
  </Guarded>
);
