import { useEffect, useLayoutEffect } from 'react';
import { useFieldControl, useFieldLabelId } from '../field';
import type { RichTextEditorProps } from './editor.types';
import { ChipEditor } from './chip-editor';
import { Body, Frame, Problem } from './editor-parts';
import { handleOf } from './editor-handle';
import { EditorToolbar } from './editor-toolbar';
import { picturesOf } from './insert-picture';
import { addTyped, focusEnd } from './typed-before';
import { useStoredPictures } from './use-stored-pictures';
import { useTemplateEditor } from './use-template-editor';
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
  onFallback,
  tokens = usualTokens,
  comparedTo,
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
  const labelId = useFieldLabelId();
  const control = useFieldControl({ disabled });
  const { host, editor } = useTemplateEditor({ value, onValueChange, format, variables, comparedTo, onBlur });
  const { problem, store } = useStoredPictures(onUploadImage);

  useLayoutEffect(() => {
    if (!editor) return;
    if (typedAhead?.current) addTyped(editor, typedAhead.current);
    if (typedAhead) typedAhead.current = '';
    if (autoFocus) focusEnd(editor);
  }, [editor, autoFocus, typedAhead]);

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
    editor.setOptions({
      editorProps: {
        attributes: JSON.parse(attributes) as Record<string, string>,
        handlePaste: (_view, event) => format === 'html' && store(editor, picturesOf(event.clipboardData)),
        handleDrop: (view, event) =>
          format === 'html' &&
          store(
            editor,
            picturesOf(event.dataTransfer),
            view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos,
          ),
      },
    });
    editor.setEditable(!control.disabled, false);
  }, [editor, attributes, control.disabled, format, store]);

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
      {editor && <ChipEditor editor={editor} variables={variables ?? []} tokens={tokens} onFallback={onFallback} />}
    </Frame>
  );
}
