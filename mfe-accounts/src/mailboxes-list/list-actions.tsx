import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Menu, type MenuEntry } from '@skein/ui/menu';
import { useMedia } from '@skein/ui/use-media';
import { changesAddress } from '../change/change-words';
import { importsAddress } from '../import/import-words';

export const connectAddress = '/app/email-accounts/creation-page/gmail';

/** Where the list of mailboxes leads to. Below 1200 px the title and the tabs need the room, and the menu takes what is not the main action. */
export function ListActions() {
  const access = useAccess();
  const isTight = useMedia('(min-width: 720.02px) and (max-width: 1199.98px)');
  const writes = access.may('mailbox.write');
  const closed = writes ? {} : { disabledReason: 'Your role can view, not edit' };
  const hasPurchases = access.has('smart-senders') && access.may('purchase.read');
  const purchased = '/app/email-accounts-new/emails';
  const fleet = '/app/email-accounts/fleet';
  const more: MenuEntry[] = [
    ...(isTight
      ? [
          { label: 'Fleet', icon: 'chart' as const, href: fleet },
          ...(hasPurchases ? [{ label: 'Purchased', icon: 'globe' as const, href: purchased }] : []),
          ...(writes ? [{ label: 'Connect from a file', icon: 'file' as const, href: importsAddress }] : []),
        ]
      : []),
    { label: 'Warmup settings', icon: 'fire', href: '/app/email-accounts/warmup' },
    ...(writes ? [{ label: 'Recent changes', icon: 'refresh' as const, href: changesAddress }] : []),
    ...(access.may('client.write')
      ? [{ label: 'Client rules', icon: 'users' as const, href: '/app/email-accounts/client-rules' }]
      : []),
  ];
  return (
    <>
      {!isTight && (
        <Button icon="chart" href={fleet}>
          Fleet
        </Button>
      )}
      {!isTight && hasPurchases && (
        <Button icon="globe" href={purchased}>
          Purchased
        </Button>
      )}
      {more.length > 0 && <Menu align="end" trigger={<Button icon="more">More</Button>} entries={more} />}
      {!isTight && (
        <Button icon="file" {...(writes ? { href: importsAddress } : closed)}>
          Connect from a file
        </Button>
      )}
      <Button variant="primary" icon="plus" {...(writes ? { href: connectAddress } : closed)}>
        Connect a mailbox
      </Button>
    </>
  );
}
