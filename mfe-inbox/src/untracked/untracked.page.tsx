import { useState } from 'react';
import { usePage } from '@skein/mfe/page';
import { EmptyState } from '@skein/ui/empty-state';
import { FoldersDrawer } from '../inbox/folders-drawer';
import { root, untrackedFolder } from '../inbox/inbox-address';
import { useInboxKeys } from '../inbox/inbox-keys';
import { FixedPane, Panes, ScrollPane } from '../inbox/panes';
import { ViewsPane } from '../inbox/views-pane';
import { useNow } from '../use-now';
import { UntrackedBlocksDialog } from './untracked-blocks-dialog';
import { LearnedAddresses } from './learned-addresses';
import { UntrackedPane } from './untracked-pane';
import { UntrackedView } from './untracked-view';
import { useUntracked } from './untracked.hooks';

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
              <UntrackedPane
                untracked={untracked}
                now={now}
                timeZone={timeZone}
                onShowViews={layout === 'full' ? undefined : () => setViewsOpen(true)}
                onShowLearned={() => setLearned(true)}
                onShowBlockLists={() => setBlocking(true)}
              />
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
                  Replies from addresses you never emailed. Match one to its lead, and it counts like any other reply.
                </EmptyState>
              </div>
            </FixedPane>
          )}
          {learned && <LearnedAddresses mayChange={untracked.mayAct} onClose={() => setLearned(false)} />}
          {blocking && <UntrackedBlocksDialog onClose={() => setBlocking(false)} />}
          {viewsOpen && layout !== 'full' && <FoldersDrawer onOpenChange={setViewsOpen}>{views}</FoldersDrawer>}
        </>
      )}
    </Panes>
  );
}
