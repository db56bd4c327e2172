import { Button } from '@skein/ui/button';
import { IconButton } from '@skein/ui/icon-button';
import { Segmented } from '@skein/ui/segmented';
import { SearchInput } from '@skein/ui/text-input';
import { styled } from 'styled-components';
import { PaneHead } from '../inbox/pane-parts';
import { SelectionBar } from '../inbox/selection-bar';
import { UntrackedList } from './untracked-list';
import { mostAtOnce, type Untracked } from './untracked.hooks';

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

/** The untracked replies: head, search or what is done with the selected ones, and the lines. */
export function UntrackedPane({
  untracked,
  now,
  timeZone,
  onShowViews,
  onShowLearned,
  onShowBlockLists,
}: {
  untracked: Untracked;
  now: Date;
  timeZone: string;
  /** Opens the views where they have no pane of their own. */ onShowViews: (() => void) | undefined;
  onShowLearned: () => void;
  onShowBlockLists: () => void;
}) {
  return (
    <List aria-label="Untracked replies">
      <PaneHead>
        <h1>Untracked</h1>
        {onShowViews && <IconButton icon="chevron-down" label="Folders" onClick={onShowViews} />}
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
          <IconButton icon="book" label="Learned addresses" onClick={onShowLearned} />
          {untracked.mayBlock && <IconButton icon="block" label="Block lists" onClick={onShowBlockLists} />}
        </span>
      </PaneHead>
      {untracked.selection.isOn ? <SelectedReplies untracked={untracked} /> : <ReplySearch untracked={untracked} />}
      <UntrackedList untracked={untracked} now={now} timeZone={timeZone} />
    </List>
  );
}

function SelectedReplies({ untracked }: { untracked: Untracked }) {
  const isOpen = untracked.state === 'OPEN';
  return (
    <SelectionBar
      selection={untracked.selection}
      shown={untracked.rows.map(({ id }) => id)}
      total={untracked.total}
      most={mostAtOnce}
    >
      <Button
        size="small"
        icon={isOpen ? 'block' : 'undo'}
        onClick={() => void untracked.changeMany(isOpen ? 'ignore' : 'restore')}
      >
        {isOpen ? 'Ignore' : 'Restore'}
      </Button>
      <Button size="small" icon="mail" onClick={() => void untracked.changeMany('read')}>
        Mark as read
      </Button>
    </SelectionBar>
  );
}

function ReplySearch({ untracked: { state, states, subject, view } }: { untracked: Untracked }) {
  return (
    <Tools>
      <Segmented
        label="State"
        value={state}
        onValueChange={(next) => view(next, subject)}
        items={[
          { id: 'OPEN', label: counted('Open', states?.open) },
          { id: 'IGNORED', label: counted('Ignored', states?.ignored) },
        ]}
      />
      <SearchInput
        size="small"
        style={{ flex: 1, minWidth: 0, width: 0 }}
        aria-label="Search subjects"
        placeholder="Subject"
        value={subject}
        onChange={(event) => view(state, event.target.value)}
        onClear={() => view(state, '')}
      />
    </Tools>
  );
}
