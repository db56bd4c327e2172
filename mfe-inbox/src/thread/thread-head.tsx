import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { IconButton } from '@skein/ui/icon-button';
import { Menu, type MenuEntry } from '@skein/ui/menu';
import { useMedia } from '@skein/ui/use-media';
import { PaneHead } from '../inbox/pane-parts';
import { snoozeTimes } from '../times/time-choices';
import { longTime } from '../times/when';
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
  const snooze: MenuEntry[] = actions
    ? [
        ...(snoozed && row.snoozed_until
          ? [
              {
                label: 'Unsnooze',
                detail: `until ${longTime(row.snoozed_until, now, timeZone)}`,
                icon: 'undo' as const,
                onSelect: () => actions.snooze(null),
              },
              { kind: 'separator' as const },
            ]
          : []),
        ...snoozeTimes(now, timeZone).map((choice) => ({
          label: choice.label,
          detail: choice.detail,
          onSelect: () => actions.snooze(choice),
        })),
        { label: 'Pick a time', icon: 'calendar', onSelect: onPickTime },
      ]
    : [];
  const more: MenuEntry[] = actions
    ? [
        ...(phone
          ? [
              {
                label: row.assigned_user ? 'Unassign' : 'Assign to me',
                icon: 'user' as const,
                onSelect: actions.assign,
              },
            ]
          : []),
        {
          label: row.is_read ? 'Mark as unread' : 'Mark as read',
          icon: 'mail',
          keys: ['u'],
          onSelect: actions.toggleRead,
        },
        {
          label: row.is_important ? 'Not important' : 'Important',
          icon: 'star',
          keys: ['i'],
          onSelect: actions.toggleImportant,
        },
        { kind: 'separator' },
        { label: 'Add note', icon: 'note', keys: ['l', 'n'], onSelect: () => actions.ask('note') },
        { label: 'Add task', icon: 'task', keys: ['l', 't'], onSelect: () => actions.ask('task') },
        { label: 'Set a reminder', icon: 'bell', keys: ['l', 'd'], onSelect: () => actions.ask('reminder') },
        { kind: 'separator' },
        ...(actions.mayPush
          ? [
              {
                label: 'Move to subsequence',
                icon: 'branch' as const,
                keys: ['l', 's'],
                onSelect: () => actions.ask('subsequence'),
              },
            ]
          : []),
        ...(actions.canPause
          ? [{ label: 'Pause the sequence', icon: 'pause' as const, keys: ['l', 'p'], onSelect: actions.pause }]
          : []),
        ...(actions.canResume
          ? [
              {
                label: 'Resume the sequence',
                icon: 'play' as const,
                keys: ['l', 'r'],
                onSelect: () => actions.ask('resume'),
              },
            ]
          : []),
        ...(actions.mayBlock
          ? [
              {
                label: 'Block the domain',
                icon: 'block' as const,
                keys: ['l', 'b'],
                tone: 'danger' as const,
                onSelect: () => actions.ask('block'),
              },
            ]
          : []),
      ]
    : [];
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
