import type { ReactNode } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { Loading } from '@skein/ui/skeleton';
import { isFiltered, withoutFilters } from './inbox-address';
import type { Inbox } from './inbox.hooks';
import { ListSkeleton } from './pane-parts';
import { folderName } from './views-pane';

const emptyTexts: Record<string, { title: string; text: string }> = {
  replies: {
    title: 'No replies yet',
    text: 'Replies to your campaigns arrive here within a minute of reaching a mailbox.',
  },
  unread: { title: 'All read', text: 'You’re all caught up.' },
  assigned_to_me: { title: 'Nothing is assigned to you', text: 'Conversations assigned to you appear here.' },
  important: { title: 'Nothing important', text: 'Starred conversations appear here.' },
  snoozed: { title: 'Nothing snoozed', text: 'A snoozed conversation is hidden until the time you choose.' },
  reminders: { title: 'No reminders', text: 'Conversations with a reminder appear here, the next one first.' },
  scheduled: { title: 'Nothing scheduled', text: 'Scheduled replies appear here until they are sent.' },
  sent: { title: 'Nothing sent yet', text: 'Conversations with a sent email appear here.' },
  archived: { title: 'Nothing archived', text: 'Archived conversations appear here.' },
};

/** The lines of a view, or why there are none. */
export function ListBody({ inbox, label, children }: { inbox: Inbox; label: string; children: ReactNode }) {
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
        title="No conversations match"
        actions={<Button onClick={() => inbox.go(withoutFilters(address), { replace: true })}>Clear filters</Button>}
      >
        Change or clear the filters to see more of {folderName(address.folder)}.
      </EmptyState>
    );
  }
  const text = emptyTexts[address.folder] ?? { title: 'No conversations here yet', text: '' };
  return (
    <EmptyState drawing="letter" title={text.title}>
      {text.text}
    </EmptyState>
  );
}
