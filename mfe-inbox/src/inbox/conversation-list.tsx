import { useState } from 'react';
import { useAccess } from '@skein/mfe/access';
import { lazyPage } from '@skein/mfe/lazy-page';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { styled } from 'styled-components';
import { Later } from '../thread/later';
import { useCategories } from '../use-categories';
import { BulkBar } from './bulk-bar';
import { ConversationRows } from './conversation-rows';
import type { Inbox } from './inbox.hooks';
import { ListBody } from './list-body';
import { ListFilters } from './list-filters';
import { ListHead } from './list-head';
import { ListSearch } from './list-search';
import { SplitTabs } from './split-tabs';
import { useBackEnds } from './use-back-ends';
import { useSelectKeys } from './use-select-keys';
import { useSelection } from './use-selection';
import { folderName } from './views-pane';

const Box = styled.section`
  display: flex;
  flex-direction: column;
  min-height: 0;
  min-width: 0;
`;

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
  const { nameOf } = useCategories();
  const [isSearching, setSearching] = useState(address.search !== '');
  const [isFiltering, setFiltering] = useState(false);
  const title =
    address.folder === 'replies' && address.categories.length === 1
      ? nameOf(address.categories[0] === -1 ? null : (address.categories[0] ?? null))
      : folderName(address.folder);
  const selection = useSelection(JSON.stringify(inbox.query), inbox.total);
  const mayAct = useAccess().may('inbox.reply');
  useSelectKeys(mayAct, selection, address.conversation, rows);
  useBackEnds(selection.isSelecting, selection.clear);
  return (
    <Box aria-label={title}>
      <ListHead
        inbox={inbox}
        title={title}
        isSearching={isSearching}
        onSearch={setSearching}
        onShowViews={onShowViews}
        onSelect={mayAct && rows.length > 0 ? () => selection.begin() : undefined}
      />
      {isSearching && (
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
        <ListFilters inbox={inbox} open={isFiltering} onOpenChange={setFiltering} />
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
        <ConversationRows inbox={inbox} label={title} selection={selection} mayAct={mayAct} onEnter={onEnter} />
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
