import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react';
import { createPortal } from 'react-dom';
import { keyframes, styled } from 'styled-components';
import { Glyph, Icon } from './icon';
import type { GlyphName } from './icon';
import { InnerButton } from './input-shell';
import { focusNear, placeOf, type KeptPlace } from './kept-place';
import { LinkButton } from './link';
import { overlaySurface } from './overlay-surface';
import { makeRoom, placeMessages, watchSizes } from './toast-room';
import { runUndo, toasts } from './toast-store';
import type { ToastEntry, ToastTone } from './toast-store';
import { useUi } from './ui-provider';

export { toasts, undoLast } from './toast-store';
export type { ToastRequest, ToastTone } from './toast-store';

const arrive = keyframes`from { opacity: 0; transform: translateY(8px); }`;

const List = styled.div`
  position: fixed;
  bottom: calc(var(--s-4) + var(--toasts-bottom, 0px));
  left: calc(var(--s-4) + var(--toasts-left, 0px));
  z-index: var(--z-toast);
  display: grid;
  gap: var(--s-2);
  width: 360px;
  max-width: calc(100vw - 2 * var(--s-4));
  pointer-events: none;
  /* On a phone, below the page (--toasts-room): every corner of it has something to press. */
  @media (max-width: 720px) {
    bottom: calc(var(--s-2) + env(safe-area-inset-bottom, 0px));
    left: var(--s-2);
    width: auto;
    right: var(--s-2);
    max-width: none;
  }
`;

const Box = styled.div<{ $tone: ToastTone }>`
  ${overlaySurface}
  ${({ $tone }) => $tone === 'danger' && 'border-color: var(--danger-line); background: var(--danger-soft);'}
  display: flex;
  align-items: flex-start;
  gap: 10px;
  padding: var(--s-3);
  pointer-events: auto;
  animation: ${arrive} var(--t-2) var(--ease);
  & > svg {
    margin-top: 4px;
    color: var(${({ $tone }) => `--${$tone}`});
  }
  & > button:last-child {
    margin: -2px -4px 0 0;
  }
`;

const Content = styled.div`
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
  & > b {
    display: block;
    font-weight: var(--w-medium);
  }
  & > div {
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    color: var(--text-2);
  }
`;

const glyphs: Record<ToastTone, GlyphName> = { success: 'done', info: 'new', warning: 'warn', danger: 'bad' };

function ToastItem({ entry }: { entry: ToastEntry }) {
  const [left, setLeft] = useState(entry.duration);
  const held = useRef(false);
  useEffect(() => {
    if (!Number.isFinite(entry.duration)) return undefined;
    // Time stands still while the pointer or the focus is on the toast, so that it can be read and reached.
    const timer = setInterval(() => {
      if (!held.current) setLeft((before) => before - 250);
    }, 250);
    return () => clearInterval(timer);
  }, [entry]);
  useEffect(() => {
    if (left <= 0) toasts.dismiss(entry.id);
  }, [left, entry.id]);
  const hold = (on: boolean) => () => {
    held.current = on;
  };
  return (
    <Box
      $tone={entry.tone}
      {...(entry.tone === 'danger' ? { role: 'alert' } : {})}
      onMouseEnter={hold(true)}
      onMouseLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          toasts.dismiss(entry.id);
        }
      }}
    >
      <Glyph name={glyphs[entry.tone]} />
      <Content>
        <b>{entry.title}</b>
        {entry.text && <div>{entry.text}</div>}
      </Content>
      {entry.action && (
        <LinkButton
          onClick={() => {
            toasts.dismiss(entry.id);
            entry.action?.run();
          }}
        >
          {entry.action.label}
        </LinkButton>
      )}
      {entry.undo && (
        <LinkButton
          aria-label={entry.undo.label ?? 'Undo'}
          onClick={() => {
            toasts.dismiss(entry.id);
            if (entry.undo) void runUndo(entry.undo.run);
          }}
        >
          {entry.undo.label ?? 'Undo'}
          <span aria-hidden="true">{Number.isFinite(left) && `, ${Math.max(1, Math.ceil(left / 1000))} s`}</span>
        </LinkButton>
      )}
      <InnerButton aria-label="Close message" onClick={() => toasts.dismiss(entry.id)}>
        <Icon name="close" size={14} />
      </InnerButton>
    </Box>
  );
}

/** Brings the focus to the newest toast, whose time then stands still; says whether there is one. */
export function focusNewestToast(): boolean {
  const button = document.querySelector<HTMLElement>('[data-toasts] > :last-child button');
  button?.focus();
  return button !== null;
}

/**
 * Shows the page's toasts at the bottom left. Mounted once, by the shell. What had the focus before somebody went to a toast has it
 * back once the toast is gone. The list is there before its first message, and says that it is live by itself: an open dialog hides
 * everything from a screen reader that does not.
 */
export function ToastHost() {
  const { portalContainer } = useUi();
  const entries = useSyncExternalStore(toasts.subscribe, toasts.read, toasts.read);
  const section = useRef<HTMLElement>(null);
  const origin = useRef<KeptPlace | null>(null);
  useLayoutEffect(() => makeRoom(section.current?.querySelector('[data-toasts]') ?? null), [entries]);
  const isShown = entries.length > 0;
  useEffect(
    () =>
      isShown
        ? watchSizes([section.current?.firstElementChild ?? null, document.querySelector('main')], placeMessages)
        : undefined,
    [isShown],
  );
  useEffect(() => {
    const place = origin.current;
    if (!place || section.current?.contains(document.activeElement)) return;
    origin.current = null;
    if (document.activeElement === document.body) focusNear(place);
  }, [entries]);
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof Element && !currentTarget.contains(relatedTarget))
      origin.current = placeOf(relatedTarget);
  };
  const list = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- remembers where the focus came from
    <section ref={section} aria-label="Messages (F8)" onFocus={onFocus}>
      <List data-toasts="" role="status" aria-live="polite" aria-atomic="false" aria-relevant="additions">
        {entries.map((entry) => (
          <ToastItem key={entry.id} entry={entry} />
        ))}
      </List>
    </section>
  );
  return createPortal(list, portalContainer ?? document.body);
}
