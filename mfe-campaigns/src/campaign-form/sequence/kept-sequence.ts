import { useCallback, useEffect, type RefObject } from 'react';
import { z } from 'zod';
import type { Autosave } from '../autosave';
import { keepUnapplied, keptPlace } from '../unapplied';
import { keepInTab, readKept } from '@skein/mfe/kept-in-tab';
import type { DraftStep } from './draft-step';
import type { Editing } from './sequence-editor.machine';

const step = z.looseObject({ key: z.string(), variants: z.array(z.unknown()).min(1) });
const kept = z.object({
  version: z.number().nullable(),
  steps: z.array(z.custom<DraftStep>((value) => step.safeParse(value).success)).min(1),
});

/**
 * Keeps in this tab what was typed and has not reached the server when the page goes away: a reload begins with it.
 * @returns what takes it, once; undefined when there is nothing, or nothing that can be read
 */
export function useKeptEditing(
  campaignId: number,
  { autosave, latest }: { autosave: Pick<Autosave<object>, 'isPending'>; latest: RefObject<Editing> },
): () => Editing | undefined {
  const place = keptPlace(campaignId, 'sequence');
  useEffect(() => {
    const keep = () => {
      if (autosave.isPending()) keepUnapplied(place, latest.current);
    };
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [autosave, place, latest]);
  return useCallback(() => {
    const editing = kept.safeParse(readKept(place)).data;
    keepInTab(place, null);
    return editing;
  }, [place]);
}
