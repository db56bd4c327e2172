import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { keepInTab, readKept } from '@skein/mfe/kept-in-tab';
import type { Autosave } from './autosave';
import { keepUnapplied } from './unapplied';

type Put<Patch> = <Key extends keyof Patch & string>(key: Key, value: Patch[Key]) => void;

/** Edits of a form that have not reached the server, and the place in this tab where they can be kept. */
function createKeptEdits<Patch extends object>(place: string, schema: z.ZodObject) {
  let edits: Partial<Patch> = {};
  return {
    note: (patch: Partial<Patch>) => {
      edits = { ...edits, ...patch };
    },
    /** What was saved is no edit any more, unless it was changed again meanwhile. */
    saved: (patch: Partial<Patch>) => {
      const isSaved = ([key, value]: [string, unknown]) => patch[key as keyof Patch] === value;
      edits = Object.fromEntries(Object.entries(edits).filter((entry) => !isSaved(entry))) as Partial<Patch>;
    },
    forget: () => {
      edits = {};
    },
    /** @returns whether they are kept */
    keep: () => Object.keys(edits).length > 0 && keepUnapplied(place, edits),
    /** Takes what was kept, once; an edit that its field does not take any more is dropped. */
    take: (put: Put<Patch>) => {
      const kept = readKept(place);
      keepInTab(place, null);
      if (typeof kept !== 'object' || kept === null) return;
      for (const [key, value] of Object.entries(kept))
        if (schema.shape[key]?.safeParse(value).success)
          put(key as keyof Patch & string, value as Patch[keyof Patch & string]);
    },
  };
}
export type KeptEdits<Patch extends object> = ReturnType<typeof createKeptEdits<Patch>>;

/** Edits of a form that are kept in this tab when it is left before they are applied. */
export function useKeptEdits<Patch extends object>(place: string, schema: z.ZodObject): KeptEdits<Patch> {
  const [edits] = useState(() => createKeptEdits<Patch>(place, schema));
  return edits;
}

/** Begins with the edits that were kept, as if they were typed, and keeps what is not saved when the page goes away. */
export function useBegunWithKept<Patch extends object>(
  edits: KeptEdits<Patch>,
  autosave: Pick<Autosave<Patch>, 'isPending'>,
  put: Put<Patch>,
): void {
  const latest = useRef(put);
  latest.current = put;
  useEffect(() => {
    edits.take(latest.current);
    const keep = () => {
      if (autosave.isPending()) edits.keep();
    };
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [edits, autosave]);
}
