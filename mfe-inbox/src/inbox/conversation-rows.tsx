import { useCallback, useRef, type MouseEvent } from 'react';
import { Spinner } from '@skein/ui/button';
import { useMedia } from '@skein/ui/use-media';
import { useCategories } from '../use-categories';
import { useNow } from '../use-now';
import { ConversationRow } from './conversation-row';
import { writeAddress } from './inbox-address';
import type { Inbox } from './inbox.hooks';
import { phoneRowHeight, rowHeight } from './row-height';
import { SelectBox } from './select-box';
import { nameOfLead } from './use-change';
import { useHeldRow } from './use-held-row';
import type { Selection } from './use-selection';
import { WindowedList } from './windowed-list';
import { styled } from 'styled-components';

/** No box of its own: it hears what is done to the lines. */
const Held = styled.div`
  display: contents;
`;

/** The lines of the list; a box to select each by, for those who may change them. */
export function ConversationRows({
  inbox,
  label,
  selection,
  mayAct,
  onEnter,
}: {
  inbox: Inbox;
  label: string;
  selection: Selection;
  mayAct: boolean;
  /** A press on the line that is open already. */ onEnter: () => void;
}) {
  const { address, rows } = inbox;
  const { now, timeZone } = useNow();
  const { nameOf } = useCategories();
  const phone = useMedia('(max-width: 720px)');
  const enter = useCallback(
    (event: MouseEvent) => {
      event.preventDefault();
      onEnter();
    },
    [onEnter],
  );
  const latest = useRef(selection);
  latest.current = selection;
  const select = useCallback((event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    latest.current.toggle(Number(event.currentTarget.dataset['conversation']));
  }, []);
  const held = useHeldRow(mayAct, selection.begin);
  return (
    <Held {...held}>
      <WindowedList
        rows={rows}
        rowHeight={phone ? phoneRowHeight : rowHeight}
        label={label}
        current={rows.findIndex((row) => row.enrolment_id === address.conversation)}
        keyOf={(row) => row.enrolment_id}
        onEnd={inbox.more}
        scrolled={inbox.scrolled}
        stale={inbox.isStale}
        end={
          inbox.isFetchingMore && (
            <div style={{ display: 'grid', placeItems: 'center', height: 48 }} role="status" aria-label="Loading more">
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
              onPress={selection.isSelecting ? select : row.enrolment_id === address.conversation ? enter : undefined}
              selecting={selection.isSelecting}
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
    </Held>
  );
}
