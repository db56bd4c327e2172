import { useCallback, useEffect, useRef, useState } from 'react';
import type { SavedDraft } from '../composer/draft.types';
import { useRecoverReplies } from '../composer/use-restore';
import { useHasUnsentAnswer } from './use-linkedin-answer';
import type { Thread } from './use-thread';

/** States in which a reply or forward is still on its way, or could not be sent. */
export const waits: ReadonlySet<string> = new Set(['SCHEDULED', 'INPROGRESS', 'FAILED']);

interface Writing {
  round: number;
  focus: boolean;
  typed?: string;
  /** What the composer begins with: a text whose sending was undone, or that was taken over. */ saved?: SavedDraft;
}

/** Whether an answer on LinkedIn is being written. */
export function useLinkedInWriting(enrolmentId: number) {
  const [openFor, setOpenFor] = useState<number | null>(null);
  const close = useCallback(() => setOpenFor(null), []);
  return {
    isOpen: openFor === enrolmentId,
    hasWords: useHasUnsentAnswer(enrolmentId),
    open: () => setOpenFor(enrolmentId),
    close,
  };
}

/**
 * Whether the composer is open. A draft opens it once, unless an answer on LinkedIn is being written; closed, the draft waits behind the
 * button. Only one of the two is open at a time: a key that sends is meant for what is seen.
 */
export function useWriting(
  draftIsKnown: boolean,
  hasDraft: boolean,
  { isOpen: isOnLinkedIn, close: closeLinkedIn }: Pick<ReturnType<typeof useLinkedInWriting>, 'isOpen' | 'close'>,
) {
  const [writing, setWriting] = useState<Writing | null>(null);
  const looked = useRef(false);
  useEffect(() => {
    if (!draftIsKnown || looked.current) return;
    looked.current = true;
    if (hasDraft && !isOnLinkedIn) setWriting((before) => before ?? { round: 0, focus: false });
  }, [draftIsKnown, hasDraft, isOnLinkedIn]);
  const replyWith = useCallback(
    (typed: string) => {
      closeLinkedIn();
      setWriting((before) => ({ ...before, round: before?.round ?? 0, focus: true, typed }));
    },
    [closeLinkedIn],
  );
  const reply = useCallback(() => replyWith(''), [replyWith]);
  // With its words: the thread may hear of the draft only after the composer has begun with what it knew before.
  const restored = useCallback(
    (saved: SavedDraft) => {
      closeLinkedIn();
      setWriting((before) => ({ round: (before?.round ?? 0) + 1, focus: true, saved }));
    },
    [closeLinkedIn],
  );
  return { writing, reply, replyWith, restored, close: useCallback(() => setWriting(null), []) };
}

/** Looks with each reading of the conversation whether a reply whose undo was not answered is not sent: then its words come back. */
export function useRecovery(
  enrolmentId: number,
  { data, readAt, isShown }: Pick<Thread, 'readAt'> & { data: NonNullable<Thread['data']>; isShown: boolean },
  onRestored: (saved: SavedDraft) => void,
) {
  const recover = useRecoverReplies(enrolmentId, data.reply_to.cc, onRestored);
  useEffect(() => {
    const isWaiting = (statsId: string) =>
      data.outgoing.some((outgoing) => outgoing.stats_id === statsId && waits.has(outgoing.status));
    if (isShown) void recover(isWaiting);
    // Read again, the same data says more: what was on its way is not there any more.
  }, [recover, data, readAt, isShown]);
}
