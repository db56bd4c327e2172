import { Editor } from '@tiptap/core';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useFieldControl, useFieldLabelId } from '../field';
import { usePageNonce } from '../page-nonce';
import type { RichTextEditorProps } from './editor.types';
import { ChipEditor } from './chip-editor';
import { fillChip } from './chip-view';
import { describeChip } from './describe-chip';
import { readValue, writeValue } from './editor-document';
import { createExtensions } from './editor-extensions';
import { Body, Frame, Problem } from './editor-parts';
import { handleOf } from './editor-handle';
import { EditorToolbar } from './editor-toolbar';
import { compareAgain } from './marked-differences';
import { insertPicture, picturesOf } from './insert-picture';
import { addTyped, focusEnd } from './typed-before';
import type { TemplateNode } from './template-document';
import { VariableSuggest } from './variable-suggest';

const usualTokens = [
  { source: '%signature%', label: 'Signature' },
  { source: '%sender-firstname%', label: 'Sender’s first name' },
  { source: '%unsubscribe-text%', label: 'Unsubscribe line' },
];

/** The editor itself; comes with its library when the first one is shown. */
export default function EditorSurface({
  value,
  onValueChange,
  format = 'html',
  label,
  variables,
  tokens = usualTokens,
  comparedTo = null,
  placeholder = '',
  disabled,
  minHeight = 240,
  toolbar = format === 'line' ? 'none' : 'full',
  toolbarEnd,
  insertInto,
  onUploadImage,
  frameless = false,
  autoFocus = false,
  typedAhead,
  onBlur,
  onReady,
  onUnfinished,
}: RichTextEditorProps) {
  const nonce = usePageNonce();
  const labelId = useFieldLabelId();
  const control = useFieldControl({ disabled });
  const known = useRef(variables);
  known.current = variables;
  const told = useRef(onValueChange);
  told.current = onValueChange;
  const last = useRef<string | null>(null);
  const base = useRef(comparedTo);
  base.current = comparedTo;
  const extensions = useMemo(
    () =>
      createExtensions(
        format,
        (source) => describeChip(source, known.current),
        () => base.current,
      ),
    [format],
  );

  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const left = useRef(onBlur);
  left.current = onBlur;
  const upload = useRef(onUploadImage);
  upload.current = onUploadImage;
  const [problem, setProblem] = useState<string | null>(null);

  // The editor lives exactly as long as its place in the page, and begins with it: no key is pressed in between.
  useLayoutEffect(() => {
    const made = new Editor({
      element: host.current,
      extensions,
      enableInputRules: ['bulletList', 'orderedList'],
      ...(nonce ? { injectNonce: nonce } : {}),
      onUpdate: ({ editor: current }) => {
        const written = writeValue(format, current.getJSON() as TemplateNode);
        if (written === last.current) return;
        last.current = written;
        told.current(written);
      },
      onBlur: () => left.current?.(),
    });
    last.current = null;
    setEditor(made);
    return () => {
      setEditor(null);
      made.destroy();
    };
  }, [extensions, format, nonce]);

  useLayoutEffect(() => {
    if (!editor || value === last.current) return;
    last.current = value;
    // What comes from outside is no step of the person's: undo must not lead before it.
    editor
      .chain()
      .setMeta('addToHistory', false)
      .setMeta('preventAutolink', true)
      .setContent(readValue(editor.schema, format, value), { emitUpdate: false })
      .setTextSelection(0)
      .run();
  }, [editor, format, value]);

  useLayoutEffect(() => {
    if (!editor) return;
    if (typedAhead?.current) addTyped(editor, typedAhead.current);
    if (typedAhead) typedAhead.current = '';
    if (autoFocus) focusEnd(editor);
  }, [editor, autoFocus, typedAhead]);

  useEffect(() => {
    if (editor) compareAgain(editor);
  }, [editor, comparedTo]);

  const attributes = JSON.stringify({
    role: 'textbox',
    'aria-multiline': String(format === 'html'),
    ...(label ? { 'aria-label': label } : labelId ? { 'aria-labelledby': labelId } : { 'aria-label': 'Text' }),
    ...(control['aria-describedby'] ? { 'aria-describedby': control['aria-describedby'] } : {}),
    ...(control['aria-invalid'] ? { 'aria-invalid': 'true' } : {}),
    ...(control['aria-required'] ? { 'aria-required': 'true' } : {}),
    ...(control.disabled ? { 'aria-disabled': 'true' } : {}),
  });
  useEffect(() => {
    if (!editor) return;
    // Pictures that are pasted or dropped as files go the same way as those of the toolbar.
    const take = (files: File[], at?: number): boolean => {
      const store = upload.current;
      if (!store || files.length === 0) return false;
      setProblem(null);
      void (async () => {
        for (const file of files) insertPicture(editor, await store(file), '', at);
      })().catch((error: unknown) =>
        setProblem(error instanceof Error ? error.message : 'The picture could not be stored'),
      );
      return true;
    };
    editor.setOptions({
      editorProps: {
        attributes: JSON.parse(attributes) as Record<string, string>,
        handlePaste: (_view, event) => format === 'html' && take(picturesOf(event.clipboardData)),
        handleDrop: (view, event) =>
          format === 'html' &&
          take(picturesOf(event.dataTransfer), view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos),
      },
    });
    editor.setEditable(!control.disabled, false);
  }, [editor, attributes, control.disabled, format]);

  useEffect(() => {
    if (!editor) return;
    for (const element of editor.view.dom.querySelectorAll<HTMLElement>('.chip[data-template]')) {
      const source = element.dataset.template ?? '';
      fillChip(element, source, describeChip(source, variables));
    }
  }, [editor, variables]);

  useEffect(() => {
    if (!editor) return undefined;
    onReady?.(handleOf(editor));
    return () => onReady?.(null);
  }, [editor, onReady]);

  const empty = value.replace(/<[^<>]*>|\s+/g, '') === '' && !/<img/i.test(value);
  return (
    <Frame
      $line={format === 'line'}
      data-invalid={control['aria-invalid'] ? '' : undefined}
      data-frameless={frameless ? '' : undefined}
      data-disabled={control.disabled ? '' : undefined}
    >
      {editor && toolbar !== 'none' && !control.disabled && (
        <EditorToolbar
          editor={editor}
          variables={variables ?? []}
          tokens={tokens}
          onUploadImage={onUploadImage}
          insertInto={insertInto}
          formatting={format === 'html'}
          template={toolbar === 'full'}
          end={toolbarEnd}
        />
      )}
      <Body
        $line={format === 'line'}
        $minHeight={minHeight}
        data-empty={empty ? '' : undefined}
        data-placeholder={placeholder}
        onClick={(event) => {
          if (event.target === event.currentTarget) editor?.commands.focus('end');
        }}
      >
        <div ref={host} />
      </Body>
      {problem && <Problem role="alert">{problem}</Problem>}
      {editor && variables && (
        <VariableSuggest editor={editor} variables={variables} tokens={tokens} onUnfinished={onUnfinished} />
      )}
      {editor && <ChipEditor editor={editor} variables={variables ?? []} tokens={tokens} />}
    </Frame>
  );
}
