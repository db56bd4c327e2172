import type { RefObject } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { inboxContract } from '@skein/contracts/main/inbox.contract';
import type { EditorHandle } from '@skein/ui/rich-text-editor';
import type { Draft, SavedDraft } from './draft.types';

type Thread = CallOutput<(typeof inboxContract)['endpoints']['getThread']>;

export interface ComposerProps {
  enrolmentId: number;
  replyTo: Thread['reply_to'];
  leadName: string;
  /** Answers of others that this person has seen. */
  answersSeen: number;
  /** What was written before. */
  first: Draft | null;
  firstSavedAt: string | null;
  leadZone: string;
  now: Date;
  timeZone: string;
  autoFocus: boolean;
  /** What was typed before the composer was there; taken by the editor. */
  typedAhead: RefObject<string>;
  /** Whether the send key was pressed before the composer was there. */
  sendAhead: RefObject<boolean>;
  /** Gets the editor once it is there. */
  editor: RefObject<EditorHandle | null>;
  /** Another conversation is loading: the send key no longer answers. */
  isLeaving: boolean;
  /** Closed with nothing to keep, or after sending. */
  onClose: () => void;
  /** Sending was undone, and the text is in the composer again. */
  onRestored: (saved: SavedDraft) => void;
}
