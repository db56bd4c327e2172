import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useActions, type Action } from '@skein/mfe/actions';
import { toasts, undoLater } from '@skein/ui/toast-store';
import { snoozeTimes } from '../times/time-choices';
import { isBlank } from './is-blank';
import type { ComposerProps } from './composer.types';
import type { Draft } from './draft.types';
import { emptyDraft } from './empty-draft';
import { holdOpenDraft } from './open-drafts';
import { useAttachments } from './use-attachments';
import { useDraft } from './use-draft';
import { useSend, type SendChoice } from './use-send';

const noKeys: Action[] = [];

/** Why a draft cannot be sent yet; null when it can. */
function refusalOf(draft: Draft, sender: string | null, isUploading: boolean): string | null {
  if (sender === null) return 'Reconnect the mailbox of this conversation, or choose another sender';
  if (isBlank(draft.html) && draft.attachments.length === 0) return 'Write something first';
  if (draft.to_email === '') return 'Enter a recipient in To';
  return isUploading ? 'A file is still uploading' : null;
}

/**
 * Sends what was written before the composer was there, once the editor has added it, if the send key was pressed then.
 * A key that sends is meant for what is seen: where a draft stands above those words, the person looks first.
 */
function useSendAhead(
  { sendAhead, typedAhead, first }: ComposerProps,
  html: string,
  submit: RefObject<(at: null, when: null) => Promise<void>>,
): void {
  const [before] = useState(html);
  const [isNew] = useState(first === null);
  useEffect(() => {
    if (!sendAhead.current || typedAhead.current !== '' || html === before) return;
    sendAhead.current = false;
    if (isNew) void submit.current(null, null);
    else toasts.show({ tone: 'info', title: 'Not sent yet', text: 'You had a draft here. Check both, then send.' });
  }, [sendAhead, typedAhead, html, before, isNew, submit]);
}

interface Submission {
  send: ReturnType<typeof useSend>['send'];
  /** Why the draft cannot be sent yet. */
  refusal: string | null;
  options: () => Pick<SendChoice, 'addSignature' | 'snoozeUntil'>;
  /** Answers of others that this person has seen. */
  answersSeen: number;
  onClose: () => void;
}

/** Sends the draft, once however often it is asked for; asks where somebody else has answered meanwhile. */
function useSubmit({ draft, drop, change }: ReturnType<typeof useDraft>, submission: Submission) {
  const { send, refusal, options, answersSeen, onClose } = submission;
  const [overtaken, setOvertaken] = useState<{ text: string; send: () => Promise<void> } | null>(null);
  const isUnderWay = useRef(false);
  const submit = async (at: Date | null, when: string | null, anyway = false): Promise<void> => {
    // From the first press on: a save that is running is waited for before anything is sent.
    if (refusal || isUnderWay.current) return;
    isUnderWay.current = true;
    const choice = { ...options(), sendAt: at, when, answersSeen: anyway ? null : answersSeen };
    const sent = await drop()
      .then(() => send(draft, choice))
      .finally(() => {
        isUnderWay.current = false;
      });
    if (sent === true) return onClose();
    change({});
    if (sent) setOvertaken({ text: sent.overtakenBy, send: () => submit(at, when, true) });
  };
  return { submit, overtaken, setOvertaken };
}

/** Deletes the draft; its words come back by undo. */
function useDeleteDraft(
  { read, discard }: Pick<ReturnType<typeof useDraft>, 'read' | 'discard'>,
  restore: ReturnType<typeof useSend>['restore'],
  onClose: () => void,
): () => Promise<void> {
  return async () => {
    const deleted = read();
    await discard();
    onClose();
    if (isBlank(deleted.html) && deleted.attachments.length === 0) return;
    toasts.show({ title: 'Draft deleted', undo: undoLater(() => restore(deleted, null).then(() => false)) });
  };
}

/** What a reply is made of, and what is done with it. */
export function useComposer(props: ComposerProps) {
  const { enrolmentId, replyTo, now, timeZone, onClose } = props;
  // As it was when the writing began: an answer that arrives in the thread meanwhile may go unnoticed, so it is asked about.
  const [answersSeen] = useState(props.answersSeen);
  const draftOf = useDraft(enrolmentId, props.first ?? emptyDraft(replyTo), props.firstSavedAt);
  const { draft, read, change, discard, drop, flush } = draftOf;
  const { onRestored: restored } = props;
  useEffect(
    () => holdOpenDraft(enrolmentId, { read, drop, flush, restored }),
    [enrolmentId, read, drop, flush, restored],
  );
  const { send, restore, isSending } = useSend(enrolmentId, replyTo.cc, restored);
  const deleteDraft = useDeleteDraft(draftOf, restore, onClose);
  const files = useAttachments(draft.attachments, (attachments) => change({ attachments }));
  const senderId = draft.mailbox_id ?? replyTo.mailbox_id;
  const sender = replyTo.senders.find(({ id }) => id === senderId) ?? null;
  const [signed, setSigned] = useState(replyTo.signature !== null);
  const [snoozed, setSnoozed] = useState(false);
  const refusal = refusalOf(draft, sender?.from_email ?? null, files.uploading.length > 0);
  const { submit, overtaken, setOvertaken } = useSubmit(draftOf, {
    send,
    refusal,
    options: () => ({
      addSignature: signed && sender?.signature != null,
      snoozeUntil: snoozed ? (snoozeTimes(now, timeZone)[2]?.at ?? null) : null,
    }),
    answersSeen,
    onClose,
  });
  const submitRef = useRef(submit);
  submitRef.current = submit;
  useSendAhead(props, draft.html, submitRef);
  const keys = useMemo<Action[]>(
    () => [
      {
        id: 'inbox.send',
        label: 'Send the reply',
        group: 'Conversation',
        keys: 'mod+enter',
        icon: 'send',
        whileTyping: true,
        run: () => void submitRef.current(null, null),
      },
    ],
    [],
  );
  useActions(props.isLeaving ? noKeys : keys);
  const leave = async () => {
    if (isBlank(draft.html) && draft.attachments.length === 0) await discard();
    else await flush();
    onClose();
  };
  return {
    ...draftOf,
    ...files,
    sender,
    isPlain: draft.plain_text ?? replyTo.is_plain_text,
    signed,
    setSigned,
    snoozed,
    setSnoozed,
    overtaken,
    setOvertaken,
    refusal,
    isSending,
    submit,
    leave,
    deleteDraft,
  };
}

export type ComposerState = ReturnType<typeof useComposer>;
