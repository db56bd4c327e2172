import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Block } from '@skein/contracts/university/library';
import { useActions } from '@skein/mfe/actions';
import { readableText } from './readable-text';

const canSpeak = () => typeof window !== 'undefined' && 'speechSynthesis' in window;

/**
 * Reads a text aloud with the browser's own voice, a block at a time. While it reads, J and K go to the next and the previous block.
 * `at` is the block that is being read; null while nothing is.
 */
export function useListen(blocks: readonly Block[] | null) {
  const [at, setAt] = useState<number | null>(null);
  const texts = useMemo(() => (blocks ?? []).map(readableText), [blocks]);
  const text = at === null ? undefined : texts[at];
  const stop = useCallback(() => setAt(null), []);
  const step = useCallback(
    (by: number) => setAt((now) => (now === null ? null : Math.min(texts.length - 1, Math.max(0, now + by)))),
    [texts],
  );
  useEffect(() => setAt(null), [blocks]);
  useEffect(() => {
    if (text === undefined || !canSpeak()) return undefined;
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.lang = 'en';
    spoken.onend = () => setAt((now) => (now === null || now + 1 >= texts.length ? null : now + 1));
    spoken.onerror = (event) => {
      if (event.error !== 'canceled' && event.error !== 'interrupted') setAt(null);
    };
    window.speechSynthesis.speak(spoken);
    return () => {
      spoken.onend = null;
      window.speechSynthesis.cancel();
    };
  }, [text, at, texts]);
  const isListening = at !== null;
  useActions(
    useMemo(
      () =>
        isListening
          ? [
              {
                id: 'university.next-block',
                label: 'Read the next paragraph',
                group: 'University',
                keys: 'j',
                run: () => step(1),
              },
              {
                id: 'university.last-block',
                label: 'Read the previous paragraph',
                group: 'University',
                keys: 'k',
                run: () => step(-1),
              },
            ]
          : [],
      [isListening, step],
    ),
  );
  return { at, isListening, isOffered: canSpeak() && texts.length > 0, start: () => setAt(0), stop };
}
