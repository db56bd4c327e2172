import { useEffect, useRef, useState } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { useInboxLinkedInAnswerMutation } from '../api';
import { useUnsentAnswers, type UnsentAnswer } from './unsent-answers';

/** Whether this person left words for LinkedIn unsent in this conversation. */
export const useHasUnsentAnswer = (enrolmentId: number): boolean => useUnsentAnswers().read(enrolmentId) !== undefined;

/** An answer on LinkedIn that is being written. One text has one key, however often it is sent, also after a reload. */
export function useLinkedInAnswer(enrolmentId: number, onSent: () => void) {
  const kept = useUnsentAnswers();
  const [answer, { isLoading }] = useInboxLinkedInAnswerMutation();
  const [written, setWritten] = useState<UnsentAnswer>(() => kept.read(enrolmentId) ?? { text: '', tried: null });
  const [problem, setProblem] = useState<string | null>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const keep = (next: UnsentAnswer) => {
    setWritten(next);
    if (next.text.trim() === '') kept.forget(enrolmentId);
    else kept.keep(enrolmentId, next);
  };
  const send = async () => {
    const words = written.text.trim();
    if (words === '' || isLoading) return;
    const body = written.tried?.text === words ? written.tried : { key: crypto.randomUUID(), text: words };
    keep({ text: written.text, tried: body });
    setProblem(null);
    try {
      const sent = await answer({ params: { enrolmentId }, body }).unwrap();
      // Left meanwhile, other words may have been begun.
      if (kept.read(enrolmentId)?.text.trim() === words) kept.forget(enrolmentId);
      toasts.show(
        sent.state === 'SENT'
          ? { tone: 'success', title: 'Sent on LinkedIn' }
          : { tone: 'warning', title: 'LinkedIn did not confirm the message', text: 'Check it in the conversation.' },
      );
      if (isHere.current) onSent();
    } catch (error) {
      if (isHere.current) setProblem(problemOf(error).message);
      else showProblem('The LinkedIn message was not sent', error);
    }
  };
  return {
    text: written.text,
    write: (text: string) => keep({ ...written, text }),
    send: () => void send(),
    isSending: isLoading,
    problem,
  };
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
