import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';

interface RowKeys {
  count: number;
  onOpen?: ((index: number) => void) | undefined;
  /** Turns one row; with `through`, all from the row pressed before. */
  onToggle?: ((index: number, through: number | null) => void) | undefined;
  onToggleAll?: (() => void) | undefined;
  onClear?: (() => void) | undefined;
  /** Brings a row into the rendered part before it is focused. */
  reveal?: ((index: number) => void) | undefined;
}

/** What inside a row acts by itself. */
const ownAction =
  'a, button, input, label, select, textarea, [role="button"], [role="menuitem"], [contenteditable="true"]';

/** Focuses a row that was asked for once it is rendered; a virtual list renders it a moment later. */
function useWantedRow() {
  const container = useRef<HTMLElement | null>(null);
  const wanted = useRef<number | null>(null);
  const settle = () => {
    if (wanted.current === null) return;
    const row = container.current?.querySelector<HTMLElement>(`[data-row-index="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: false });
  };
  useEffect(settle);
  const want = (index: number) => {
    wanted.current = index;
  };
  return { container, want, settle };
}

/**
 * Rows by keyboard: one row is in the tab order; arrows, j and k move, Home and End jump, Enter opens, Space and x select,
 * Shift with an arrow extends, Ctrl or Cmd with A selects the page, Escape clears.
 */
export function useRowKeys({ count, onOpen, onToggle, onToggleAll, onClear, reveal }: RowKeys) {
  const [active, setActive] = useState(0);
  const { container, want, settle } = useWantedRow();
  const anchor = useRef<number | null>(null);
  const current = Math.min(active, Math.max(0, count - 1));

  const go = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index));
    want(next);
    reveal?.(next);
    setActive(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const onRow = event.target === event.currentTarget;
    if (!onRow || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a' && onToggleAll) {
      event.preventDefault();
      onToggleAll();
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (event.shiftKey && onToggle && index + step >= 0 && index + step < count) {
        anchor.current ??= index;
        onToggle(index + step, anchor.current);
      }
      go(index + step);
      return;
    }
    const act = {
      Home: () => go(0),
      End: () => go(count - 1),
      Enter: () => onOpen?.(index),
      Escape: onClear,
      ' ': () => {
        anchor.current = index;
        onToggle?.(index, null);
      },
      x: () => {
        anchor.current = index;
        onToggle?.(index, null);
      },
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const onClick = (event: MouseEvent<HTMLElement>, index: number) => {
    setActive(index);
    if ((event.target as Element).closest(ownAction) || String(window.getSelection() ?? '') !== '') return;
    if (event.shiftKey && onToggle) {
      onToggle(index, anchor.current);
      anchor.current = index;
      return;
    }
    onOpen?.(index);
  };
  /** For checkboxes: Shift takes all rows from the one pressed before. */
  const onCheck = (index: number, shift: boolean) => {
    onToggle?.(index, shift ? anchor.current : null);
    anchor.current = index;
  };
  const rowProps = (index: number) => ({
    'data-row-index': index,
    tabIndex: index === current ? 0 : -1,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, index),
    onClick: (event: MouseEvent<HTMLElement>) => onClick(event, index),
    onFocus: () => {
      if (index !== current) setActive(index);
    },
  });
  return { container, rowProps, onCheck, settle };
}
