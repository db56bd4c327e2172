import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { styled } from 'styled-components';
import type { ConnectionReport } from '@skein/contracts/main/mailbox-views';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Dialog } from '@skein/ui/dialog';
import { Row, Stack } from '@skein/ui/layout';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant } from '@skein/ui/instant';
import { ConnectionReportView } from '../connect/connection-report';
import { SecretLine, TextLine } from '../connect/form-parts';
import { DisconnectButton } from '../connect/oauth/disconnect-button';
import { signsInWith } from '../connect/oauth/sign-in-provider';
import { providerOfType } from '../connect/reconnect-body';
import { useReconnectForm } from '../connect/use-reconnect-form';
import { providerName } from '../mailbox-texts';
import { TwoColumns } from './card-parts';
import type { TabProps } from './tab-props';
import { ServerFields } from './server-fields';
import { SettingsForm } from './settings-form';

const Facts = styled.dl`
  display: grid;
  grid-template-columns: 136px minmax(0, 1fr);
  gap: var(--s-2) var(--s-3);
  margin: 0;
  dt {
    color: var(--muted);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  @media (max-width: 639.98px) {
    grid-template-columns: 108px minmax(0, 1fr);
  }
`;

function ChangeLogin({ mailbox, onClose }: TabProps & { onClose: () => void }) {
  const [report, setReport] = useState<ConnectionReport | null>(null);
  const { form, submit, isTrying, problem } = useReconnectForm(mailbox, (answer) => {
    if (answer.smtp.ok && answer.imap.ok) {
      toasts.show({ title: `The login of ${mailbox.from_email} is changed`, text: 'Both servers accepted it.' });
      onClose();
    } else setReport(answer);
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={`Login of ${mailbox.from_email}`}
      description="Changes are tested on both servers and saved either way."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" loading={isTrying} onClick={() => void submit()}>
            Save and test
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            void submit();
          }}
        >
          <Stack $gap={4}>
            <SecretLine
              name="password"
              label={providerOfType(mailbox.type).passwordLabel}
              hint="Leave empty to keep the stored one."
            />
            <ServerFields />
            {problem && (
              <Callout tone="danger" role="alert">
                {problem}
              </Callout>
            )}
            {report && (
              <div aria-live="polite">
                <ConnectionReportView report={report} />
              </div>
            )}
          </Stack>
        </form>
      </FormProvider>
    </Dialog>
  );
}

/** Who the mailbox is, and how it is reached. */
export function GeneralTab({ mailbox }: TabProps) {
  const { timeZone } = useUi();
  const writes = useAccess().may('mailbox.write');
  const [changing, setChanging] = useState(false);
  const security = (type: string) => ({ SSL: 'SSL', TLS: 'STARTTLS', NONE: 'not encrypted' })[type] ?? type;
  return (
    <TwoColumns>
      <div>
        <SettingsForm title="Sender" mailbox={mailbox} fields={['from_name']}>
          <TextLine name="from_name" label="Sender name" hint="Shown before the address in every email." />
        </SettingsForm>
      </div>
      <div>
        <Card
          title="Connection"
          {...(writes
            ? {
                actions: (
                  <Row $gap={2} $wrap>
                    <DisconnectButton mailbox={mailbox} />
                    <Button size="small" icon="key" onClick={() => setChanging(true)}>
                      Change the login
                    </Button>
                  </Row>
                ),
              }
            : {})}
        >
          <Facts>
            <dt>Address</dt>
            <dd>{mailbox.from_email}</dd>
            <dt>Provider</dt>
            <dd>{providerName(mailbox.type)}</dd>
            <dt>Logs in with</dt>
            <dd>
              {mailbox.auth_method !== 'XOAUTH2'
                ? 'Password, stored encrypted'
                : signsInWith(mailbox)
                  ? `${signsInWith(mailbox)} sign-in`
                  : 'OAuth token, stored encrypted'}
            </dd>
            <dt>User name</dt>
            <dd>{mailbox.username}</dd>
            <dt>Sends through</dt>
            <dd>
              {mailbox.smtp_host}:{mailbox.smtp_port}, {security(mailbox.smtp_port_type)}
            </dd>
            <dt>Reads from</dt>
            <dd>
              {mailbox.imap_host}:{mailbox.imap_port}, {security(mailbox.imap_port_type)}
              {mailbox.imap_username !== mailbox.username && `, as ${mailbox.imap_username}`}
            </dd>
            <dt>Last login</dt>
            <dd>{mailbox.checked_at ? fullInstant(mailbox.checked_at, timeZone) : '–'}</dd>
            <dt>Last sent</dt>
            <dd>{mailbox.last_sent_at ? fullInstant(mailbox.last_sent_at, timeZone) : '–'}</dd>
            <dt>Connected</dt>
            <dd>{fullInstant(mailbox.created_at, timeZone)}</dd>
          </Facts>
        </Card>
      </div>
      {changing && <ChangeLogin mailbox={mailbox} onClose={() => setChanging(false)} />}
    </TwoColumns>
  );
}
