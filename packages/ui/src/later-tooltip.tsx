import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import type { Tooltip } from './tooltip';

let loaded: typeof Tooltip | undefined;

const load = () => import('./tooltip').then((module) => (loaded = module.Tooltip));

/** A {@link Tooltip} for parts that seldom have one: what places it on the screen (16 kB) is loaded with the first that is drawn. */
export function LaterTooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  const [Ready, setReady] = useState(() => loaded);
  useEffect(() => {
    if (Ready) return undefined;
    let gone = false;
    // Without it the element works all the same.
    load().then((found) => !gone && setReady(() => found), () => {});
    return () => {
      gone = true;
    };
  }, [Ready]);
  return Ready ? <Ready content={content}>{children}</Ready> : children;
}
