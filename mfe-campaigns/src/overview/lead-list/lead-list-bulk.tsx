import { Button } from '@skein/ui/button';
import type { DataTableSelection } from '@skein/ui/data-table';
import { Menu } from '@skein/ui/menu';
import type { LeadMenus, OpenLeadDialog } from './lead-menus';

/** What can be done with many leads of a campaign at once. */
export function LeadListBulk({
  menus,
  hasMailboxes,
  hasTargets,
  mayDelete,
  selected,
  onPause,
  onOpen,
  onVerify,
}: {
  menus: LeadMenus;
  hasMailboxes: boolean;
  /** Whether there is a subsequence to move leads to. */
  hasTargets: boolean;
  mayDelete: boolean;
  selected: DataTableSelection;
  onPause: () => void;
  onOpen: (kind: OpenLeadDialog['kind']) => void;
  onVerify?: () => void;
}) {
  return (
    <>
      <Button variant="ghost" icon="pause" onClick={onPause}>
        Pause
      </Button>
      <Button variant="ghost" icon="play" onClick={() => onOpen('resume')}>
        Resume
      </Button>
      <Menu
        trigger={
          <Button variant="ghost" icon="tag" iconEnd="chevron-down">
            Category
          </Button>
        }
        entries={menus.categoryEntries(selected)}
      />
      {hasMailboxes && (
        <Menu
          trigger={
            <Button variant="ghost" icon="mail" iconEnd="chevron-down">
              Mailbox
            </Button>
          }
          entries={menus.mailboxEntries(selected)}
        />
      )}
      {hasTargets && (
        <Button variant="ghost" icon="branch" onClick={() => onOpen('push')}>
          Move to subsequence
        </Button>
      )}
      {onVerify && (
        <Button variant="ghost" icon="check" onClick={onVerify} aria-label="Verify emails">
          Verify
        </Button>
      )}
      <Button variant="ghost" icon="block" onClick={() => onOpen('unsubscribe')}>
        Unsubscribe
      </Button>
      {mayDelete && (
        <Button variant="ghost" icon="trash" onClick={() => onOpen('remove')}>
          Remove
        </Button>
      )}
    </>
  );
}
