import { useEffect, useRef } from 'react';
import { currentPage } from '@skein/mfe/page';
import { useSignal } from '@skein/mfe/signal';
import { useAppSelector } from '@skein/mfe/store';

/** Milliseconds without a call after which the first page is taken to stand. */
const quietMs = 1500;

/**
 * Runs `preload` once, when the first page has named itself and nothing has been asked for since: what is fetched ahead then takes
 * nothing from a list that somebody waits for, however slow the machine or the line is.
 */
export function PreloadWhenQuiet({ preload }: { preload(): void }) {
  const isNamed = useSignal(currentPage).crumbs.length > 0;
  const isQuiet = useAppSelector((state) => state.activity.pending === 0);
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !isNamed || !isQuiet) return;
    const timer = setTimeout(() => {
      done.current = true;
      preload();
    }, quietMs);
    return () => clearTimeout(timer);
  }, [isNamed, isQuiet, preload]);
  return null;
}
