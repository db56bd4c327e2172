import { useEffect, useRef } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';

const toolsOf = (bar: Element | null) => [...(bar?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];

/**
 * A bar of tools as one stop in the tab order; arrow keys move between its tools. Only the one that was used last stands in the order:
 * from the subject to the text it is one step, not one for each tool.
 */
export function useOneTabStop() {
  const bar = useRef<HTMLDivElement>(null);
  const at = useRef<HTMLElement | null>(null);
  const keepOneStop = () => {
    const tools = toolsOf(bar.current);
    const stop = at.current && tools.includes(at.current) ? at.current : tools[0];
    for (const tool of tools) tool.tabIndex = tool === stop ? 0 : -1;
  };
  useEffect(keepOneStop);
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    // The forms of open panels are children for React, not for the page.
    if (!currentTarget.contains(target)) return;
    at.current = target;
    keepOneStop();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const tools = toolsOf(event.currentTarget);
    const place = tools.indexOf(document.activeElement as HTMLElement);
    const to = {
      ArrowRight: (place + 1) % tools.length,
      ArrowLeft: (place - 1 + tools.length) % tools.length,
      Home: 0,
      End: tools.length - 1,
    }[event.key];
    if (place < 0 || to === undefined) return;
    event.preventDefault();
    tools[to]?.focus();
  };
  return { ref: bar, onFocus, onKeyDown };
}
