import { useCallback, useEffect, useRef, useState } from 'react';
import type { AiText, aiLanguages, aiTones } from '@skein/contracts/main/ai-writing.contract';
import { problemOf } from '@skein/mfe/problem';
import {
  useFormWriteTextMutation,
  useFormAiKeyQuery,
  useFormSandboxWriterMutation,
  useFormAiModelsQuery,
} from '../api';

export interface AiBrief {
  about: string;
  audience: string;
  tone: (typeof aiTones)[number];
  creativity: 0 | 1 | 2;
  model: string | null;
  language: (typeof aiLanguages)[number];
  count: number;
}
/** One text that was written; `addedAs` once it stands in the sequence. */
export interface Suggestion {
  id: number;
  text: AiText;
  addedAs: string | null;
}

interface Kept {
  brief: AiBrief;
  suggestions: readonly Suggestion[];
}

const empty: Kept = {
  brief: {
    about: '',
    audience: '',
    tone: 'professional',
    creativity: 1,
    model: null,
    language: /* key */ 'English',
    count: 2,
  },
  suggestions: [],
};
/** What was typed and written stays until the page is left: closing the dialog loses nothing. By campaign and step. */
const kept = new Map<string, Kept>();
let nextId = 1;

/** Writes texts one after the other, so that the first can be read while the others come, and each can be cancelled. */
export function useAiWriting(campaignId: number, seqNumber: number) {
  const place = `${campaignId} ${seqNumber}`;
  const [state, setState] = useState<Kept>(
    () => kept.get(place) ?? { ...empty, brief: { ...empty.brief, ...[...kept.values()].at(-1)?.brief, about: '' } },
  );
  const [progress, setProgress] = useState<{ at: number; of: number } | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [write] = useFormWriteTextMutation();
  const running = useRef<{ abort: () => void } | null>(null);
  const isCancelled = useRef(false);
  const change = useCallback(
    (make: (before: Kept) => Kept) =>
      setState((before) => {
        const next = make(before);
        kept.set(place, next);
        return next;
      }),
    [place],
  );
  const cancel = useCallback(() => {
    isCancelled.current = true;
    running.current?.abort();
  }, []);
  // Leaving the dialog ends what is being written: nobody waits for it any more.
  useEffect(() => cancel, [cancel]);
  const isWriting = progress !== null;
  useEffect(() => {
    if (!isWriting) return undefined;
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, [isWriting]);

  const start = async () => {
    const { count, model, ...brief } = state.brief;
    isCancelled.current = false;
    setProblem(null);
    setSeconds(0);
    const unlike = state.suggestions.map((suggestion) => suggestion.text.subject).slice(-5);
    try {
      for (let at = 1; at <= count && !isCancelled.current; at += 1) {
        setProgress({ at, of: count });
        const call = write({
          params: { campaignId },
          body: { ...brief, ...(model ? { model } : {}), seq_number: seqNumber, unlike: unlike.slice(-5) },
        });
        running.current = call;
        const text = await call.unwrap();
        unlike.push(text.subject);
        change((before) => ({
          ...before,
          suggestions: [{ id: nextId++, text, addedAs: null }, ...before.suggestions].slice(0, 12),
        }));
      }
    } catch (error) {
      if (!isCancelled.current) setProblem(problemOf(error).message);
    } finally {
      running.current = null;
      setProgress(null);
    }
  };
  return {
    ...state,
    progress,
    seconds,
    problem,
    start,
    cancel,
    setBrief: (changed: Partial<AiBrief>) =>
      change((before) => ({ ...before, brief: { ...before.brief, ...changed } })),
    markAdded: (id: number, label: string) =>
      change((before) => ({
        ...before,
        suggestions: before.suggestions.map((suggestion) =>
          suggestion.id === id ? { ...suggestion, addedAs: label } : suggestion,
        ),
      })),
  };
}

/** The person’s own key, if they have put one in. */
export function useAiKey() {
  const { data: state, error, refetch } = useFormAiKeyQuery();
  return { state, error, refetch };
}

/** Puts in the key of the sandbox’s own writer. */
export function useSandboxWriter() {
  const [setUp, { isLoading }] = useFormSandboxWriterMutation();
  return { setUp, isLoading };
}

/** The models that the key can use; the usual one until they are known. */
export function useModelChoices(defaultModel: string) {
  const { data: models } = useFormAiModelsQuery();
  return (models?.models ?? [defaultModel]).map((model) => ({ value: model, label: model }));
}
