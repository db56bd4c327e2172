import { actions, type Action } from './actions';
import { arriving } from './arriving';
import { typingPlace } from './typing-place';

/** How long the second key of a pair may take, in milliseconds. */
const pairTime = 1200;

const typingElements = new Set(['INPUT', 'TEXTAREA', 'SELECT']);

const openDialogs = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]';

/** A dialog of what was left is out of sight before it is gone. */
const isSeen = (element: Partial<Pick<Element, 'checkVisibility'>>) => element.checkVisibility?.() ?? true;

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

const isPlain = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** A press that means nothing yet, kept until what brings its meaning is on the page: the first one, or the two of a pair. */
function keepPress() {
  let kept: { press: string; at: number } | 'too many' | undefined;
  const drop = () => {
    kept = undefined;
  };
  const stopArrivals = arriving.subscribe(() => {
    // What arrived registers its keys in the same drawing.
    if (arriving.get() === 0) setTimeout(drop);
  });
  const stopActions = actions.subscribe(() => {
    if (!kept || kept === 'too many') return;
    const { press } = kept;
    const match = actions.get().findLast((action) => action.keys === press);
    if (!match) return;
    drop();
    // Once the page that registers it has been drawn.
    queueMicrotask(() => match.run());
  });
  return {
    drop,
    /** Somebody who presses on is typing for something that is not there: none of it is a command. */
    keep(press: string, at: number) {
      if (arriving.get() === 0) return;
      if (kept === undefined) kept = { press, at };
      else if (kept !== 'too many' && at - kept.at < pairTime && !kept.press.includes(' '))
        kept = { press: `${kept.press} ${press}`, at };
      else kept = /* key */ 'too many';
    },
    stop() {
      stopArrivals();
      stopActions();
    },
  };
}

/** Listens for the keys of the registered actions; returns what ends it. */
export function listenForShortcuts(target: Document = document): () => void {
  let first: { press: string; at: number } | undefined;
  const early = keepPress();
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || event.key === 'Shift') return;
    const press = pressOf(event);
    const typing = isTyping(event.target);
    // A dialog keeps its keys to itself; only actions that say so reach through.
    const inDialog = [...target.querySelectorAll(openDialogs)].some(isSeen);
    const place = typing || inDialog ? undefined : typingPlace();
    if (place && isPlain(event)) {
      first = undefined;
      // The key itself is typed there: the focus moves before the browser writes it.
      if (event.target === target.body) place();
      return;
    }
    const possible = actions.get().filter((action) => action.keys && (action.whileTyping || (!typing && !inDialog)));
    const pair = first && event.timeStamp - first.at < pairTime ? `${first.press} ${press}` : undefined;
    first = undefined;
    const match =
      (pair && possible.findLast((action) => action.keys === pair)) ||
      possible.findLast((action) => action.keys === press);
    if (match) {
      early.drop();
      return run(match, event);
    }
    if (possible.some((action) => action.keys?.startsWith(`${press} `))) first = { press, at: event.timeStamp };
    if (!typing && !inDialog) early.keep(press, event.timeStamp);
  };
  target.addEventListener('keydown', listener);
  target.addEventListener('pointerdown', early.drop);
  return () => {
    early.stop();
    target.removeEventListener('keydown', listener);
    target.removeEventListener('pointerdown', early.drop);
  };
}
