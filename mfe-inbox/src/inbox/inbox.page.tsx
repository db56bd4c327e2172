import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePage } from '@skein/mfe/page';
import { EmptyState } from '@skein/ui/empty-state';
import { KeyHint } from '@skein/ui/kbd';
import { LaterDrawer } from '../later-overlays';
import { LaterLeadPanel } from '../lead-panel/later-lead-panel';
import { Later } from '../thread/later';
import { useAskAhead } from '../thread/asked-ahead';
import { ThreadView } from '../thread/thread-view';
import { ConversationList } from './conversation-list';
import { FoldersDrawer } from './folders-drawer';
import { emptyAddress, root, writeAddress } from './inbox-address';
import { DrawnAhead } from './drawn-ahead';
import { useInbox, type Inbox } from './inbox.hooks';
import { useInboxKeys } from './inbox-keys';
import { FixedPane, Panes, ScrollPane } from './panes';
import { useSettledThread } from './use-settled-thread';
import { folderName, ViewsPane } from './views-pane';
import { useDrawnAhead } from './use-drawn-ahead';

/** The master inbox: views, conversations, the thread and its lead; one at a time on a phone. */
export function InboxPage() {
  const inbox = useInbox();
  const { address, counts, move } = inbox;
  const { conversation } = address;
  const shown = useSettledThread(conversation);
  usePage([
    { label: 'Master inbox', to: root },
    ...(address.folder === 'replies'
      ? []
      : [{ label: folderName(address.folder), to: writeAddress({ ...emptyAddress, folder: address.folder }) }]),
  ]);
  useInboxKeys(move);
  useAskAhead(shown === conversation ? null : conversation);
  const [viewsOpen, setViewsOpen] = useState(false);
  const [leadOpen, setLeadOpen] = useState(false);
  const enterThread = useCallback(
    () => document.querySelector<HTMLElement>('[data-thread] > :not([style*="none"]) :is(h1, h2)')?.focus(),
    [],
  );
  const ways = useThreadWays(inbox, setLeadOpen);
  const drawn = useDrawnAhead(inbox.ids, shown);
  const hasList = inbox.ids.length > 0;
  useEffect(() => {
    if (hasList) LaterLeadPanel.preload();
  }, [hasList]);
  const views = (
    <ViewsPane counts={counts} folder={address.folder} categories={address.categories} waiting={address.waiting} />
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
          {conversation !== null && shown !== null && (
            <FixedPane data-thread="" data-shown={shown} aria-busy={shown !== conversation}>
              <DrawnAhead drawn={layout === 'one' ? drawn.filter(({ id }) => id === shown) : drawn} shown={shown}>
                {(id) => (
                  <ThreadView
                    enrolmentId={id}
                    isLeaving={id === shown && shown !== conversation}
                    onMoveOn={layout === 'one' ? ways.leave : ways.moveOn}
                    onBack={layout === 'one' ? ways.back : undefined}
                    onShowLead={layout === 'full' ? undefined : ways.showLead}
                  />
                )}
              </DrawnAhead>
            </FixedPane>
          )}
          {conversation === null && layout !== 'one' && (
            <FixedPane>
              <NothingOpen
                count={inbox.rows.length}
                leadsTo={inbox.isUnderWay ? /* text */ 'next' : /* text */ 'first'}
              />
            </FixedPane>
          )}
          {shown !== null && layout === 'full' && (
            <ScrollPane role="complementary" aria-label="Lead" tabIndex={0} style={{ outlineOffset: '-2px' }}>
              <DrawnAhead drawn={drawn} shown={shown}>
                {(id) => (
                  <Later height={280} part="The lead">
                    <LaterLeadPanel enrolmentId={id} />
                  </Later>
                )}
              </DrawnAhead>
            </ScrollPane>
          )}
          {viewsOpen && layout !== 'full' && <FoldersDrawer onOpenChange={setViewsOpen}>{views}</FoldersDrawer>}
          {conversation !== null && leadOpen && layout !== 'full' && (
            <Later height={0} part="The lead">
              <LaterDrawer open onOpenChange={setLeadOpen} title="Lead" width={320}>
                {/* The drawer has an edge of its own. */}
                <div style={{ margin: 'calc(-1 * var(--s-4))' }}>
                  <LaterLeadPanel enrolmentId={conversation} />
                </div>
              </LaterDrawer>
            </Later>
          )}
        </>
      )}
    </Panes>
  );
}

/** The ways out of a conversation. They stay the same functions, so that one that is drawn ahead is shown without being drawn again. */
function useThreadWays({ open, move }: Inbox, showLead: (open: boolean) => void) {
  const latest = useRef({ open, move });
  latest.current = { open, move };
  return useMemo(
    () => ({
      moveOn: () => latest.current.move(1),
      leave: () => latest.current.open(null, { replace: true }),
      back: () => latest.current.open(null),
      showLead: () => showLead(true),
    }),
    [showLead],
  );
}

function NothingOpen({ count, leadsTo }: { count: number; leadsTo: 'first' | 'next' }) {
  return (
    <div style={{ display: 'grid', placeItems: 'center' }}>
      <EmptyState
        drawing="thread"
        title="No conversation open"
        level={2}
        note={count > 0 ? <KeyHint keys={['j']} label={`opens the ${leadsTo}`} /> : undefined}
      >
        Select a conversation to read and reply.
      </EmptyState>
    </div>
  );
}
