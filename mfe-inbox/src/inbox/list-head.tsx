import { useMemo } from 'react';
import { useActions, type Action } from '@skein/mfe/actions';
import { IconButton } from '@skein/ui/icon-button';
import { Menu } from '@skein/ui/menu';
import { useMedia } from '@skein/ui/use-media';
import { isFiltered } from './inbox-address';
import type { Inbox } from './inbox.hooks';
import { PaneHead } from './pane-parts';

/** How many conversations the view has: those that match, or those that are open and unread. */
function amountText({ address, total, totalIsCapped, counts }: Inbox): string {
  const amount = `${total.toLocaleString('en-US')}${totalIsCapped ? '+' : ''}`;
  if (isFiltered(address)) return `${amount} found`;
  if (address.folder !== 'replies') return amount;
  const unread = counts?.folders.unread;
  return `${amount} open${unread === undefined ? '' : `, ${unread.toLocaleString('en-US')} unread`}`;
}

/** The head of the list: what it is, how much it has, and what opens the search. */
export function ListHead({
  inbox,
  title,
  isSearching,
  onSearch,
  onShowViews,
  onSelect,
}: {
  inbox: Inbox;
  title: string;
  isSearching: boolean;
  onSearch: (open: boolean) => void;
  onShowViews?: (() => void) | undefined;
  /** Begins to select lines, for those who may change them. */
  onSelect?: (() => void) | undefined;
}) {
  // No hover reveals the checkboxes.
  const isTouched = useMedia('(max-width: 720px), (hover: none)');
  const keys = useMemo<Action[]>(
    () => [
      {
        id: 'inbox.search',
        label: 'Search in the inbox',
        group: 'Inbox',
        keys: '/',
        icon: 'search',
        run: () => onSearch(true),
      },
    ],
    [onSearch],
  );
  useActions(keys);
  return (
    <PaneHead>
      <h1>{title}</h1>
      {onShowViews && <IconButton icon="chevron-down" label="Folders" onClick={onShowViews} />}
      {!inbox.isLoading && !(inbox.error && inbox.rows.length === 0) && (
        <small aria-live="polite">{amountText(inbox)}</small>
      )}
      <span className="push">
        <IconButton icon="search" label="Search" aria-pressed={isSearching} onClick={() => onSearch(!isSearching)} />
        {isTouched && onSelect && (
          <Menu
            align="end"
            trigger={<IconButton icon="more" label="More actions for the list" />}
            entries={[{ label: 'Select conversations', icon: 'check', onSelect }]}
          />
        )}
      </span>
    </PaneHead>
  );
}
