import { useMemo } from 'react';
import { isRecord, useKeptByConversation } from '../kept-by-conversation';
import { joinDrafts } from './join-drafts';
import type { Draft, SavedDraft } from './draft.types';

/** Words that could not be stored, with the time of the draft that the server had instead. */
const isUnsaved = (value: unknown): value is SavedDraft => isRecord(value) && isDraft(value['draft']);

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  ['html', 'to_email', 'subject'].every((name) => typeof value[name] === 'string') &&
  ['cc', 'bcc', 'attachments'].every((name) => Array.isArray(value[name]));

/** Drafts that could not be stored: they are there when the conversation is opened again, and are stored then. */
export const useUnsavedDrafts = () => useKeptByConversation('unsaved-draft', isUnsaved);

/** A reply whose undo has not been answered. */
interface RecalledReply {
  statsId: string;
  draft: Draft;
}
const isRecalledReplies = (value: unknown): value is RecalledReply[] =>
  Array.isArray(value) &&
  value.every((each) => isRecord(each) && typeof each['statsId'] === 'string' && isDraft(each['draft']));

/** Replies whose undo has not been answered: their words come back once they are known not to be sent. */
export function useRecalledReplies() {
  const kept = useKeptByConversation('recalled-reply', isRecalledReplies);
  return useMemo(
    () => ({
      read: (enrolmentId: number): readonly RecalledReply[] => kept.read(enrolmentId) ?? [],
      keep: (enrolmentId: number, reply: RecalledReply) =>
        kept.keep(enrolmentId, [...(kept.read(enrolmentId) ?? []).filter(isOther(reply.statsId)), reply]),
      forget: (enrolmentId: number, statsId: string) => {
        const left = (kept.read(enrolmentId) ?? []).filter(isOther(statsId));
        if (left.length > 0) kept.keep(enrolmentId, left);
        else kept.forget(enrolmentId);
      },
    }),
    [kept],
  );
}

const isOther =
  (statsId: string) =>
  (reply: RecalledReply): boolean =>
    reply.statsId !== statsId;

/**
 * What this person has written in a conversation: the words that could not be stored, above those that were stored elsewhere since.
 * @param stored as the server has it; undefined while that is not known
 */
export function withUnsaved<
  Stored extends { draft: (Draft & { send_at: string | null }) | null; updated_at: string | null },
>(unsaved: SavedDraft | undefined, stored: Stored | undefined, suggestedCc: readonly string[]) {
  if (!unsaved) return stored;
  const other = stored?.draft ?? null;
  const isKnown = other === null || stored?.updated_at === unsaved.savedAt || unsaved.draft.html.includes(other.html);
  const draft = isKnown ? unsaved.draft : joinDrafts(unsaved.draft, other, suggestedCc);
  return { draft: { ...draft, send_at: null }, updated_at: null };
}
