import { useNavigate } from 'react-router-dom';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Grid, Push, Row, Stack } from '@skein/ui/layout';
import { StateStatus } from '@skein/ui/status';
import { Text } from '@skein/ui/text';
import { Mark } from './integration-card';
import { IntegrationsLayout } from './integrations-layout';
import { useSenders, type SenderType } from './sender-accounts.hooks';

const providers: { type: SenderType; name: string; short: string; does: string }[] = [
  { type: 'GMAIL', name: 'Google', short: 'Gm', does: 'Gmail and Google Workspace, by login or app password.' },
  { type: 'OUTLOOK', name: 'Microsoft', short: 'Ol', does: 'Outlook and Microsoft 365.' },
  { type: 'ZOHO', name: 'Zoho', short: 'Zo', does: 'Zoho Mail, with an app password.' },
  { type: 'SMTP', name: 'SMTP and IMAP', short: 'Sm', does: 'Any other server, with host, port and password.' },
];

function Provider({ provider }: { provider: (typeof providers)[number] }) {
  const navigate = useNavigate();
  const { total, failing, problem } = useSenders(provider.type);
  return (
    <Card>
      <Stack $gap={3}>
        <Row>
          <Mark aria-hidden>{provider.short}</Mark>
          <Text as="h2" $weight="bold">
            {provider.name}
          </Text>
        </Row>
        <Text $tone="muted">{provider.does}</Text>
        {problem && <Callout tone="danger">{problem}</Callout>}
        <Row $wrap>
          {total === null ? (
            <Text $tone="muted">Loading</Text>
          ) : failing > 0 ? (
            <StateStatus state="warning">{`${failing.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} disconnected`}</StateStatus>
          ) : total > 0 ? (
            <StateStatus state="good">{counted(total, 'mailbox', 'mailboxes')}</StateStatus>
          ) : (
            <StateStatus state="fresh">No mailbox yet</StateStatus>
          )}
          <Push>
            <Button
              size="small"
              onClick={() => void navigate('/email-accounts')}
              aria-label={`Mailboxes of ${provider.name}`}
            >
              Open mailboxes
            </Button>
          </Push>
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
