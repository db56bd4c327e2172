import type { Action } from '@skein/mfe/actions';
import { navigateTo } from '@skein/mfe/navigation';
import { logOut } from '../session/log-out';
import { focusNewestToast, toasts } from '@skein/ui/toast';
import { pressUndo } from '@skein/ui/toast-store';
import type { ShownGroup } from './nav-entries';
import { firstActions } from './first-keys';
import { chooseTheme } from './theme-signal';

/** A frame later: the palette, from which it may be asked for, has given the focus back by then. */
const goToMessage = () => {
  requestAnimationFrame(() => {
    if (!focusNewestToast()) toasts.show({ title: 'No notifications', tone: 'info' });
  });
};

/** What can be done anywhere: go to an area, find, get help, change the look, leave. */
export function frameActions(
  groups: readonly ShownGroup[],
  { collapsed, collapse }: { collapsed: boolean; collapse: (next: boolean) => void },
): Action[] {
  const go = groups
    .flatMap(({ entries }) => entries)
    .filter(({ refusal }) => refusal === null)
    .map((entry): Action => ({
      id: `go.${entry.id}`,
      label: `Go to ${entry.label}`,
      group: 'Go to',
      icon: entry.icon,
      ...(entry.shortcut ? { keys: entry.shortcut } : {}),
      run: () => navigateTo(entry.to),
    }));
  return [
    ...go,
    ...firstActions,
    {
      id: 'frame.undo',
      label: 'Undo the last action',
      group: 'Anywhere',
      icon: 'undo',
      keys: 'mod+z',
      run: pressUndo,
    },
    {
      id: 'frame.messages',
      label: 'Focus latest notification',
      group: 'Anywhere',
      icon: 'bell',
      keys: 'f8',
      whileTyping: true,
      keywords: ['undo', 'toast'],
      run: goToMessage,
    },
    {
      id: 'frame.collapse',
      label: collapsed ? 'Expand the navigation' : 'Collapse the navigation',
      group: 'Anywhere',
      icon: 'columns',
      keys: '[',
      run: () => collapse(!collapsed),
    },
    {
      id: 'theme.light',
      label: 'Light theme',
      group: 'Appearance',
      icon: 'eye',
      keywords: ['theme', 'bright'],
      run: () => chooseTheme('light'),
    },
    {
      id: 'theme.dark',
      label: 'Dark theme',
      group: 'Appearance',
      icon: 'moon',
      keywords: ['theme', 'night'],
      run: () => chooseTheme('dark'),
    },
    {
      id: 'theme.system',
      label: 'Use system theme',
      group: 'Appearance',
      icon: 'desktop',
      keywords: ['theme', 'automatic'],
      run: () => chooseTheme('system'),
    },
    {
      id: 'session.log-out',
      label: 'Log out',
      group: 'You',
      icon: 'arrow-right',
      keywords: ['sign out', 'leave'],
      run: () => void logOut(),
    },
  ];
}
