import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { IconButton } from '@skein/ui/icon-button';
import { Menu } from '@skein/ui/menu';
import { useMedia } from '@skein/ui/use-media';
import { PaneHead } from '../inbox/pane-parts';
import { moreEntries, snoozeEntries } from './conversation-menu';
import type { ThreadActions } from './thread-actions';

export interface ThreadHeadProps {
  row: ConversationRow;
  subject: string;
  actions: ThreadActions | null;
  now: Date;
  timeZone: string;
  snoozeOpen: boolean;
  onSnoozeOpen: (open: boolean) => void;
  onPickTime: () => void;
  onBack?: (() => void) | undefined;
  onShowLead?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
}

const plainSubject = (subject: string) => subject.replace(/^(?:(?:re|fwd?|aw|wg)\s*:\s*)+/i, '').trim() || 'No subject';

/** Subject and what can be done with the whole conversation. */
export function ThreadHead({
  row,
  subject,
  actions,
  now,
  timeZone,
  snoozeOpen,
  onSnoozeOpen,
  onPickTime,
  onBack,
  onShowLead,
  onClose,
}: ThreadHeadProps) {
  const phone = useMedia('(max-width: 720px)');
  const snoozed = row.snoozed_until !== null && new Date(row.snoozed_until) > now;
  const snooze = actions
    ? snoozeEntries(actions, { snoozedUntil: snoozed ? row.snoozed_until : null, now, timeZone }, onPickTime)
    : [];
  const more = actions ? moreEntries(actions, row, phone) : [];
  // Alone on the page it is the page's title.
  const Title = onBack ? 'h1' : 'h2';
  return (
    <PaneHead>
      {onBack && <IconButton icon="chevron-left" label="Back to the list" onClick={onBack} />}
      <Title tabIndex={-1} title={subject}>
        {plainSubject(subject)}
      </Title>
      <span className="push">
        {actions && !phone && (
          <IconButton
            icon="user"
            label={row.assigned_user ? `Assigned to ${row.assigned_user.name}: unassign` : 'Assign to me'}
            aria-pressed={row.assigned_user !== null}
            onClick={actions.assign}
          />
        )}
        {actions && (
          <Menu
            align="end"
            entries={snooze}
            open={snoozeOpen}
            onOpenChange={onSnoozeOpen}
            trigger={<IconButton icon="moon" label={snoozed ? 'Snoozed' : 'Snooze'} aria-pressed={snoozed} />}
          />
        )}
        {actions && !phone && <IconButton icon="task" label="Add task" onClick={() => actions.ask('task')} />}
        {actions && (
          <IconButton
            icon="archive"
            label={row.is_archived ? 'Back to the inbox' : 'Archive'}
            aria-pressed={row.is_archived}
            onClick={actions.toggleArchive}
          />
        )}
        {onShowLead && <IconButton icon="info" label="About the lead" onClick={onShowLead} />}
        {more.length > 0 && (
          <Menu align="end" entries={more} trigger={<IconButton icon="more" label="More for this conversation" />} />
        )}
        {onClose && <IconButton icon="close" label="Close the conversation" onClick={onClose} />}
      </span>
    </PaneHead>
  );
}
