import { useEffect, useMemo, useRef, useState } from 'react';
import { useActions, type Action } from '@skein/mfe/actions';
import { problemOf } from '@skein/mfe/problem';
import { Button, Spinner } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { EmptyState } from '@skein/ui/empty-state';
import { IconButton } from '@skein/ui/icon-button';
import { Loading } from '@skein/ui/skeleton';
import { SearchInput } from '@skein/ui/text-input';
import { useMedia } from '@skein/ui/use-media';
import { styled } from 'styled-components';
import { useCategories } from '../use-categories';
import { useNow } from '../use-now';
import { ConversationRow, phoneRowHeight, rowHeight } from './conversation-row';
import { isFiltered, withoutFilters, writeAddress } from './inbox-address';
import type { Inbox } from './inbox.hooks';
import { ListFilters } from './list-filters';
import { ListSkeleton, PaneHead } from './pane-parts';
import { folderName } from './views-pane';
import { WindowedList } from './windowed-list';

const Box = styled.section`
  display: flex;
  flex-direction: column;
  min-height: 0;
  min-width: 0;
`;

const Searching = styled.div`
  flex: none;
  padding: var(--s-2) var(--s-3) 0;
`;

const emptyTexts: Record<string, { title: string; text: string }> = {
  replies: {
    title: 'No replies yet',
    text: 'Replies to your campaigns arrive here within a minute of reaching a mailbox.',
  },
  unread: { title: 'All read', text: 'Nothing waits to be read.' },
  assigned_to_me: { title: 'Nothing is assigned to you', text: 'Conversations that somebody gives to you stand here.' },
  important: { title: 'Nothing important', text: 'Conversations that you star are shown here.' },
  snoozed: { title: 'Nothing snoozed', text: 'A snoozed conversation leaves the list and comes back when you said.' },
  reminders: { title: 'No reminders', text: 'Conversations with a reminder stand here, the next one first.' },
  scheduled: { title: 'Nothing scheduled', text: 'Replies that leave later stand here until they have left.' },
  sent: { title: 'Nothing sent yet', text: 'Conversations that we wrote in stand here.' },
  archived: { title: 'Nothing archived', text: 'Conversations that are done stand here.' },
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
  const amount = `${inbox.total.toLocaleString('en-US')}${inbox.totalIsCapped ? '+' : ''}`;
  const unread = address.folder === 'replies' && !isFiltered(address) ? counts?.folders.unread : undefined;
  return (
    <Box aria-label={title}>
      <PaneHead>
        {onShowViews && <IconButton icon="menu" label="Views" onClick={onShowViews} />}
        <h1>{title}</h1>
        {!inbox.isLoading && (
          <small aria-live="polite">
            {isFiltered(address)
              ? `${amount} found`
              : `${amount} open${unread === undefined ? '' : `, ${unread.toLocaleString('en-US')} unread`}`}
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
        <Search
          value={address.search}
          onChange={(search) => go({ ...address, search, conversation: null }, { replace: true })}
          onClose={() => setSearching(false)}
        />
      )}
      <ListFilters inbox={inbox} open={filterOpen} onOpenChange={setFilterOpen} />
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
            <ConversationRow
              row={row}
              now={now}
              timeZone={timeZone}
              categoryName={nameOf(row.category_id)}
              current={row.enrolment_id === address.conversation}
              href={writeAddress({ ...address, conversation: row.enrolment_id })}
              onPress={(event) => {
                if (row.enrolment_id === address.conversation) {
                  event.preventDefault();
                  onEnter();
                }
              }}
            />
          )}
        </WindowedList>
      </ListBody>
    </Box>
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
        title="Nothing fits these filters"
        actions={<Button onClick={() => inbox.go(withoutFilters(address), { replace: true })}>Clear filters</Button>}
      >
        No conversation in {folderName(address.folder)} has all of it.
      </EmptyState>
    );
  }
  const text = emptyTexts[address.folder] ?? { title: 'Nothing here', text: '' };
  return (
    <EmptyState drawing="letter" title={text.title}>
      {text.text}
    </EmptyState>
  );
}

/** Typed words go into the address once the typing pauses. */
function Search({
  value,
  onChange,
  onClose,
}: {
  value: string;
  onChange: (search: string) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(value);
  const told = useRef(onChange);
  told.current = onChange;
  const known = useRef(value);
  useEffect(() => {
    if (typed === known.current) return undefined;
    const timer = setTimeout(() => {
      known.current = typed;
      told.current(typed);
    }, 250);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Searching>
      <SearchInput
        autoFocus
        size="small"
        aria-label="Search conversations"
        placeholder="Name, address, company or words"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onClear={() => setTyped('')}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed === '') onClose();
        }}
      />
    </Searching>
  );
}
