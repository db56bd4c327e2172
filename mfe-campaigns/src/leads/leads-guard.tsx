import { Outlet } from 'react-router-dom';
import { Guarded } from '@skein/mfe/no-access-page';

/** Around every page of leads. Fetched with the first of them: the campaigns list needs nothing of it. */
export const LeadsGuard = () => (
  <Guarded title="Leads" requires={{ permission: 'lead.read' }}>
    <Outlet />
  </Guarded>
);
