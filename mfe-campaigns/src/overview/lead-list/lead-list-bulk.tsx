import { Button } from '@skein/ui/button';
import type { DataTableSelection } from '@skein/ui/data-table';
import type { IconName } from '@skein/ui/icon';
import { Menu } from '@skein/ui/menu';
import { useMedia } from '@skein/ui/use-media';
import type { LeadMenus, OpenLeadDialog } from './lead-menus';

/** Used less often: folded into a menu where they don’t fit on one line. */
interface SecondaryAction {
  label: string;
  /** On the button. */
  short?: string;
  icon: IconName;
  tone?: 'danger';
  onSelect: () => void;
}

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
  const isTight = useMedia('(max-width: 1199.98px)');
  const secondary: SecondaryAction[] = [
    ...(hasTargets ? [{ label: 'Move to subsequence', icon: 'branch', onSelect: () => onOpen('push') } as const] : []),
    ...(onVerify ? [{ label: 'Verify emails', short: 'Verify', icon: 'check', onSelect: onVerify } as const] : []),
    { label: 'Unsubscribe', icon: 'block', tone: 'danger', onSelect: () => onOpen('unsubscribe') },
    ...(mayDelete
      ? [{ label: 'Remove', icon: 'trash', tone: 'danger', onSelect: () => onOpen('remove') } as const]
      : []),
  ];
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
      {isTight ? (
        <Menu
          trigger={
            <Button variant="ghost" iconEnd="chevron-down">
              More
            </Button>
          }
          entries={secondary}
        />
      ) : (
        secondary.map(({ label, icon, onSelect, short }) => (
          <Button key={label} variant="ghost" icon={icon} onClick={onSelect} aria-label={label}>
            {short ?? label}
          </Button>
        ))
      )}
    </>
  );
}
