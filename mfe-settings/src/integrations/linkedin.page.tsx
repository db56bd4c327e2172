import { useState } from 'react';
import type { LinkedInAccountView } from '@skein/contracts/main/linkedin.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardFoot } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Link, LinkButton } from '@skein/ui/link';
import type { MenuEntry } from '@skein/ui/menu';
import { StateStatus } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { IntegrationsLayout } from './integrations-layout';
import { ConnectLinkedInDialog } from './linkedin-dialog';
import { LinkedInRequests } from './linkedin-requests';
import { useLinkedIn } from './linkedin.hooks';

const actions = {
  CONNECTION_REQUEST: 'Connect',
  MESSAGE: 'Message',
  VISIT_PROFILE: 'Visit',
  LIKE_RECENT_ACTIVITY: 'Like',
  INMAIL: 'InMail',
} as const;
const states = {
  SUCCESS: { state: 'good', word: 'Connected' },
  INPROGRESS: { state: 'started', word: 'Connecting' },
  INVALID: { state: 'failed', word: 'Signed out' },
} as const;

/** LinkedIn accounts with what each did of its daily limits. */
export function LinkedInPage() {
  const access = useAccess();
  const { accounts, provider, isLoading, problem, reconnect, disconnect } = useLinkedIn();
  const [open, setOpen] = useState<{ kind: 'connect' } | { kind: 'disconnect'; account: LinkedInAccountView } | null>(
    null,
  );
  const writes = access.may('mailbox.write');
  const columns: DataTableColumn<LinkedInAccountView>[] = [
    {
      id: 'account',
      label: 'Account',
      fixed: true,
      flexible: true,
      width: 200,
      cell: (row) => (
        <>
          <Text>{row.name}</Text>
          <SubLine>{row.profile_url ?? row.time_zone}</SubLine>
        </>
      ),
    },
    {
      id: 'state',
      label: 'State',
      width: 180,
      phone: 'status',
      cell: (row) => <AccountState row={row} onReconnect={writes ? () => void reconnect(row) : undefined} />,
    },
    ...(Object.keys(actions) as (keyof typeof actions)[]).map((action): DataTableColumn<LinkedInAccountView> => ({
      id: action,
      label: actions[action],
      width: 88,
      align: 'end',
      cell: (row) => {
        const today = row.today.find((one) => one.action === action);
        return today ? (
          <Text $tone={today.used >= today.cap ? 'warning' : 'text'}>{`${today.used} / ${today.cap}`}</Text>
        ) : (
          '–'
        );
      },
    })),
  ];
  return (
    <IntegrationsLayout
      page="linkedin"
      actions={
        writes &&
        provider !== null && (
          <Button variant="primary" icon="plus" onClick={() => setOpen({ kind: 'connect' })}>
            Connect an account
          </Button>
        )
      }
    >
      {provider === null && !isLoading && !problem && (
        <Callout tone="warning" title="No LinkedIn provider is set up on this installation.">
          LinkedIn steps become <Link href="/app/leads/tasks">tasks</Link> for a person. To have accounts do them, the
          operator sets UNIPILE_URL and UNIPILE_KEY.
        </Callout>
      )}
      {provider === 'sandbox' && (
        <Callout tone="info" title="Sandbox.">
          A local stand-in answers for Unipile. Nothing happens on LinkedIn.
        </Callout>
      )}
      <Card title="Accounts" detail="Limits reset at midnight in each account’s time zone." padded={false}>
        <DataTable<LinkedInAccountView>
          label="LinkedIn accounts"
          columns={columns}
          rows={accounts}
          rowId={(row) => String(row.id)}
          rowLabel={(row) => row.name}
          loading={isLoading}
          error={problem}
          rowActions={(row) =>
            writes
              ? actionsOf(row, { reconnect, onDisconnect: (account) => setOpen({ kind: 'disconnect', account }) })
              : []
          }
          empty={
            <EmptyState drawing="plug" title="No LinkedIn account yet">
              Connected accounts visit profiles, connect and write for the LinkedIn steps of your campaigns.
            </EmptyState>
          }
        />
        <CardFoot>
          Each account can do 40 of each action a day, and open 80 profiles in all. What doesn’t fit today is done first
          tomorrow.
        </CardFoot>
      </Card>
      <LinkedInRequests mayWithdraw={writes} />
      {open?.kind === 'connect' && <ConnectLinkedInDialog onClose={() => setOpen(null)} />}
      {open?.kind === 'disconnect' && (
        <ConfirmDialog
          open
          onOpenChange={() => setOpen(null)}
          title={`Disconnect ${open.account.name}`}
          description="Its open actions go to another account, or wait. Pending connection requests stay on LinkedIn."
          confirmLabel="Disconnect account"
          onConfirm={() => disconnect(open.account)}
        />
      )}
    </IntegrationsLayout>
  );
}

function AccountState({ row, onReconnect }: { row: LinkedInAccountView; onReconnect: (() => void) | undefined }) {
  const { state, word } = states[row.state];
  return (
    <>
      <StateStatus state={state}>{word}</StateStatus>
      {row.state_reason && <SubLine title={row.state_reason}>{row.state_reason}</SubLine>}
      {row.state === 'INVALID' && onReconnect && <LinkButton onClick={onReconnect}>Sign in again</LinkButton>}
      {row.connect_url && <Link href={row.connect_url}>Finish signing in</Link>}
    </>
  );
}

/** An account that works is not signed in again: it would stop until its owner has. */
const actionsOf = (
  row: LinkedInAccountView,
  given: { reconnect: (row: LinkedInAccountView) => unknown; onDisconnect: (row: LinkedInAccountView) => void },
): MenuEntry[] => [
  ...(row.state === 'SUCCESS'
    ? []
    : ([
        { label: 'Sign in again', icon: 'refresh', onSelect: () => void given.reconnect(row) },
        { kind: 'separator' },
      ] as const)),
  { label: 'Disconnect', icon: 'unplug', tone: 'danger', onSelect: () => given.onDisconnect(row) },
];
