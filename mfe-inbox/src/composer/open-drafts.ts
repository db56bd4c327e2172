import type { Draft, SavedDraft } from './use-draft';

/** A composer that is open, for what is undone while somebody writes in it. */
export interface OpenDraft {
  /** What is written in it now. */
  read: () => Draft;
  /** Stores none of it any more. */
  forget: () => void;
  /** Begins anew with other words. */
  restored: (saved: SavedDraft) => void;
}

const open = new Map<number, OpenDraft>();

/** Makes a composer known until the answer is called. */
export function holdOpenDraft(enrolmentId: number, draft: OpenDraft): () => void {
  open.set(enrolmentId, draft);
  return () => {
    if (open.get(enrolmentId) === draft) open.delete(enrolmentId);
  };
}

export const openDraftOf = (enrolmentId: number): OpenDraft | undefined => open.get(enrolmentId);
