import { useFormContext } from 'react-hook-form';
import type { MailProvider } from '@skein/contracts/mail-providers';
import { consentNames, type ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import type { ConnectionForm } from '../connection-form';
import { useSignIn } from './sign-in.hooks';
import { isConsentProvider } from './sign-in-provider';

function SignIn({ type }: { type: ConsentProvider }) {
  const name = consentNames[type];
  const { getValues, setError } = useFormContext<ConnectionForm>();
  const mayManage = useAccess().may('settings.write');
  const { isLoading, isStarting, isSandbox, client, problem, signIn } = useSignIn(type);
  return (
    <Card title={`Sign in with ${name}`} {...(client ? { detail: 'no password needed' } : {})}>
      <Stack $gap={3}>
        {client || isLoading ? (
          <>
            <Hint>
              {name} asks whether we may read and send this mailbox’s mail. What you enter on this page, such as name
              and limits, is kept and used.
            </Hint>
            <div>
              <Button
                variant="primary"
                icon="key"
                loading={isStarting || isLoading}
                onClick={() => {
                  // What leads see as the sender: the provider may know no name, and then the address would stand in its place.
                  if (getValues('from_name').trim() === '')
                    return setError('from_name', { type: 'contract', message: 'is required' }, { shouldFocus: true });
                  return void signIn({ loginHint: getValues('from_email').trim() });
                }}
              >
                Sign in with {name}
              </Button>
            </div>
            {isSandbox && (
              <Hint>In the sandbox a local page answers in place of {name}, with mailboxes that can be connected.</Hint>
            )}
            {client === 'workspace' && <Hint>{name} shows your workspace’s own application.</Hint>}
          </>
        ) : (
          <Callout tone="info" title={`Signing in with ${name} is not set up here.`}>
            Connect the mailbox with {type === 'OUTLOOK' ? 'its password' : 'an app password'} below.{' '}
            {mayManage && type !== 'ZOHO' ? (
              <>
                Your workspace can use an OAuth client of its own:{' '}
                <Link href="/app/settings/whitelabelled-client">Settings, Whitelabelled client</Link>.
              </>
            ) : (
              'The operator of this installation can set up a client.'
            )}
          </Callout>
        )}
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
      </Stack>
    </Card>
  );
}

/** The first way to connect a mailbox of a provider that can be signed in with; nothing for other servers. */
export function SignInCard({ provider }: { provider: MailProvider }) {
  return isConsentProvider(provider.type) ? <SignIn key={provider.type} type={provider.type} /> : null;
}
