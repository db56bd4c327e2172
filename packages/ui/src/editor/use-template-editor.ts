import { Editor } from '@tiptap/core';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { usePageNonce } from '../page-nonce';
import { fillChip } from './chip-view';
import { describeChip } from './describe-chip';
import { readValue, writeValue } from './editor-document';
import { createExtensions } from './editor-extensions';
import type { RichTextEditorProps } from './editor.types';
import { compareAgain } from './marked-differences';
import type { TemplateNode } from './template-document';

type Kept = Required<Pick<RichTextEditorProps, 'value' | 'onValueChange' | 'format'>> &
  Pick<RichTextEditorProps, 'variables' | 'comparedTo' | 'onBlur'>;

function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

/** The editor in its place of the page: holds the value it is given, and tells of each change. */
export function useTemplateEditor({ value, onValueChange, format, variables, comparedTo = null, onBlur }: Kept) {
  const nonce = usePageNonce();
  const known = useLatest(variables);
  const told = useLatest(onValueChange);
  const left = useLatest(onBlur);
  const base = useLatest(comparedTo);
  const last = useRef<string | null>(null);
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const extensions = useMemo(
    () =>
      createExtensions(
        format,
        (source) => describeChip(source, known.current),
        () => base.current,
        (key) => known.current?.find((variable) => variable.key === key)?.fallback ?? null,
      ),
    [format, known, base],
  );

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
  }, [extensions, format, nonce, told, left]);

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

  useEffect(() => {
    if (editor) compareAgain(editor);
  }, [editor, comparedTo]);

  useEffect(() => {
    if (!editor) return;
    for (const element of editor.view.dom.querySelectorAll<HTMLElement>('.chip[data-template]')) {
      const source = element.dataset.template ?? '';
      fillChip(element, source, describeChip(source, variables));
    }
  }, [editor, variables]);
  return { host, editor };
}
