import { useState } from 'react';
import { usePage } from '@skein/mfe/page';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Drawer } from '@skein/ui/drawer';
import { EmptyState } from '@skein/ui/empty-state';
import { IconButton } from '@skein/ui/icon-button';
import { Segmented } from '@skein/ui/segmented';
import { Loading } from '@skein/ui/skeleton';
import { SearchInput } from '@skein/ui/text-input';
import { styled } from 'styled-components';
import { rowHeight } from '../inbox/conversation-row';
import { root, untrackedFolder } from '../inbox/inbox-address';
import { useInboxKeys } from '../inbox/inbox-keys';
import { ListSkeleton, PaneHead } from '../inbox/pane-parts';
import { FixedPane, Panes, ScrollPane } from '../inbox/panes';
import { ViewsPane } from '../inbox/views-pane';
import { WindowedList } from '../inbox/windowed-list';
import { useNow } from '../use-now';
import { BlockListsDialog } from './block-lists-dialog';
import { UntrackedRow } from './untracked-row';
import { UntrackedView } from './untracked-view';
import { untrackedAddress, useUntracked } from './untracked.hooks';

const Tools = styled.div`
  display: flex;
  gap: var(--s-2);
  flex: none;
  align-items: center;
  padding: var(--s-2) var(--s-3);
  border-bottom: 1px solid var(--border);
`;

const List = styled.section`
  display: flex;
  flex-direction: column;
  min-height: 0;
`;

/** Replies in our mailboxes that no lead could be found for: whose they may be, and why. */
export function UntrackedPage() {
  usePage([{ label: 'Master inbox', to: root }, { label: 'Untracked replies' }]);
  const untracked = useUntracked();
  const { now, timeZone } = useNow();
  const [viewsOpen, setViewsOpen] = useState(false);
  const [blocking, setBlocking] = useState(false);
  useInboxKeys(untracked.move);
  const { chosen } = untracked;
  const views = <ViewsPane counts={untracked.counts} folder={untrackedFolder} categories={[]} isWaiting={false} />;
  return (
    <Panes aside={false}>
      {(layout) => (
        <>
          {layout === 'full' && <ScrollPane>{views}</ScrollPane>}
          {(layout !== 'one' || chosen === null) && (
            <FixedPane>
              <List aria-label="Untracked replies">
                <PaneHead>
                  {layout !== 'full' && <IconButton icon="menu" label="Views" onClick={() => setViewsOpen(true)} />}
                  <h1>Untracked</h1>
                  {!untracked.isLoading && (
                    <small>
                      {untracked.total.toLocaleString('en-US')} {untracked.state === 'OPEN' ? 'open' : 'ignored'}
                    </small>
                  )}
                </PaneHead>
                <Tools>
                  {untracked.mayBlock && (
                    <IconButton icon="block" label="Block lists" onClick={() => setBlocking(true)} />
                  )}
                  <Segmented
                    label="State"
                    value={untracked.state}
                    onValueChange={(state) => untracked.view(state, untracked.subject)}
                    items={[
                      { id: 'OPEN', label: 'Open' },
                      { id: 'IGNORED', label: 'Ignored' },
                    ]}
                  />
                  <SearchInput
                    size="small"
                    style={{ flex: 1, minWidth: 0, width: 0 }}
                    aria-label="Search subjects"
                    placeholder="Subject"
                    value={untracked.subject}
                    onChange={(event) => untracked.view(untracked.state, event.target.value)}
                    onClear={() => untracked.view(untracked.state, '')}
                  />
                </Tools>
                <UntrackedList untracked={untracked} now={now} timeZone={timeZone} />
              </List>
            </FixedPane>
          )}
          {chosen !== null && (
            <FixedPane data-thread="">
              <UntrackedView
                key={chosen}
                replyId={chosen}
                isIgnored={untracked.state === 'IGNORED'}
                mayAct={untracked.mayAct}
                now={now}
                timeZone={timeZone}
                onBack={layout === 'one' ? () => untracked.open(null) : undefined}
                onRead={untracked.markRead}
                onIgnore={(id, ignored) => void untracked.setIgnored(id, ignored)}
                onDone={() => untracked.open(null, { replace: true })}
              />
            </FixedPane>
          )}
          {chosen === null && layout !== 'one' && (
            <FixedPane>
              <div style={{ display: 'grid', placeItems: 'center' }}>
                <EmptyState drawing="people" title="Whose replies are these?">
                  Replies from an address that we never mailed. Associate one with its lead, and it counts, stops and
                  categorises like any other.
                </EmptyState>
              </div>
            </FixedPane>
          )}
          {blocking && <BlockListsDialog onClose={() => setBlocking(false)} />}
          <Drawer
            open={viewsOpen && layout !== 'full'}
            onOpenChange={setViewsOpen}
            title="Views"
            side="left"
            width={280}
          >
            <div
              role="presentation"
              onClick={(event) => {
                if ((event.target as HTMLElement).closest('a')) setViewsOpen(false);
              }}
            >
              {views}
            </div>
          </Drawer>
        </>
      )}
    </Panes>
  );
}

function UntrackedList({
  untracked,
  now,
  timeZone,
}: {
  untracked: ReturnType<typeof useUntracked>;
  now: Date;
  timeZone: string;
}) {
  const { rows, chosen, state, subject } = untracked;
  if (untracked.isLoading)
    return (
      <Loading label="Loading untracked replies">
        <ListSkeleton />
      </Loading>
    );
  if (rows.length === 0 && untracked.error)
    return (
      <EmptyState
        icon="alert"
        title="The list could not be read"
        actions={<Button onClick={untracked.retry}>Try again</Button>}
      >
        {problemOf(untracked.error).message}
      </EmptyState>
    );
  if (rows.length === 0 && subject !== '')
    return (
      <EmptyState
        drawing="search"
        title="No such subject"
        actions={<Button onClick={() => untracked.view(state, '')}>Clear the search</Button>}
      />
    );
  if (rows.length === 0)
    return (
      <EmptyState drawing="letter" title={state === 'OPEN' ? 'Every reply has its lead' : 'Nothing ignored'}>
        {state === 'OPEN'
          ? 'Replies that no lead could be found for stand here, with a suggestion.'
          : 'Untracked replies that you ignore stand here.'}
      </EmptyState>
    );
  return (
    <WindowedList
      rows={rows}
      rowHeight={rowHeight}
      label="Untracked replies"
      current={rows.findIndex((row) => row.id === chosen)}
      keyOf={(row) => row.id}
      onEnd={untracked.more}
      stale={untracked.isStale}
    >
      {(row) => (
        <UntrackedRow
          reply={row}
          href={untrackedAddress(row.id, state, subject)}
          current={row.id === chosen}
          now={now}
          timeZone={timeZone}
        />
      )}
    </WindowedList>
  );
}
