import { useAccess } from '@skein/mfe/access';
import { useUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { Hint } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { SettingsLayout } from '../settings-layout';
import { DeleteWorkspaceCard } from './delete-workspace-card';
import { usePasswordLink } from './security.hooks';
import { SessionsCard } from './sessions-card';
import { TwoFactorCard } from './two-factor-card';

/** Password, second factor and sessions. */
export function SecurityPage() {
  const user = useUser();
  const access = useAccess();
  const { send, isSending } = usePasswordLink(user.email);
  return (
    <SettingsLayout page="security">
      <Card title="Password">
        <Row $justify="between" $wrap>
          <Hint>Set a new password with a link emailed to {user.email}.</Hint>
          <Button size="small" icon="mail" loading={isSending} onClick={() => void send()}>
            Email me a link
          </Button>
        </Row>
      </Card>
      <TwoFactorCard email={user.email} />
      <SessionsCard />
      {access.may('billing.manage') && !user.isClient && <DeleteWorkspaceCard />}
    </SettingsLayout>
  );
}
