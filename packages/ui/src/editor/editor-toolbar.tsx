import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import type { EditorHandle } from './editor.types';
import type { TemplateToken, TemplateVariable } from './describe-chip';
import { Tools } from './editor-parts';
import { FormatTools } from './format-tools';
import { useOneTabStop } from './one-tab-stop';
import { TemplateTools } from './template-tools';
import { useToolPanels } from './tool-panels';

interface EditorToolbarProps {
  editor: Editor;
  variables: readonly TemplateVariable[];
  tokens: readonly TemplateToken[];
  onUploadImage?: ((file: File) => Promise<string>) | undefined;
  insertInto?: (() => EditorHandle | null) | undefined;
  /** Which groups are shown. */
  formatting: boolean;
  template: boolean;
  end?: ReactNode;
}

/** The tools above the text. One stop in the tab order; arrow keys move between tools. */
export function EditorToolbar({
  editor,
  variables,
  tokens,
  onUploadImage,
  insertInto,
  formatting,
  template,
  end,
}: EditorToolbarProps) {
  const panels = useToolPanels(editor, insertInto);
  return (
    <Tools role="toolbar" aria-label="Formatting" {...useOneTabStop()}>
      {formatting && <FormatTools editor={editor} panels={panels} onUploadImage={onUploadImage} />}
      {formatting && template && <hr aria-hidden="true" />}
      {template && <TemplateTools editor={editor} panels={panels} variables={variables} tokens={tokens} />}
      {end && <span style={{ marginLeft: 'auto', display: 'inline-flex', gap: 2 }}>{end}</span>}
    </Tools>
  );
}
