import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Menu, type MenuEntry } from '@skein/ui/menu';
import { changesAddress } from '../change/change-words';
import { importsAddress } from '../import/import-words';

export const connectAddress = '/app/email-accounts/creation-page/gmail';

/** Where the list of mailboxes leads to. */
export function ListActions() {
  const access = useAccess();
  const writes = access.may('mailbox.write');
  const closed = writes ? {} : { disabledReason: 'Your role can view, not edit' };
  const more: MenuEntry[] = [
    { label: 'Warmup settings', icon: 'fire', href: '/app/email-accounts/warmup' },
    ...(writes ? [{ label: 'Recent changes', icon: 'refresh' as const, href: changesAddress }] : []),
    ...(access.may('client.write')
      ? [{ label: 'Client rules', icon: 'users' as const, href: '/app/email-accounts/client-rules' }]
      : []),
  ];
  return (
    <>
      <Button icon="chart" href="/app/email-accounts/fleet">
        Fleet
      </Button>
      {access.has('smart-senders') && access.may('purchase.read') && (
        <Button icon="globe" href="/app/email-accounts-new/emails">
          Purchased
        </Button>
      )}
      {more.length > 0 && <Menu align="end" trigger={<Button icon="more">More</Button>} entries={more} />}
      <Button icon="file" {...(writes ? { href: importsAddress } : closed)}>
        Connect from a file
      </Button>
      <Button variant="primary" icon="plus" {...(writes ? { href: connectAddress } : closed)}>
        Connect a mailbox
      </Button>
    </>
  );
}
