import { useEffect, useRef } from 'react';

const mark = 'selecting';
const isMarked = () => (window.history.state as Record<string, unknown> | null)?.[mark] === true;

/** While lines are being selected, Back ends that and stays in the list. */
export function useBackEnds(isOn: boolean, end: () => void): void {
  const latest = useRef(end);
  latest.current = end;
  useEffect(() => {
    if (!isOn) return undefined;
    window.history.pushState({ ...(window.history.state as object | null), [mark]: true }, '');
    const leave = () => {
      if (!isMarked()) latest.current();
    };
    window.addEventListener('popstate', leave);
    return () => {
      window.removeEventListener('popstate', leave);
      // Ended in another way: remove the history entry, unless the person has navigated elsewhere.
      if (isMarked()) window.history.back();
    };
  }, [isOn]);
}
