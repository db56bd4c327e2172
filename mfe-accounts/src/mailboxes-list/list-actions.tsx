import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '@skein/mfe/access';
import { useActions } from '@skein/mfe/actions';
import { Button } from '@skein/ui/button';
import type { PageHeaderProps } from '@skein/ui/page-header';
import { changesAddress } from '../change/change-labels';
import { importsAddress } from '../import/import-labels';

export const connectAddress = '/app/email-accounts/creation-page/gmail';

/** Where the list of mailboxes leads to. */
export function useListActions(): Pick<PageHeaderProps, 'secondary' | 'more' | 'actions'> {
  const access = useAccess();
  const writes = access.may('mailbox.write');
  const closed = writes ? {} : { disabledReason: 'Your role can view, not edit' };
  const hasPurchases = access.has('smart-senders') && access.may('purchase.read');
  return {
    secondary: [
      { label: 'Fleet', icon: 'chart', href: '/app/email-accounts/fleet' },
      ...(hasPurchases ? [{ label: 'Purchased', icon: 'globe' as const, href: '/app/email-accounts-new/emails' }] : []),
      { label: 'Connect from a file', icon: 'file', href: importsAddress, ...closed },
    ],
    more: [
      { label: 'Warmup settings', icon: 'fire', href: '/app/email-accounts/warmup' },
      ...(writes ? [{ label: 'Recent changes', icon: 'refresh' as const, href: changesAddress }] : []),
      ...(access.may('client.write')
        ? [{ label: 'Client rules', icon: 'users' as const, href: '/app/email-accounts/client-rules' }]
        : []),
    ],
    actions: (
      <Button variant="primary" icon="plus" {...(writes ? { href: connectAddress } : closed)}>
        Connect a mailbox
      </Button>
    ),
  };
}

/** The address inside this area, which the router of the page counts from `/app`. */
export const withoutApp = (address: string) => address.replace(/^\/app/, '');

/** Connecting a mailbox from the command palette and by keys. */
export function useConnectShortcut(writes: boolean): void {
  const navigate = useNavigate();
  useActions(
    useMemo(
      () =>
        writes
          ? [
              {
                id: 'accounts.connect',
                label: 'Connect a mailbox',
                group: 'Email accounts',
                keys: 'n m',
                icon: 'plus',
                run: () => navigate(withoutApp(connectAddress)),
              },
            ]
          : [],
      [writes, navigate],
    ),
  );
}
