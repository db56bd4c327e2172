import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Skeleton } from './skeleton';
import type { RichTextEditorProps } from './editor/editor.types';

export type { TemplateToken, TemplateVariable } from './editor/describe-chip';
export type { EditorHandle, RichTextEditorProps } from './editor/editor.types';

// The editor's library is heavy: it comes with the first editor, never with a page.
let Surface: ComponentType<RichTextEditorProps> | undefined;
const load = () =>
  import('./editor/editor-surface').then((module) => {
    Surface = module.default;
    return module;
  });
const LaterSurface = lazy(load);

/** Fetches the editor's library ahead: an editor that is drawn after that is there in the same moment. */
export const loadEditor = async (): Promise<void> => void (await load());

/**
 * Writes templates: text with bold, italic, underline, lists, links and images, variables as chips that show their
 * fallback, spintax as spans. The value is the template itself; HTML that the editor has no form for is kept as it is.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  // The same for as long as it is shown.
  const [EditorSurface] = useState(() => Surface ?? LaterSurface);
  const height = props.format === 'line' ? 32 : (props.minHeight ?? 240) + 40;
  return (
    <Suspense fallback={<Skeleton $height={height} />}>
      <EditorSurface {...props} />
    </Suspense>
  );
}
