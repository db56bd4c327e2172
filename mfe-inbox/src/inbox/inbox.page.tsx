import { useCallback, useState } from 'react';
import { usePage } from '@skein/mfe/page';
import { Drawer } from '@skein/ui/drawer';
import { EmptyState } from '@skein/ui/empty-state';
import { KeyHint } from '@skein/ui/kbd';
import { LeadPanel } from '../lead-panel/lead-panel';
import { ThreadView } from '../thread/thread-view';
import { ConversationList } from './conversation-list';
import { emptyAddress, root, writeAddress } from './inbox-address';
import { useInbox } from './inbox.hooks';
import { useInboxKeys } from './inbox-keys';
import { FixedPane, Panes, ScrollPane } from './panes';
import { folderName, ViewsPane } from './views-pane';

/** The master inbox: views, conversations, the thread and its lead; one at a time on a phone. */
export function InboxPage() {
  const inbox = useInbox();
  const { address, counts, open, move } = inbox;
  const { conversation } = address;
  usePage([
    { label: 'Master inbox', to: root },
    ...(address.folder === 'replies'
      ? []
      : [{ label: folderName(address.folder), to: writeAddress({ ...emptyAddress, folder: address.folder }) }]),
  ]);
  useInboxKeys(move);
  const [viewsOpen, setViewsOpen] = useState(false);
  const [leadOpen, setLeadOpen] = useState(false);
  const enterThread = useCallback(
    () => document.querySelector<HTMLElement>('[data-thread] h1, [data-thread] h2')?.focus(),
    [],
  );
  const moveOn = useCallback(() => move(1), [move]);
  const views = (
    <ViewsPane
      counts={counts}
      folder={address.folder}
      categories={address.categories}
      isWaiting={address.waiting !== null}
    />
  );
  return (
    <Panes aside={conversation !== null}>
      {(layout) => (
        <>
          {layout === 'full' && <ScrollPane>{views}</ScrollPane>}
          {(layout !== 'one' || conversation === null) && (
            <FixedPane>
              <ConversationList
                inbox={inbox}
                onEnter={enterThread}
                onShowViews={layout === 'full' ? undefined : () => setViewsOpen(true)}
              />
            </FixedPane>
          )}
          {conversation !== null && (
            <FixedPane data-thread="">
              <ThreadView
                key={conversation}
                enrolmentId={conversation}
                onMoveOn={layout === 'one' ? () => open(null, { replace: true }) : moveOn}
                onBack={layout === 'one' ? () => open(null) : undefined}
                onShowLead={layout === 'full' ? undefined : () => setLeadOpen(true)}
              />
            </FixedPane>
          )}
          {conversation === null && layout !== 'one' && (
            <FixedPane>
              <NothingOpen count={inbox.rows.length} />
            </FixedPane>
          )}
          {conversation !== null && layout === 'full' && (
            <ScrollPane role="complementary" aria-label="Lead" tabIndex={0} style={{ outlineOffset: '-2px' }}>
              <LeadPanel key={conversation} enrolmentId={conversation} />
            </ScrollPane>
          )}
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
          {conversation !== null && (
            <Drawer open={leadOpen && layout !== 'full'} onOpenChange={setLeadOpen} title="Lead" width={320}>
              <LeadPanel enrolmentId={conversation} />
            </Drawer>
          )}
        </>
      )}
    </Panes>
  );
}

function NothingOpen({ count }: { count: number }) {
  return (
    <div style={{ display: 'grid', placeItems: 'center' }}>
      <EmptyState
        drawing="thread"
        title="Choose a conversation"
        level={2}
        note={count > 0 ? <KeyHint keys={['j']} label="opens the first" /> : undefined}
      >
        The thread, the lead and what was sent stand here.
      </EmptyState>
    </div>
  );
}
