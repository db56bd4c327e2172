import { FormProvider } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router-dom';
import type { MailProvider } from '@skein/contracts/mail-providers';
import { Guarded } from '@skein/mfe/no-access-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Hint } from '@skein/ui/field';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { useUi } from '@skein/ui/ui-provider';
import { importsAddress } from '../import/import-labels';
import { providerOf } from './connection-form';
import { SignInCard } from './oauth/sign-in-card';
import { TextLine } from './form-parts';
import { Beside, Columns, Foot } from './creation-parts';
import { LimitsCard, LoginCard, ProviderCard, ServersCard, TestCard } from './creation-cards';
import { SandboxNote } from './sandbox-note';
import { useSandboxServers } from './use-sandbox-servers';
import { useConnectionForm } from './use-connection-form';
import { wayBack } from './way-back';

function CreationForm({ provider }: { provider: MailProvider }) {
  const navigate = useNavigate();
  const { timeZone } = useUi();
  const { servers: sandbox, isReading } = useSandboxServers();
  const connection = useConnectionForm(provider, timeZone, sandbox);
  const { form, values, problem, test, fillSandbox, isTesting, save, isSaving } = connection;
  const isOauth = values.login === 'oauth';
  return (
    <FormProvider {...form}>
      <form noValidate style={{ display: 'contents' }} onSubmit={(event) => void save(event)}>
        <PageBody $well tabIndex={0} role="region" aria-label="Connect a mailbox" style={{ outlineOffset: '-2px' }}>
          <Columns>
            <Stack $gap={4}>
              <SandboxNote
                isReading={isReading}
                {...(sandbox
                  ? {
                      servers: sandbox,
                      filled: { email: values.from_email, password: values.password },
                      onChoose: (mailbox) => {
                        fillSandbox(sandbox, mailbox);
                        if (provider.type !== 'SMTP')
                          void navigate(
                            { pathname: '/email-accounts/creation-page/smtp', search: window.location.search },
                            { replace: true },
                          );
                      },
                    }
                  : {})}
              />
              <ProviderCard provider={provider} />
              <Card title="Sender">
                <Grid $min={220}>
                  <TextLine
                    name="from_name"
                    label="Sender name"
                    placeholder="Rosa Kessler"
                    hint="Leads see it as the sender of your emails."
                    autoComplete="name"
                  />
                </Grid>
              </Card>
              <SignInCard provider={provider} />
              <LoginCard provider={provider} connection={connection} />
              <ServersCard provider={provider} connection={connection} />
              <LimitsCard provider={provider} connection={connection} />
            </Stack>
            <Beside>
              {problem && (
                <Callout tone="danger" role="alert">
                  {problem}
                </Callout>
              )}
              <TestCard connection={connection} />
              <Hint>
                Credentials are sealed with this installation’s key before they are stored. No screen, log or answer of
                the API shows them again.
              </Hint>
              {provider.type === 'GMAIL' && (
                <Link href="https://myaccount.google.com/apppasswords" target="_blank" rel="noreferrer">
                  Create an app password at Google
                </Link>
              )}
            </Beside>
          </Columns>
        </PageBody>
        <Foot>
          <Hint>Saved even if the login fails, so you don’t have to type it again.</Hint>
          <Row $gap={2}>
            <Button href={wayBack(window.location.search) ?? '/app/email-accounts'} variant="ghost">
              Cancel
            </Button>
            <Button
              icon="refresh"
              loading={isTesting}
              onClick={() => void test()}
              {...(isOauth ? { disabledReason: 'A token is tested when the mailbox is saved' } : {})}
            >
              Test connection
            </Button>
            <Button type="submit" variant="primary" loading={isSaving}>
              Connect mailbox
            </Button>
          </Row>
        </Foot>
      </form>
    </FormProvider>
  );
}

/** /app/email-accounts/creation-page/{providerId}: gmail, outlook, zoho or smtp. */
export function CreationPage() {
  const provider = providerOf(useParams().providerId);
  usePage([{ label: 'Email accounts', to: '/app/email-accounts' }, { label: 'Connect a mailbox' }]);
  if (!provider) return <NotFoundPage what="Mailboxes are connected as gmail, outlook, zoho or smtp." />;
  return (
    <Guarded title="Connect a mailbox" requires={{ permission: 'mailbox.write' }}>
      <PageHeader title="Connect a mailbox" actions={<Button href={importsAddress}>Connect from a file</Button>} />
      <CreationForm provider={provider} />
    </Guarded>
  );
}
