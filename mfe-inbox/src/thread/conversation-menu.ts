import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import type { MenuEntry } from '@skein/ui/menu';
import { snoozeTimes } from '../times/time-choices';
import { longTime } from '../times/when';
import type { ThreadActions } from './thread-actions';

/** Until when a conversation can be snoozed, and how one that is comes back now. */
export function snoozeEntries(
  actions: ThreadActions,
  { snoozedUntil, now, timeZone }: { snoozedUntil: string | null; now: Date; timeZone: string },
  onPickTime: () => void,
): MenuEntry[] {
  return [
    ...(snoozedUntil === null
      ? []
      : [
          {
            label: 'Unsnooze',
            detail: `until ${longTime(snoozedUntil, now, timeZone)}`,
            icon: 'undo' as const,
            onSelect: () => actions.snooze(null),
          },
          { kind: 'separator' as const },
        ]),
    ...snoozeTimes(now, timeZone).map((choice) => ({
      label: choice.label,
      detail: choice.detail,
      onSelect: () => actions.snooze(choice),
    })),
    { label: 'Pick a time', icon: 'calendar', onSelect: onPickTime },
  ];
}

/** What more can be done with a conversation; on a phone also what has no button of its own there. */
export function moreEntries(actions: ThreadActions, row: ConversationRow, isPhone: boolean): MenuEntry[] {
  return [
    ...(isPhone
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
    ...sequenceEntries(actions),
  ];
}

/** What changes the lead's sequence. */
function sequenceEntries(actions: ThreadActions): MenuEntry[] {
  const move: MenuEntry = {
    label: 'Move to subsequence',
    icon: 'branch',
    keys: ['l', 's'],
    onSelect: () => actions.ask('subsequence'),
  };
  const pause: MenuEntry = {
    label: 'Pause the sequence',
    icon: 'pause',
    keys: ['l', 'p'],
    onSelect: actions.pause,
  };
  const resume: MenuEntry = {
    label: 'Resume the sequence',
    icon: 'play',
    keys: ['l', 'r'],
    onSelect: () => actions.ask('resume'),
  };
  const block: MenuEntry = {
    label: 'Block the domain',
    icon: 'block',
    keys: ['l', 'b'],
    tone: 'danger',
    onSelect: () => actions.ask('block'),
  };
  return [
    ...(actions.mayPush ? [move] : []),
    ...(actions.canPause ? [pause] : []),
    ...(actions.canResume ? [resume] : []),
    ...(actions.mayBlock ? [block] : []),
  ];
}
