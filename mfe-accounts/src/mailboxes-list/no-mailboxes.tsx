import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { importsAddress } from '../import/import-labels';
import { connectAddress } from './list-actions';

export function NoMailboxYet() {
  const writes = useAccess().may('mailbox.write');
  const closed = writes ? {} : { disabledReason: 'Your role can view, not edit' };
  return (
    <EmptyState
      drawing="plug"
      title="No mailbox yet"
      actions={
        <>
          <Button icon="plus" {...(writes ? { href: connectAddress } : closed)}>
            Connect a mailbox
          </Button>
          <Button {...(writes ? { href: importsAddress } : closed)}>Connect from a file</Button>
        </>
      }
    >
      Campaigns send from your own mailboxes and read the replies there. You need an address, its password, and two
      minutes.
    </EmptyState>
  );
}

/** @param all how many there are without the filters, once that is known */
export function NoMailboxMatches({ all, onClear }: { all: number | undefined; onClear: () => void }) {
  return (
    <EmptyState icon="filter" title="No mailbox matches" actions={<Button onClick={onClear}>Clear the filters</Button>}>
      {all !== undefined
        ? `${all.toLocaleString('en-US')} ${all === 1 ? 'mailbox is' : 'mailboxes are'} hidden by them.`
        : 'Change or clear the filters to see more.'}
    </EmptyState>
  );
}
