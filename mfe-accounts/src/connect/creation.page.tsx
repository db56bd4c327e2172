import { FormProvider } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router-dom';
import { gentleRamp } from '@skein/contracts/constants';
import { mailProviders, type MailProvider } from '@skein/contracts/mail-providers';
import { Guarded } from '@skein/mfe/no-access-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { Hint } from '@skein/ui/field';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { RadioGroup } from '@skein/ui/radio-group';
import { Loading } from '@skein/ui/skeleton';
import { useUi } from '@skein/ui/ui-provider';
import { importsAddress } from '../import/import-labels';
import { providerOf } from './connection-form';
import { ConnectionReportView } from './connection-report';
import { SignInCard } from './oauth/sign-in-card';
import { NumberLine, SecretLine, ServerLine, SignatureLine, TextLine, ZoneLine } from './form-parts';
import { Advanced, Beside, Columns, Foot } from './creation-parts';
import { SandboxNote } from './sandbox-note';
import { useSandboxServers } from './use-sandbox-servers';
import { useConnectionForm } from './use-connection-form';
import { wayBack } from './way-back';

function CreationForm({ provider }: { provider: MailProvider }) {
  const navigate = useNavigate();
  const { timeZone } = useUi();
  const sandbox = useSandboxServers();
  const connection = useConnectionForm(provider, timeZone, sandbox);
  const { form, values, tried, isStale, problem, test, fillSandbox, isTesting, save, isSaving } = connection;
  const isOauth = values.login === 'oauth';
  return (
    <FormProvider {...form}>
      <form noValidate style={{ display: 'contents' }} onSubmit={(event) => void save(event)}>
        <PageBody $well tabIndex={0} role="region" aria-label="Connect a mailbox" style={{ outlineOffset: '-2px' }}>
          <Columns>
            <Stack $gap={4}>
              <Card title="Provider">
                <RadioGroup
                  cards
                  direction="row"
                  aria-label="Provider"
                  value={provider.type}
                  onValueChange={(type) =>
                    navigate(
                      {
                        pathname: `/email-accounts/creation-page/${type.toLowerCase()}`,
                        search: window.location.search,
                      },
                      { replace: true },
                    )
                  }
                  options={mailProviders.map((each) => ({
                    value: each.type,
                    label: each.name,
                    hint: each.smtp.host || 'Any other server',
                  }))}
                />
              </Card>
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
              <Card
                title={
                  provider.type === 'SMTP'
                    ? 'Login'
                    : `Log in with ${provider.passwordLabel === /* text */ 'Password' ? 'a password' : 'an app password'}`
                }
              >
                <Stack $gap={4}>
                  <Grid $min={220}>
                    <TextLine name="from_email" label="Email address" placeholder="rosa@company.com" type="email" />
                    <TextLine name="username" label="User name" hint="Usually the address." />
                    {!isOauth && (
                      <SecretLine
                        name="password"
                        label={provider.passwordLabel}
                        {...(provider.type === 'SMTP' ? {} : { hint: provider.hint })}
                      />
                    )}
                  </Grid>
                  <Advanced form={connection} />
                </Stack>
              </Card>
              <Card title="Servers">
                <Stack $gap={4}>
                  {provider.type === 'SMTP' && <Hint>{provider.hint}</Hint>}
                  <ServerLine server="smtp" />
                  <ServerLine server="imap" />
                  <Checkbox
                    label="Another login for IMAP"
                    hint="If IMAP needs a different user name or password."
                    checked={values.separate_imap}
                    onCheckedChange={(on) => form.setValue('separate_imap', on, { shouldDirty: true })}
                  />
                  {values.separate_imap && (
                    <Grid $min={220}>
                      <TextLine name="imap_username" label="IMAP user name" />
                      {!isOauth && (
                        <SecretLine
                          name="imap_password"
                          label="IMAP password"
                          hint="Leave empty to use the password above."
                        />
                      )}
                    </Grid>
                  )}
                </Stack>
              </Card>
              <Card title="Limits and addresses" detail="can be changed later">
                <Stack $gap={4}>
                  <Grid $min={220}>
                    <NumberLine
                      name="message_per_day"
                      label="Campaign emails a day"
                      hint={`${provider.type === 'SMTP' ? 'Most providers allow' : `${provider.name} allows`} ${provider.dailyLimit.toLocaleString('en-US')}; new addresses begin lower.`}
                      unit="a day"
                      min={0}
                      max={2000}
                    />
                    <NumberLine
                      name="min_time_to_wait_minutes"
                      label="Gap between two emails"
                      hint="At least this long."
                      unit="min"
                      min={0}
                      max={1440}
                    />
                    <ZoneLine />
                    <TextLine
                      name="different_reply_to_address"
                      label="Reply-to address"
                      optional
                      hint="Where replies go instead."
                      type="email"
                    />
                    <TextLine
                      name="bcc_email"
                      label="Bcc address"
                      optional
                      hint="Gets a copy of every email."
                      type="email"
                    />
                    <TextLine
                      name="custom_tracking_domain"
                      label="Tracking domain"
                      optional
                      placeholder="go.company.com"
                      hint="Used once its CNAME is verified, on the mailbox’s page."
                    />
                  </Grid>
                  <Checkbox
                    label="Warm up and start slowly"
                    hint={`Switches warmup on. Campaigns begin with ${gentleRamp.start} emails a day and ${gentleRamp.increase} more each day, up to the limit above.`}
                    checked={values.starts_gently}
                    onCheckedChange={(on) => form.setValue('starts_gently', on, { shouldDirty: true })}
                  />
                  <SignatureLine />
                </Stack>
              </Card>
            </Stack>
            <Beside>
              <SandboxNote
                {...(sandbox
                  ? {
                      servers: sandbox,
                      onChoose: (address) => {
                        fillSandbox(sandbox, address);
                        if (provider.type !== 'SMTP')
                          void navigate(
                            { pathname: '/email-accounts/creation-page/smtp', search: window.location.search },
                            { replace: true },
                          );
                      },
                    }
                  : {})}
              />
              {problem && (
                <Callout tone="danger" role="alert">
                  {problem}
                </Callout>
              )}
              <Card title="Connection test">
                <div aria-live="polite">
                  {isTesting ? (
                    <Loading label="Logging in at both servers" />
                  ) : tried ? (
                    <ConnectionReportView
                      report={tried.report}
                      {...(isStale ? { from: 'From before your last change.' } : {})}
                    />
                  ) : (
                    <Hint>
                      {isOauth
                        ? 'A token is tested when the mailbox is saved.'
                        : 'Logs in to both servers and shows their responses. Nothing is sent or stored.'}
                    </Hint>
                  )}
                </div>
              </Card>
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
