import { actions, type Action } from './actions';

/** How long the second key of a pair may take, in milliseconds. */
const pairTime = 1200;

const typingElements = new Set(['INPUT', 'TEXTAREA', 'SELECT']);

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (typingElements.has(target.tagName) || target.isContentEditable);
}

/** The name of a key press as actions write it: `mod+k`, `shift+enter`, `?`, `g`. */
export function pressOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase();
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push('mod');
  if (event.altKey) parts.push('alt');
  // A printable key already carries its shift: "?" is "?", not "shift+?".
  if (event.shiftKey && key.length > 1) parts.push('shift');
  return [...parts, key].join('+');
}

function run(action: Action, event: KeyboardEvent) {
  event.preventDefault();
  action.run();
}

/** Listens for the keys of the registered actions; returns what ends it. */
export function listenForShortcuts(target: Document = document): () => void {
  let first: { press: string; at: number } | undefined;
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || event.key === 'Shift') return;
    const press = pressOf(event);
    const typing = isTyping(event.target);
    // A dialog keeps its keys to itself; only actions that say so reach through.
    const inDialog =
      target.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]') !== null;
    const possible = actions.get().filter((action) => action.keys && (action.whileTyping || (!typing && !inDialog)));
    const pair = first && event.timeStamp - first.at < pairTime ? `${first.press} ${press}` : undefined;
    first = undefined;
    const match =
      (pair && possible.findLast((action) => action.keys === pair)) ||
      possible.findLast((action) => action.keys === press);
    if (match) return run(match, event);
    if (possible.some((action) => action.keys?.startsWith(`${press} `))) first = { press, at: event.timeStamp };
  };
  target.addEventListener('keydown', listener);
  return () => target.removeEventListener('keydown', listener);
}
