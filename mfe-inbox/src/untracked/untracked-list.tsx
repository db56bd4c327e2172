import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { Loading } from '@skein/ui/skeleton';
import { useMedia } from '@skein/ui/use-media';
import { ListSkeleton } from '../inbox/pane-parts';
import { phoneRowHeight, rowHeight } from '../inbox/row-height';
import { SelectBox } from '../inbox/select-box';
import { WindowedList } from '../inbox/windowed-list';
import { UntrackedRow } from './untracked-row';
import { untrackedAddress, type Untracked } from './untracked.hooks';

/** The untracked replies of the view, each of which can be chosen. */
export function UntrackedList({ untracked, now, timeZone }: { untracked: Untracked; now: Date; timeZone: string }) {
  const { rows, chosen, state, subject, selection } = untracked;
  const isPhone = useMedia('(max-width: 720px)');
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
        title="The list couldn't be loaded"
        actions={<Button onClick={untracked.retry}>Try again</Button>}
      >
        {problemOf(untracked.error).message}
      </EmptyState>
    );
  if (rows.length === 0 && subject !== '')
    return (
      <EmptyState
        drawing="search"
        title="No reply has this subject"
        actions={<Button onClick={() => untracked.view(state, '')}>Clear the search</Button>}
      />
    );
  if (rows.length === 0)
    return (
      <EmptyState drawing="letter" title={state === 'OPEN' ? 'Every reply has a lead' : 'No ignored replies'}>
        {state === 'OPEN'
          ? 'Replies from addresses you never emailed appear here, with the likeliest lead.'
          : 'Replies that you ignore appear here.'}
      </EmptyState>
    );
  return (
    <WindowedList
      rows={rows}
      rowHeight={isPhone ? phoneRowHeight : rowHeight}
      label="Untracked replies"
      current={rows.findIndex((row) => row.id === chosen)}
      keyOf={(row) => row.id}
      onEnd={untracked.more}
      stale={untracked.isStale}
    >
      {(row) => (
        <>
          <UntrackedRow
            reply={row}
            href={untrackedAddress(row.id, state, subject)}
            current={row.id === chosen}
            now={now}
            timeZone={timeZone}
          />
          {untracked.mayAct && (
            <SelectBox
              label={`Select the reply of ${row.from.email}`}
              checked={selection.has(row.id)}
              shown={selection.isOn}
              onToggle={() => selection.toggle(row.id)}
            />
          )}
        </>
      )}
    </WindowedList>
  );
}
