import { useCallback, useMemo, useState, type MouseEvent } from 'react';
import { useAccess } from '@skein/mfe/access';
import { useActions, type Action } from '@skein/mfe/actions';
import { lazyPage } from '@skein/mfe/lazy-page';
import { problemOf } from '@skein/mfe/problem';
import { Button, Spinner } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { EmptyState } from '@skein/ui/empty-state';
import { IconButton } from '@skein/ui/icon-button';
import { Loading } from '@skein/ui/skeleton';
import { useMedia } from '@skein/ui/use-media';
import { styled } from 'styled-components';
import { Later } from '../thread/later';
import { useCategories } from '../use-categories';
import { useNow } from '../use-now';
import { ConversationRow } from './conversation-row';
import { phoneRowHeight, rowHeight } from './row-height';
import { isFiltered, withoutFilters, writeAddress } from './inbox-address';
import { BulkBar } from './bulk-bar';
import type { Inbox } from './inbox.hooks';
import { ListFilters } from './list-filters';
import { ListSearch } from './list-search';
import { ListSkeleton, PaneHead } from './pane-parts';
import { folderName } from './views-pane';
import { SelectBox } from './select-box';
import { SplitTabs } from './split-tabs';
import { nameOfLead } from './use-change';
import { useSelectKeys } from './use-select-keys';
import { useSelection } from './use-selection';
import { WindowedList } from './windowed-list';

const Box = styled.section`
  display: flex;
  flex-direction: column;
  min-height: 0;
  min-width: 0;
`;

const emptyTexts: Record<string, { title: string; text: string }> = {
  replies: {
    title: 'No replies yet',
    text: 'Replies to your campaigns arrive here within a minute of reaching a mailbox.',
  },
  unread: { title: 'All read', text: 'You’re all caught up.' },
  assigned_to_me: { title: 'Nothing is assigned to you', text: 'Conversations assigned to you appear here.' },
  important: { title: 'Nothing important', text: 'Starred conversations appear here.' },
  snoozed: { title: 'Nothing snoozed', text: 'A snoozed conversation is hidden until the time you choose.' },
  reminders: { title: 'No reminders', text: 'Conversations with a reminder appear here, the next one first.' },
  scheduled: { title: 'Nothing scheduled', text: 'Scheduled replies appear here until they are sent.' },
  sent: { title: 'Nothing sent yet', text: 'Conversations with a sent email appear here.' },
  archived: { title: 'Nothing archived', text: 'Archived conversations appear here.' },
};

/** The middle pane: head, filters and the lines of the view. */
export function ConversationList({
  inbox,
  onShowViews,
  onEnter,
}: {
  inbox: Inbox;
  /** Opens the views where they have no pane of their own. */ onShowViews?: (() => void) | undefined;
  /** A press on the line that is open already. */ onEnter: () => void;
}) {
  const { address, go, rows, counts } = inbox;
  const { now, timeZone } = useNow();
  const { nameOf } = useCategories();
  const enter = useCallback(
    (event: MouseEvent) => {
      event.preventDefault();
      onEnter();
    },
    [onEnter],
  );
  const phone = useMedia('(max-width: 720px)');
  const [searching, setSearching] = useState(address.search !== '');
  const [filterOpen, setFilterOpen] = useState(false);
  const title =
    address.folder === 'replies' && address.categories.length === 1
      ? nameOf(address.categories[0] === -1 ? null : (address.categories[0] ?? null))
      : folderName(address.folder);
  const current = rows.findIndex((row) => row.enrolment_id === address.conversation);
  const keys = useMemo<Action[]>(
    () => [
      {
        id: 'inbox.search',
        label: 'Search in the inbox',
        group: 'Inbox',
        keys: '/',
        icon: 'search',
        run: () => setSearching(true),
      },
    ],
    [],
  );
  useActions(keys);
  const selection = useSelection(JSON.stringify(inbox.query), inbox.total);
  const mayAct = useAccess().may('inbox.reply');
  useSelectKeys(mayAct, selection, address.conversation, rows);
  const amount = `${inbox.total.toLocaleString('en-US')}${inbox.totalIsCapped ? '+' : ''}`;
  const unread = address.folder === 'replies' && !isFiltered(address) ? counts?.folders.unread : undefined;
  return (
    <Box aria-label={title}>
      <PaneHead>
        {onShowViews && <IconButton icon="menu" label="Folders" onClick={onShowViews} />}
        <h1>{title}</h1>
        {!inbox.isLoading && !(inbox.error && rows.length === 0) && (
          <small aria-live="polite">
            {isFiltered(address)
              ? `${amount} found`
              : address.folder === 'replies'
                ? `${amount} open${unread === undefined ? '' : `, ${unread.toLocaleString('en-US')} unread`}`
                : amount}
          </small>
        )}
        <span className="push">
          <IconButton icon="search" label="Search" aria-pressed={searching} onClick={() => setSearching(!searching)} />
          <IconButton
            icon="filter"
            label="Filter"
            aria-pressed={filterOpen}
            onClick={() => setFilterOpen(!filterOpen)}
          />
        </span>
      </PaneHead>
      {searching && (
        <ListSearch
          value={address.search}
          onChange={(search) => go({ ...address, search, conversation: null }, { replace: true })}
          onClose={() => setSearching(false)}
        />
      )}
      <SplitTabs folder={address.folder} />
      {selection.isOn ? (
        <BulkBar inbox={inbox} selection={selection} />
      ) : (
        <ListFilters inbox={inbox} open={filterOpen} onOpenChange={setFilterOpen} />
      )}
      {mayAct && <ChangeOfAll bulkId={counts?.bulk_id ?? null} />}
      {inbox.error && rows.length > 0 && (
        <div style={{ padding: 'var(--s-2) var(--s-3)' }}>
          <Callout
            tone="danger"
            role="alert"
            actions={
              <Button size="small" onClick={inbox.retry}>
                Try again
              </Button>
            }
          >
            The list could not be read again.
          </Callout>
        </div>
      )}
      <ListBody inbox={inbox} label={title}>
        <WindowedList
          rows={rows}
          rowHeight={phone ? phoneRowHeight : rowHeight}
          label={title}
          current={current}
          keyOf={(row) => row.enrolment_id}
          onEnd={inbox.more}
          scrolled={inbox.scrolled}
          stale={inbox.isStale}
          end={
            inbox.isFetchingMore && (
              <div
                style={{ display: 'grid', placeItems: 'center', height: 48 }}
                role="status"
                aria-label="Loading more"
              >
                <Spinner />
              </div>
            )
          }
        >
          {(row) => (
            <>
              <ConversationRow
                row={row}
                now={now}
                timeZone={timeZone}
                categoryName={nameOf(row.category_id)}
                current={row.enrolment_id === address.conversation}
                href={writeAddress({ ...address, conversation: row.enrolment_id })}
                onPress={row.enrolment_id === address.conversation ? enter : undefined}
              />
              {mayAct && (
                <SelectBox
                  label={`Select ${nameOfLead(row)}`}
                  checked={selection.has(row.enrolment_id)}
                  shown={selection.isOn}
                  onToggle={() => selection.toggle(row.enrolment_id)}
                />
              )}
            </>
          )}
        </WindowedList>
      </ListBody>
    </Box>
  );
}

const MatchingCard = lazyPage(() => import('../matching/matching-card').then((module) => module.MatchingCard));

/** The newest change of everything that matched, while this person is told of it. */
function ChangeOfAll({ bulkId }: { bulkId: number | null }) {
  const [closed, setClosed] = useState<number | null>(null);
  if (bulkId === null || bulkId === closed) return null;
  return (
    <Later height={0} part="The change">
      <MatchingCard bulkId={bulkId} onClose={() => setClosed(bulkId)} />
    </Later>
  );
}

function ListBody({ inbox, label, children }: { inbox: Inbox; label: string; children: React.ReactNode }) {
  const { address, rows } = inbox;
  if (inbox.isLoading)
    return (
      <Loading label={`Loading ${label}`}>
        <ListSkeleton />
      </Loading>
    );
  if (rows.length > 0) return children;
  if (inbox.error) {
    return (
      <EmptyState
        icon="alert"
        title="The list could not be read"
        actions={<Button onClick={inbox.retry}>Try again</Button>}
      >
        {problemOf(inbox.error).message}
      </EmptyState>
    );
  }
  if (isFiltered(address)) {
    return (
      <EmptyState
        drawing="search"
        title="No conversations match"
        actions={<Button onClick={() => inbox.go(withoutFilters(address), { replace: true })}>Clear filters</Button>}
      >
        Change or clear the filters to see more of {folderName(address.folder)}.
      </EmptyState>
    );
  }
  const text = emptyTexts[address.folder] ?? { title: 'No conversations here yet', text: '' };
  return (
    <EmptyState drawing="letter" title={text.title}>
      {text.text}
    </EmptyState>
  );
}
