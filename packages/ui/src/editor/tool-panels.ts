import type { Editor } from '@tiptap/core';
import { useRef, useState } from 'react';
import type { EditorHandle } from './editor.types';
import { handleOf } from './editor-handle';

type Panel = 'link' | 'image' | 'variable' | 'spin' | 'condition';

export type ToolPanels = ReturnType<typeof useToolPanels>;

/** The panels of the tools, of which one is open at a time, and changes that end in the text. */
export function useToolPanels(editor: Editor, insertInto: (() => EditorHandle | null) | undefined) {
  const [panel, setPanel] = useState<Panel | null>(null);
  /** Where writing goes on once a panel has closed: it gives the focus to its button, and the button hands it on. */
  const goesOn = useRef<{ into: EditorHandle; until: number } | null>(null);
  const change = (act: (into: EditorHandle) => void, into: EditorHandle = handleOf(editor)) => {
    setPanel(null);
    goesOn.current = { into, until: performance.now() + 1000 };
    act(into);
  };
  return {
    /** Props of the popover. */
    popover: (which: Panel) => ({
      width: 320,
      padded: false,
      open: panel === which,
      onOpenChange: (next: boolean) => setPanel(next ? which : null),
    }),
    /** Props of the button of a panel. */
    handOn: {
      onFocus: () => {
        const next = goesOn.current;
        goesOn.current = null;
        if (next && performance.now() < next.until) next.into.focus();
      },
    },
    /** Changes the text of this editor. */
    change,
    /** Changes the text that was written in last, which may be another field's. */
    changeWritten: (act: (into: EditorHandle) => void) => change(act, insertInto?.() ?? undefined),
  };
}
