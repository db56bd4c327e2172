import { useAccess } from '@skein/mfe/access';
import { showProblem } from '@skein/mfe/toasts';
import { useUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { Hint } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { toasts } from '@skein/ui/toast-store';
import { useMailPasswordLinkMutation } from '../api';
import { SettingsLayout } from '../settings-layout';
import { ApiKeysCard } from './api-keys-card';
import { SessionsCard } from './sessions-card';

/** Password, sessions and API keys. */
export function SecurityPage() {
  const user = useUser();
  const access = useAccess();
  const [mailLink, { isLoading }] = useMailPasswordLinkMutation();
  const send = async () => {
    try {
      await mailLink({ body: { email: user.email } }).unwrap();
      toasts.show({ title: `A link is on its way to ${user.email}`, text: 'It is valid for 30 minutes.' });
    } catch (error) {
      showProblem('The link was not sent', error);
    }
  };
  return (
    <SettingsLayout page="security">
      <Card title="Password">
        <Row $justify="between" $wrap><Hint>A new password is set with a link that is mailed to {user.email}.</Hint><Button size="small" icon="mail" loading={isLoading} onClick={() => void send()}>Mail me the link</Button></Row>
      </Card>
      <SessionsCard />
      {access.may('api-key.manage') && <ApiKeysCard />}
    </SettingsLayout>
  );
}
