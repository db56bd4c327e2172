import { registerActions, type Action } from '@skein/mfe/actions';
import { beginArrival } from '@skein/mfe/arriving';
import { listenForShortcuts } from '@skein/mfe/shortcuts';
import { openHelp, openPalette } from './overlays-state';

/** What can be asked for before the frame is there, and is shown with it. */
export const firstActions: Action[] = [
  {
    id: 'frame.palette',
    label: 'Search or run a command',
    group: 'Anywhere',
    icon: 'search',
    keys: 'mod+k',
    whileTyping: true,
    run: () => openPalette(),
  },
  { id: 'frame.help', label: 'Keyboard shortcuts', group: 'Anywhere', icon: 'keyboard', keys: '?', run: openHelp },
];

/**
 * Binds the keys with the first line of the shell, before there is a configuration, a frame or an area: a press that means nothing yet
 * waits for what it is meant for.
 * @returns `drawn` says that the page is drawn for the first time, `leave` that there is no session and so no frame
 */
export function bindFirstKeys(): { drawn: () => void; leave: () => void } {
  listenForShortcuts();
  const drawn = beginArrival();
  const leave = window.location.pathname.startsWith('/app') ? registerActions(firstActions) : () => undefined;
  return { drawn, leave };
}
