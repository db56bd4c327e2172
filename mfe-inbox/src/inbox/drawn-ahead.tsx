import { Activity, type ReactNode } from 'react';
import type { Drawn } from './use-drawn-ahead';

/** Draws each of them, those that wait without effects and after everything that can be seen. */
export function DrawnAhead({
  drawn,
  shown,
  children,
}: {
  drawn: readonly Drawn[];
  shown: number;
  children: (id: number) => ReactNode;
}) {
  return drawn.map(({ id, key }) => (
    <Activity key={key} mode={id === shown ? 'visible' : 'hidden'}>
      {children(id)}
    </Activity>
  ));
}
