import { useMemo } from 'react';
import type { OutgoingView, ThreadMessage } from '@skein/contracts/main/inbox-views';
import { fullInstant } from '@skein/ui/instant';
import { isRecord, useKeptByConversation } from '../kept-by-conversation';
import { textOfHtml } from '../thread/mail-text';

/** What is written to forward one email, as it is typed. */
export interface WrittenForward {
  messageId: number;
  to: string;
  note: string;
  withFiles: boolean;
}

const isWritten = (value: unknown): value is WrittenForward =>
  isRecord(value) &&
  typeof value['messageId'] === 'number' &&
  typeof value['to'] === 'string' &&
  typeof value['note'] === 'string' &&
  typeof value['withFiles'] === 'boolean';
const areWritten = (value: unknown): value is WrittenForward[] => Array.isArray(value) && value.every(isWritten);

/** Forwards that were written and not sent, by the email they forward: the dialog begins with them when it opens again. */
export function useUnsentForwards(enrolmentId: number) {
  const kept = useKeptByConversation('unsent-forward', areWritten);
  return useMemo(() => {
    const others = (messageId: number) => (kept.read(enrolmentId) ?? []).filter((one) => one.messageId !== messageId);
    return {
      read: (messageId: number) => kept.read(enrolmentId)?.find((one) => one.messageId === messageId),
      keep: (written: WrittenForward) => kept.keep(enrolmentId, [...others(written.messageId), written]),
      forget: (messageId: number) => {
        const left = others(messageId);
        if (left.length > 0) kept.keep(enrolmentId, left);
        else kept.forget(enrolmentId);
      },
    };
  }, [kept, enrolmentId]);
}

/** What was written since, below what comes back: neither is lost. */
export const joinForwards = (undone: WrittenForward, since: WrittenForward | undefined): WrittenForward =>
  since === undefined
    ? undone
    : {
        ...undone,
        to: [undone.to, since.to].filter((text) => text.trim() !== '').join(', '),
        note: [undone.note, since.note].filter((text) => text.trim() !== '').join('\n\n'),
      };

/** Where the forwarded email begins (`forwarded` of the service). */
const copyBegins = /<br\s*\/?>\s*<div>-{6,} Forwarded message/i;

/** What was written to a forward that is on its way, and which of these emails it forwards; null when that one is gone. */
export function writtenIn(outgoing: OutgoingView, messages: readonly ThreadMessage[]): WrittenForward | null {
  const { html } = outgoing;
  const message = messages.find(({ at }) => html.includes(`Date: ${fullInstant(at, 'UTC')}`));
  if (!message) return null;
  const end = html.search(copyBegins);
  return {
    messageId: message.id,
    to: [outgoing.to_email, ...outgoing.cc].join(', '),
    note: textOfHtml(end < 0 ? '' : html.slice(0, end)),
    withFiles: outgoing.attachments.length > 0,
  };
}
