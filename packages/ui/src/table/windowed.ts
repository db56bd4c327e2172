import { useEffect, useState, type ComponentType } from 'react';

/** From this many rows on, only those in sight are rendered. */
const windowedFrom = 80;

/**
 * A hook that answers with what renders rows in sight only: loaded with the first list that is long enough. Until it is there, the
 * first rows stand alone; when it cannot be loaded, all of them are rendered.
 */
export function createWindowed<Props>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  return function useWindowed(count: number): {
    windowed: boolean;
    Windowed: ComponentType<Props> | undefined;
    most: number;
  } {
    const windowed = count >= windowedFrom;
    const [found, setFound] = useState<ComponentType<Props> | 'failed' | undefined>(() => loaded);
    useEffect(() => {
      if (!windowed || found) return undefined;
      let gone = false;
      load().then(
        (part) => {
          loaded = part;
          if (!gone) setFound(() => part);
        },
        () => {
          if (!gone) setFound('failed');
        },
      );
      return () => {
        gone = true;
      };
    }, [windowed, found]);
    if (!windowed || found === 'failed') return { windowed, Windowed: undefined, most: Infinity };
    return { windowed, Windowed: found, most: windowedFrom };
  };
}
