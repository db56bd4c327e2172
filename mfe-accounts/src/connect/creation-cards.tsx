import { useNavigate } from 'react-router-dom';
import { slowStart } from '@skein/contracts/constants';
import { mailProviders, type MailProvider } from '@skein/contracts/mail-providers';
import { Card } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { Hint } from '@skein/ui/field';
import { Grid, Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { Loading } from '@skein/ui/skeleton';
import { ConnectionReportView } from './connection-report';
import { Advanced } from './creation-parts';
import { NumberLine, SecretLine, ServerLine, SignatureLine, TextLine, ZoneLine } from './form-parts';
import type { useConnectionForm } from './use-connection-form';

interface CardProps {
  provider: MailProvider;
  connection: ReturnType<typeof useConnectionForm>;
}

/** Another provider is another address; what was typed is kept. */
export function ProviderCard({ provider }: Pick<CardProps, 'provider'>) {
  const navigate = useNavigate();
  return (
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
  );
}

export function LoginCard({ provider, connection }: CardProps) {
  const isOauth = connection.values.login === 'oauth';
  return (
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
  );
}

export function ServersCard({ provider, connection: { form, values } }: CardProps) {
  const isOauth = values.login === 'oauth';
  return (
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
              <SecretLine name="imap_password" label="IMAP password" hint="Leave empty to use the password above." />
            )}
          </Grid>
        )}
      </Stack>
    </Card>
  );
}

export function LimitsCard({ provider, connection: { form, values } }: CardProps) {
  return (
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
          <TextLine name="bcc_email" label="Bcc address" optional hint="Gets a copy of every email." type="email" />
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
          hint={`Switches warmup on. Campaigns begin with ${slowStart.start} emails a day and ${slowStart.increase} more each day, up to the limit above.`}
          checked={values.starts_gently}
          onCheckedChange={(on) => form.setValue('starts_gently', on, { shouldDirty: true })}
        />
        <SignatureLine />
      </Stack>
    </Card>
  );
}

/** What both servers answered to the login. */
export function TestCard({ connection: { values, tried, isStale, isTesting } }: Pick<CardProps, 'connection'>) {
  const isOauth = values.login === 'oauth';
  return (
    <Card title="Connection test">
      <div aria-live="polite">
        {isTesting ? (
          <Loading label="Logging in at both servers" />
        ) : tried ? (
          <ConnectionReportView report={tried.report} {...(isStale ? { from: 'From before your last change.' } : {})} />
        ) : (
          <Hint>
            {isOauth
              ? 'A token is tested when the mailbox is saved.'
              : 'Logs in to both servers and shows their responses. Nothing is sent or stored.'}
          </Hint>
        )}
      </div>
    </Card>
  );
}
