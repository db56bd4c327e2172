import { useLayoutEffect } from 'react';

/** Something with a text field that was asked for; it may not be on the page yet. */
interface Wait {
  isHere: boolean;
}

/** Milliseconds that a part has to focus its field once it is on the page. */
const focusTime = 1000;
/** Milliseconds after which a part that does not come is given up. */
const longestTime = 20_000;
const textTypes = new Set(['text', 'search', 'email', 'url', 'tel', 'password', 'number']);

const waits = new Set<Wait>();
let typed = '';
/** The field in which somebody was typing when the part was asked for: what follows is meant for the part. */
let origin: Element | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function isField(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLInputElement) return textTypes.has(target.type) && !target.disabled && !target.readOnly;
  if (target instanceof HTMLTextAreaElement) return !target.disabled && !target.readOnly;
  return target instanceof HTMLElement && target.isContentEditable;
}

/** Writes into a field as a person would: the page hears of it as of a key. */
function writeInto(field: HTMLElement, text: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) {
    document.execCommand('insertText', false, text);
    return;
  }
  const { value, selectionStart, selectionEnd, maxLength } = field;
  const from = selectionStart ?? value.length;
  const next = value.slice(0, from) + text + value.slice(selectionEnd ?? value.length);
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  // Past the field's own setter, which React watches: it would take the change for its own.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(
    field,
    maxLength >= 0 ? next.slice(0, Math.max(maxLength, value.length)) : next,
  );
  if (selectionStart !== null) field.setSelectionRange(from + text.length, from + text.length);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function stop(): void {
  waits.clear();
  typed = '';
  origin = null;
  clearTimeout(timer);
  document.removeEventListener('keydown', onKey, true);
  document.removeEventListener('focusin', onFocus, true);
  document.removeEventListener('pointerdown', stop, true);
}

function onKey(event: KeyboardEvent): void {
  if (isField(event.target) && event.target !== origin) return;
  if (event.key === 'Escape' || event.key === 'Tab') return stop();
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const presses = event.target instanceof Element && event.target.closest('button, a, summary, [role="button"]');
  if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (event.key.length === 1 && !(event.key === ' ' && typed === '' && presses)) typed += event.key;
  else if (event.key !== 'Enter' || typed === '') return;
  // Neither a command of the page nor a second press on what opened the part.
  event.preventDefault();
  event.stopPropagation();
}

function onFocus({ target }: FocusEvent): void {
  if (isField(target) && target !== origin) {
    const text = typed;
    stop();
    // After whatever focused it has finished: it may be in the middle of drawing the field.
    if (text)
      queueMicrotask(() => {
        if (target.isConnected) writeInto(target, text);
      });
    return;
  }
  // A part without a field has the focus by now: there is nothing to type into.
  if ([...waits].every(({ isHere }) => isHere))
    requestAnimationFrame(() => {
      if (!isField(document.activeElement) && [...waits].every(({ isHere }) => isHere)) stop();
    });
}

/**
 * Keeps what is typed from now on for the field that gets the focus next: for a part that was asked for and whose code is being
 * fetched. Until then no key runs a command.
 * @returns what says that the part is on the page; without a field in it, what was typed is dropped
 */
export function awaitField(): () => void {
  if (waits.size === 0) {
    stop();
    origin = isField(document.activeElement) ? document.activeElement : null;
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('focusin', onFocus, true);
    document.addEventListener('pointerdown', stop, true);
  }
  clearTimeout(timer);
  timer = setTimeout(stop, longestTime);
  const wait: Wait = { isHere: false };
  waits.add(wait);
  return () => {
    if (!waits.has(wait) || wait.isHere) return;
    wait.isHere = true;
    if (![...waits].every(({ isHere: here }) => here)) return;
    clearTimeout(timer);
    timer = setTimeout(stop, focusTime);
  };
}

/** Ends the waiting and hands over what was typed: for a part that knows itself where it belongs. */
export function takeTyped(): string {
  const text = typed;
  stop();
  return text;
}

/**
 * In place of a dialog or drawer whose code is being fetched (`<Suspense fallback={<OpeningPart />}>`): what is typed
 * meanwhile goes into its first field.
 */
export function OpeningPart() {
  useLayoutEffect(() => awaitField(), []);
  return null;
}
