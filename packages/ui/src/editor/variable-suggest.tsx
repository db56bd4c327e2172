import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import { overlaySurface } from '../overlay-surface';
import { useUi } from '../ui-provider';
import type { TemplateToken, TemplateVariable } from './describe-chip';
import { VariableList } from './variable-list';
import {
  isInVariable,
  longestUnfinished,
  triggerBefore,
  variableOptions,
  type VariableOption,
} from './variable-options';

const Panel = styled.div`
  ${overlaySurface}
  position: fixed;
  /* In a dialog too, which takes the pointer from everything around it. */
  pointer-events: auto;
  z-index: calc(var(--z-dialog) + 1);
  width: 288px;
  max-width: calc(100vw - 16px);
  & > p {
    padding: 4px 12px 8px;
    font-size: var(--fs-1);
    color: var(--muted);
  }
`;

/** Opens the form of the selected chip; the chip editor listens. */
export const editChipEvent = 'skein-edit-chip';

interface VariableSuggestProps {
  editor: Editor;
  variables: readonly TemplateVariable[];
  tokens: readonly TemplateToken[];
  /** Told when the cursor enters and leaves a variable that is not closed yet, whether or not the list has anything for it. */
  onUnfinished?: ((isUnfinished: boolean) => void) | undefined;
}

/** What is being looked for at the cursor, and whether a variable is open there. */
function lookBefore(editor: Editor) {
  const { selection } = editor.state;
  if (!selection.empty || !editor.isFocused || !editor.isEditable) return { asked: null, isUnfinished: false };
  const { parent, parentOffset } = selection.$from;
  const before = parent.textBetween(Math.max(0, parentOffset - longestUnfinished), parentOffset, null, '\uFFFC');
  const found = triggerBefore(before);
  return {
    asked: found ? { query: found.query, from: selection.from - found.length, to: selection.from } : null,
    isUnfinished: isInVariable(before),
  };
}

/** Variables at the cursor while `{{` or `/` is typed: Enter inserts, Tab inserts and goes on to the fallback, Escape closes. */
export function VariableSuggest({ editor, variables, tokens, onUnfinished }: VariableSuggestProps) {
  const { portalContainer } = useUi();
  const id = useId();
  const [at, setAt] = useState(0);
  /** Where the list was closed with Escape; it stays closed there. */
  const [dismissed, setDismissed] = useState<number | null>(null);
  const { asked, isUnfinished } = useEditorState({ editor, selector: ({ editor: current }) => lookBefore(current) });
  const options = asked ? variableOptions(asked.query, variables, tokens) : [];
  const isOpen = asked !== null && asked.from !== dismissed && options.length > 0;
  const place = Math.min(at, options.length - 1);

  useEffect(() => setAt(0), [asked?.query, asked?.from]);
  useEffect(() => {
    if (asked === null) setDismissed(null);
  }, [asked]);
  const told = useRef(onUnfinished);
  told.current = onUnfinished;
  useEffect(() => {
    told.current?.(isUnfinished);
  }, [isUnfinished]);
  useEffect(() => () => told.current?.(false), []);

  const choose = (option: VariableOption, withFallback = false) => {
    if (!asked) return;
    const { from, to } = asked;
    editor
      .chain()
      .focus()
      .deleteRange({ from, to })
      .insertContentAt(from, { type: 'templateChip', attrs: { source: option.source } })
      .run();
    if (!withFallback || !option.isField) return;
    editor.commands.setNodeSelection(from);
    editor.view.dom.dispatchEvent(new CustomEvent(editChipEvent));
  };
  const keys = useRef<(event: KeyboardEvent) => boolean>(() => false);
  keys.current = (event) => {
    if (!isOpen || event.isComposing) return false;
    const option = options[place];
    if (event.key === 'ArrowDown') setAt((place + 1) % options.length);
    else if (event.key === 'ArrowUp') setAt((place - 1 + options.length) % options.length);
    else if (event.key === 'Escape') setDismissed(asked?.from ?? null);
    else if (option && (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey)
      choose(option, event.key === 'Tab');
    else return false;
    return true;
  };
  useEffect(() => {
    const { dom } = editor.view;
    // At the window: a dialog around the editor takes Escape at the document, and would close instead of the list.
    const listener = (event: KeyboardEvent) => {
      if (!(event.target instanceof Element) || !dom.contains(event.target) || !keys.current(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, [editor]);

  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    if (!isOpen || !asked || !element) return;
    const cursor = editor.view.coordsAtPos(asked.from);
    const { offsetHeight: height, offsetWidth: width } = element;
    const below = cursor.bottom + 6 + height < window.innerHeight;
    element.style.top = `${Math.max(8, below ? cursor.bottom + 6 : cursor.top - 6 - height)}px`;
    element.style.left = `${Math.max(8, Math.min(cursor.left, window.innerWidth - width - 8))}px`;
  });
  useEffect(() => {
    const { dom } = editor.view;
    if (isOpen) dom.setAttribute('aria-activedescendant', `${id}-${place}`);
    else dom.removeAttribute('aria-activedescendant');
  }, [editor, id, isOpen, place]);

  if (!isOpen) return null;
  return createPortal(
    <Panel ref={panel}>
      <VariableList id={id} options={options} at={place} onAt={setAt} onChoose={(option) => choose(option)} />
      <p>Enter inserts, Tab adds a fallback</p>
    </Panel>,
    portalContainer ?? document.body,
  );
}
