import { useNavigate } from 'react-router-dom';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { StateStatus } from '@skein/ui/status';
import { Text } from '@skein/ui/text';
import { IntegrationsLayout } from './integrations-layout';
import { ProductMark, type MarkOf } from './product-mark';
import { useSenders, type SenderType } from './sender-accounts.hooks';

const providers: { type: SenderType; name: string; mark: MarkOf; does: string }[] = [
  {
    type: 'GMAIL',
    name: 'Google',
    mark: { product: 'GOOGLE' },
    does: 'Gmail and Google Workspace, by login or app password.',
  },
  { type: 'OUTLOOK', name: 'Microsoft', mark: { product: 'MICROSOFT' }, does: 'Outlook and Microsoft 365.' },
  { type: 'ZOHO', name: 'Zoho', mark: { product: 'ZOHO' }, does: 'Zoho Mail, with an app password.' },
  {
    type: 'SMTP',
    name: 'SMTP and IMAP',
    mark: { icon: 'server' },
    does: 'Any other server, with host, port and password.',
  },
];

function Provider({ provider }: { provider: (typeof providers)[number] }) {
  const navigate = useNavigate();
  const writes = useAccess().may('mailbox.write');
  const { total, failing, problem } = useSenders(provider.type);
  const list = `/email-accounts?provider=${provider.type.toLowerCase()}`;
  return (
    <Card>
      <Stack $gap={3}>
        <Row>
          <ProductMark of={provider.mark} />
          <Text as="h2" $weight="bold">
            {provider.name}
          </Text>
        </Row>
        <Text $tone="muted">{provider.does}</Text>
        {problem && (
          <LoadProblem
            title={`Mailboxes of ${provider.name} could not be counted.`}
            message={problem.message}
            onRetry={problem.onRetry}
          />
        )}
        <div>
          {total === null ? (
            !problem && <Text $tone="muted">Counting {provider.name} mailboxes</Text>
          ) : failing > 0 ? (
            <StateStatus state="warning">{`${failing.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} disconnected`}</StateStatus>
          ) : total > 0 ? (
            <StateStatus state="good">{counted(total, 'mailbox', 'mailboxes')}</StateStatus>
          ) : (
            <StateStatus state="fresh">No mailbox yet</StateStatus>
          )}
        </div>
        <Row $wrap>
          {failing > 0 ? (
            <Button
              size="small"
              variant="primary"
              onClick={() => void navigate(`${list}&state=failing`)}
              aria-label={`Reconnect mailboxes of ${provider.name}`}
            >
              Reconnect
            </Button>
          ) : total !== 0 ? (
            <Button size="small" onClick={() => void navigate(list)} aria-label={`Open mailboxes of ${provider.name}`}>
              Open mailboxes
            </Button>
          ) : null}
          {writes && total !== null && (
            <Button
              size="small"
              onClick={() => void navigate(`/email-accounts/creation-page/${provider.type.toLowerCase()}`)}
              aria-label={`Connect a mailbox of ${provider.name}`}
            >
              Connect a mailbox
            </Button>
          )}
        </Row>
      </Stack>
    </Card>
  );
}

/** Where sender mailboxes come from, with how many there are of each and whether they work. */
export function SenderAccountsPage() {
  return (
    <IntegrationsLayout page="sender-accounts">
      <Grid $min={300} $gap={4}>
        {providers.map((provider) => (
          <Provider key={provider.type} provider={provider} />
        ))}
      </Grid>
    </IntegrationsLayout>
  );
}
