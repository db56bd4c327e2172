import type { Draft, SavedDraft } from './draft.types';

/** A composer that is open: an undone reply comes back into it while someone writes there. */
export interface OpenDraft {
  /** What is written in it now. */
  read: () => Draft;
  /** Drops what waits to be stored; done once no save is running. */
  drop: () => Promise<void>;
  /** Stores what waits; done once it is stored. */
  flush: () => Promise<void>;
  /** Begins anew with other words. */
  restored: (saved: SavedDraft) => void;
}

const open = new Map<number, OpenDraft>();
/** Composers that were closed last: their words may still be on the way to the server. */
const closed = new Map<number, OpenDraft>();

/** Makes a composer known until the answer is called. */
export function holdOpenDraft(enrolmentId: number, draft: OpenDraft): () => void {
  open.set(enrolmentId, draft);
  return () => {
    if (open.get(enrolmentId) !== draft) return;
    open.delete(enrolmentId);
    closed.set(enrolmentId, draft);
  };
}

export const openDraftOf = (enrolmentId: number): OpenDraft | undefined => open.get(enrolmentId);
export const closedDraftOf = (enrolmentId: number): OpenDraft | undefined => closed.get(enrolmentId);
