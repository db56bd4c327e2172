import { useAccess } from '@skein/mfe/access';
import { useUser } from '@skein/mfe/session';
import { Hint } from '@skein/ui/field';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { SettingsLayout } from '../settings-layout';
import { ChoicesCard } from './choices-card';
import { useNoticeSettings } from './notices.hooks';
import { RepliesCard, WhenCard } from './when-card';
import { DestinationsCard, PushCard } from './where-card';

/** What a person is notified of, by which channels, when and where. Saved as it is chosen. */
export function WarningsPage() {
  const user = useUser();
  const access = useAccess();
  const { settings, problem, refetch, change, sendTest, isTesting } = useNoticeSettings();
  return (
    <SettingsLayout page="warning-notifications">
      {problem && (
        <LoadProblem
          title="Your choices could not be loaded."
          message={problem.message}
          onRetry={() => void refetch()}
        />
      )}
      <ChoicesCard />
      {!settings && !problem && <Loading label="Loading your settings" />}
      {settings && (
        <>
          <WhenCard settings={settings} change={change} />
          {access.may('inbox.read') && (
            <RepliesCard
              settings={settings}
              change={change}
              showsClients={access.may('client.read') && !user.isClient}
            />
          )}
          <PushCard settings={settings} sendTest={sendTest} isTesting={isTesting} />
          <DestinationsCard settings={settings} sendTest={sendTest} isTesting={isTesting} />
        </>
      )}
      <Hint>Emails go to {user.email}. These choices are yours alone; everyone in the workspace makes their own.</Hint>
    </SettingsLayout>
  );
}
