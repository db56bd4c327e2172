import { useState } from 'react';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { Drawer } from '@skein/ui/drawer';
import { EmptyState } from '@skein/ui/empty-state';
import { IconButton } from '@skein/ui/icon-button';
import { Segmented } from '@skein/ui/segmented';
import { SearchInput } from '@skein/ui/text-input';
import { styled } from 'styled-components';
import { root, untrackedFolder } from '../inbox/inbox-address';
import { useInboxKeys } from '../inbox/inbox-keys';
import { PaneHead } from '../inbox/pane-parts';
import { SelectionBar } from '../inbox/selection-bar';
import { FixedPane, Panes, ScrollPane } from '../inbox/panes';
import { ViewsPane } from '../inbox/views-pane';
import { useNow } from '../use-now';
import { BlockListsDialog } from './block-lists-dialog';
import { LearnedAddresses } from './learned-addresses';
import { UntrackedList } from './untracked-list';
import { UntrackedView } from './untracked-view';
import { mostAtOnce, useUntracked } from './untracked.hooks';

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

const counted = (label: string, count: number | undefined) =>
  count === undefined ? label : `${label} ${count.toLocaleString('en-US')}`;

/** Replies in our mailboxes that no lead could be found for: whose they may be, and why. */
export function UntrackedPage() {
  usePage([{ label: 'Master inbox', to: root }, { label: 'Untracked replies' }]);
  const untracked = useUntracked();
  const { now, timeZone } = useNow();
  const [viewsOpen, setViewsOpen] = useState(false);
  const [blocking, setBlocking] = useState(false);
  const [learned, setLearned] = useState(false);
  useInboxKeys(untracked.move);
  const { chosen } = untracked;
  const views = <ViewsPane counts={untracked.counts} folder={untrackedFolder} categories={[]} waiting={null} />;
  return (
    <Panes aside={false}>
      {(layout) => (
        <>
          {layout === 'full' && <ScrollPane>{views}</ScrollPane>}
          {(layout !== 'one' || chosen === null) && (
            <FixedPane>
              <List aria-label="Untracked replies">
                <PaneHead>
                  {layout !== 'full' && <IconButton icon="menu" label="Folders" onClick={() => setViewsOpen(true)} />}
                  <h1>Untracked</h1>
                  {untracked.isKnown && (
                    <small>
                      {untracked.total.toLocaleString('en-US')} {untracked.state === 'OPEN' ? 'open' : 'ignored'}
                    </small>
                  )}
                  <span className="push">
                    <IconButton
                      icon="user"
                      label={untracked.isMine ? 'Show all mailboxes' : 'Show only my mailboxes'}
                      aria-pressed={untracked.isMine}
                      onClick={() => untracked.showMine(!untracked.isMine)}
                    />
                    <IconButton icon="book" label="Learned addresses" onClick={() => setLearned(true)} />
                    {untracked.mayBlock && (
                      <IconButton icon="block" label="Block lists" onClick={() => setBlocking(true)} />
                    )}
                  </span>
                </PaneHead>
                {untracked.selection.isOn ? (
                  <SelectionBar
                    selection={untracked.selection}
                    shown={untracked.rows.map(({ id }) => id)}
                    total={untracked.total}
                    most={mostAtOnce}
                  >
                    <Button
                      size="small"
                      icon={untracked.state === 'OPEN' ? 'block' : 'undo'}
                      onClick={() => void untracked.changeMany(untracked.state === 'OPEN' ? 'ignore' : 'restore')}
                    >
                      {untracked.state === 'OPEN' ? 'Ignore' : 'Restore'}
                    </Button>
                    <Button size="small" icon="mail" onClick={() => void untracked.changeMany('read')}>
                      Mark as read
                    </Button>
                  </SelectionBar>
                ) : (
                  <Tools>
                    <Segmented
                      label="State"
                      value={untracked.state}
                      onValueChange={(state) => untracked.view(state, untracked.subject)}
                      items={[
                        { id: 'OPEN', label: counted('Open', untracked.states?.open) },
                        { id: 'IGNORED', label: counted('Ignored', untracked.states?.ignored) },
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
                )}
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
                  Replies from an address that we never emailed. Associate one with its lead, and it counts, stops and
                  categorises like any other.
                </EmptyState>
              </div>
            </FixedPane>
          )}
          {learned && <LearnedAddresses mayChange={untracked.mayAct} onClose={() => setLearned(false)} />}
          {blocking && <BlockListsDialog onClose={() => setBlocking(false)} />}
          <Drawer
            open={viewsOpen && layout !== 'full'}
            onOpenChange={setViewsOpen}
            title="Folders"
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
