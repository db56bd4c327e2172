import type { Editor } from '@tiptap/core';
import { useCallback, useRef, useState } from 'react';
import { insertPicture } from './insert-picture';

/** Stores pictures that are pasted or dropped as files, as those of the toolbar are, and puts them into the text. */
export function useStoredPictures(onUploadImage: ((file: File) => Promise<string>) | undefined) {
  const upload = useRef(onUploadImage);
  upload.current = onUploadImage;
  const [problem, setProblem] = useState<string | null>(null);
  /** Whether it is done here, or left to the editor. */
  const store = useCallback((editor: Editor, files: File[], at?: number): boolean => {
    const keep = upload.current;
    if (!keep || files.length === 0) return false;
    setProblem(null);
    void (async () => {
      for (const file of files) insertPicture(editor, await keep(file), '', at);
    })().catch((error: unknown) =>
      setProblem(error instanceof Error ? error.message : 'The picture could not be stored'),
    );
    return true;
  }, []);
  return { problem, store };
}
