import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { NodeSelection } from '@tiptap/pm/state';
import { hasTemplateBraces } from '@skein/template/braces';
import * as PopoverPrimitive from 'radix-ui/popover';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { overlaySurface } from '../overlay-surface';
import { useUi } from '../ui-provider';
import { isWholeConstruct, SourceForm, SpinForm } from './chip-forms';
import type { TemplateToken, TemplateVariable } from './describe-chip';
import { kindOf, readVariable, writeVariable } from './template-constructs';
import { VariableForm } from './variable-form';
import { editChipEvent } from './variable-suggest';

const Panel = styled(PopoverPrimitive.Content)`
  ${overlaySurface}
  width: 320px;
  max-width: calc(100vw - 16px);
  z-index: calc(var(--z-dialog) + 1);
  outline: 0;
`;

interface ChipEditorProps {
  editor: Editor;
  variables: readonly TemplateVariable[];
  tokens: readonly TemplateToken[];
  onFallback?: OnFallback | undefined;
}

type OnFallback = (key: string, fallback: string) => void;

/** Gives the other chips of a field in this text the fallback, where they have none, and tells of it: the cursor stays where it is. */
function giveFallback(editor: Editor, set: { key: string; fallback: string }, onFallback: OnFallback): void {
  const change = editor.state.tr;
  editor.state.doc.descendants((node, position) => {
    if (node.type.name !== 'templateChip') return;
    const variable = readVariable(String(node.attrs.source));
    if (variable?.key === set.key && (!variable.fallback || hasTemplateBraces(variable.fallback)))
      change.setNodeAttribute(position, 'source', writeVariable(set));
  });
  if (change.docChanged) editor.view.dispatch(change);
  onFallback(set.key, set.fallback);
}

const editable = new Set(['templateChip', 'htmlBlock', 'htmlInline', 'templateImage']);

/** Opens a form at the chip that is clicked, or selected with the arrow keys and opened with Enter. */
export function ChipEditor({ editor, variables, tokens, onFallback }: ChipEditorProps) {
  const { portalContainer } = useUi();
  const [open, setOpen] = useState(false);
  const anchor = useRef<{ getBoundingClientRect: () => DOMRect }>({ getBoundingClientRect: () => new DOMRect() });
  const selected = useEditorState({
    editor,
    selector: ({ editor: current }) => {
      const { selection } = current.state;
      return selection instanceof NodeSelection && editable.has(selection.node.type.name)
        ? { type: selection.node.type.name, at: selection.from, source: String(selection.node.attrs.source) }
        : null;
    },
  });
  useEffect(() => {
    const dom = editor.view.dom;
    const place = () => {
      const { selection } = editor.state;
      if (!(selection instanceof NodeSelection) || !editable.has(selection.node.type.name) || !editor.isEditable)
        return false;
      const element = editor.view.nodeDOM(selection.from);
      if (!(element instanceof HTMLElement)) return false;
      anchor.current = { getBoundingClientRect: () => element.getBoundingClientRect() };
      setOpen(true);
      return true;
    };
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || !event.target.closest('.chip, .html-kept, .picture')) return;
      // The editor moves its selection on the same event; the form opens on what is selected then.
      requestAnimationFrame(place);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && place()) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    const onAsked = () => requestAnimationFrame(place);
    dom.addEventListener(editChipEvent, onAsked);
    dom.addEventListener('click', onClick);
    dom.addEventListener('keydown', onKeyDown, true);
    return () => {
      dom.removeEventListener(editChipEvent, onAsked);
      dom.removeEventListener('click', onClick);
      dom.removeEventListener('keydown', onKeyDown, true);
    };
  }, [editor]);

  if (!selected) return null;
  const finish = () => {
    setOpen(false);
    editor.commands.focus();
  };
  // Escape leads back into the text; a press elsewhere has chosen its own place.
  const goOnWriting = (event: Event) => {
    event.preventDefault();
    if (document.activeElement === document.body || document.activeElement === null) editor.commands.focus();
  };
  // Into what is typed there, not onto the field's button: a dialog around the editor takes the focus back from a field
  // that takes it by itself.
  const writeInForm = (event: Event) => {
    const field = event.target instanceof HTMLElement && event.target.querySelector<HTMLElement>('input, textarea');
    if (!field) return;
    event.preventDefault();
    field.focus();
  };
  const replace = (source: string) => {
    const change = editor.chain().setNodeSelection(selected.at).updateAttributes(selected.type, { source });
    // Writing continues behind the chip; a block has no place for the cursor behind it.
    if (selected.type !== 'htmlBlock') change.setTextSelection(selected.at + 1);
    change.run();
    finish();
  };
  const remove = () => {
    editor.chain().setNodeSelection(selected.at).deleteSelection().run();
    finish();
  };
  const kind = selected.type === 'templateChip' ? kindOf(selected.source) : 'html';
  const variable = kind === 'variable' ? readVariable(selected.source) : null;
  return (
    <PopoverPrimitive.Root open={open} onOpenChange={setOpen}>
      <PopoverPrimitive.Anchor virtualRef={anchor} />
      <PopoverPrimitive.Portal container={portalContainer}>
        <Panel
          key={`${selected.at} ${selected.source}`}
          aria-label="Edit"
          sideOffset={6}
          align="start"
          collisionPadding={8}
          onOpenAutoFocus={writeInForm}
          onCloseAutoFocus={goOnWriting}
        >
          {variable && (
            <VariableForm
              variables={variables}
              tokens={tokens}
              value={variable}
              onDone={replace}
              onRemove={remove}
              onEverywhere={onFallback && ((set) => giveFallback(editor, set, onFallback))}
            />
          )}
          {kind === 'spin' && <SpinForm value={selected.source} onDone={replace} onRemove={remove} />}
          {!variable && kind !== 'spin' && (
            <SourceForm
              label={kind === 'html' ? 'HTML' : kind === 'condition' ? 'Condition' : 'Source'}
              value={selected.source}
              rows={kind === 'html' ? 6 : 2}
              check={kind === 'html' ? (source) => source.trim() !== '' : isWholeConstruct}
              onDone={replace}
              onRemove={remove}
            />
          )}
        </Panel>
      </PopoverPrimitive.Portal>
    </PopoverPrimitive.Root>
  );
}
