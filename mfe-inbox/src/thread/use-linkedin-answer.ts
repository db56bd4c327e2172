import { useRef, useState } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { useInboxLinkedInAnswerMutation } from '../api';

/** Words that were left unsent, by conversation, as long as the page is open. */
const unsent = new Map<number, string>();

export const hasUnsentAnswer = (enrolmentId: number): boolean => unsent.has(enrolmentId);

/** An answer on LinkedIn that is being written. One text has one key, however often it is sent. */
export function useLinkedInAnswer(enrolmentId: number, onSent: () => void) {
  const [answer, { isLoading }] = useInboxLinkedInAnswerMutation();
  const [text, setText] = useState(() => unsent.get(enrolmentId) ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const tried = useRef<{ key: string; text: string } | null>(null);
  const write = (words: string) => {
    setText(words);
    if (words.trim() === '') unsent.delete(enrolmentId);
    else unsent.set(enrolmentId, words);
  };
  const send = async () => {
    const words = text.trim();
    if (words === '' || isLoading) return;
    if (tried.current?.text !== words) tried.current = { key: crypto.randomUUID(), text: words };
    setProblem(null);
    try {
      const sent = await answer({ params: { enrolmentId }, body: tried.current }).unwrap();
      unsent.delete(enrolmentId);
      toasts.show(
        sent.state === 'SENT'
          ? { tone: 'success', title: 'Sent on LinkedIn' }
          : { tone: 'warning', title: 'LinkedIn did not confirm the message', text: 'Check it in the conversation.' },
      );
      onSent();
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  return { text, write, send: () => void send(), isSending: isLoading, problem };
}

/** Asks again for an answer that was not confirmed: it is looked up, and sent if LinkedIn does not have it. */
export function useCheckAnswer(enrolmentId: number) {
  const [answer, { isLoading }] = useInboxLinkedInAnswerMutation();
  return {
    isChecking: isLoading,
    check: ({ key, text }: { key: string; text: string }) =>
      void answer({ params: { enrolmentId }, body: { key, text } })
        .unwrap()
        .then(
          ({ state }) => {
            if (state !== 'SENT') toasts.show({ tone: 'warning', title: 'LinkedIn still did not confirm the message' });
          },
          (problem: unknown) => showProblem('The message was not checked', problem),
        ),
  };
}
