import { useEffect, useMemo, useRef, useState } from 'react';
import type { ComboboxOption, ComboboxSource } from './overlay.types';

/** Wait after the last key before a search runs, in milliseconds. */
const searchDelay = 180;

interface Search {
  found: readonly ComboboxOption[];
  busy: boolean;
  failed: boolean;
  retry: () => void;
}

/** The options that match what is typed: of a list at once, of a server a moment after the last key. */
export function useOptionSearch(source: ComboboxSource, query: string): Search {
  const [answer, setAnswer] = useState<{ found: readonly ComboboxOption[]; busy: boolean; failed: boolean }>({
    found: [],
    busy: typeof source === 'function',
    failed: false,
  });
  const [attempt, setAttempt] = useState(0);
  const find = useRef(source);
  find.current = source;
  const asynchronous = typeof source === 'function';
  useEffect(() => {
    const search = find.current;
    if (typeof search !== 'function') return undefined;
    const controller = new AbortController();
    setAnswer((before) => ({ ...before, busy: true, failed: false }));
    const timer = setTimeout(
      () => {
        search(query, controller.signal).then(
          (found) => {
            if (!controller.signal.aborted) setAnswer({ found, busy: false, failed: false });
          },
          () => {
            if (!controller.signal.aborted) setAnswer({ found: [], busy: false, failed: true });
          },
        );
      },
      query === '' ? 0 : searchDelay,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, attempt, asynchronous]);
  const local = useMemo(() => {
    if (typeof source === 'function') return null;
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return source.filter((option) => {
      const text = `${option.label} ${option.detail ?? ''} ${option.group ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }, [source, query]);
  const retry = () => setAttempt((count) => count + 1);
  return local ? { found: local, busy: false, failed: false, retry } : { ...answer, retry };
}
