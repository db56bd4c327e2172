import { lazy, Suspense } from 'react';
import { Skeleton } from './skeleton';
import type { RichTextEditorProps } from './editor/editor.types';

export type { TemplateToken, TemplateVariable } from './editor/describe-chip';
export type { EditorHandle, RichTextEditorProps } from './editor/editor.types';

// The editor's library is heavy: it comes with the first editor, never with a page.
const EditorSurface = lazy(() => import('./editor/editor-surface'));

/**
 * Writes templates: text with bold, italic, underline, lists, links and images, variables as chips that show their
 * fallback, spintax as spans. The value is the template itself; HTML that the editor has no form for is kept as it is.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const height = props.format === 'line' ? 32 : (props.minHeight ?? 240) + 40;
  return (
    <Suspense fallback={<Skeleton $height={height} />}>
      <EditorSurface {...props} />
    </Suspense>
  );
}
