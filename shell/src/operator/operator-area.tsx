import { Navigate, Route, Routes } from 'react-router-dom';
import { NoAccessPage } from '@skein/mfe/no-access-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { useUser } from '@skein/mfe/session';
import { DeployedAreasPage } from './deployed-areas.page';
import { EventsPage } from './events.page';
import { InstallationPage } from './installation.page';
import { LogPage } from './log.page';
import { PeoplePage } from './people.page';
import { SeedsPage } from './seeds.page';
import { SignUpPage } from './sign-up.page';
import { WorkspacePage } from './workspace.page';
import { WorkspacesPage } from './workspaces.page';

/** /app/operator: for those who run this installation. */
export function OperatorArea() {
  const { is_operator: isOperator } = useUser();
  if (!isOperator)
    return (
      <NoAccessPage
        title="Operator"
        refusal={{
          by: 'role',
          reason: 'Only people who run this installation see this.',
          unlock: 'Another operator can make you one.',
        }}
      />
    );
  return (
    <Routes>
      <Route index element={<Navigate to="/app/operator/workspaces" replace />} />
      <Route path="workspaces" element={<WorkspacesPage />} />
      <Route path="workspaces/:workspaceId" element={<WorkspacePage />} />
      <Route path="people" element={<PeoplePage />} />
      <Route path="sign-up" element={<SignUpPage />} />
      <Route path="seeds" element={<SeedsPage />} />
      <Route path="events" element={<EventsPage />} />
      <Route path="installation" element={<InstallationPage />} />
      <Route path="areas" element={<DeployedAreasPage />} />
      <Route path="log" element={<LogPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
