import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';

/** A component that is fetched with the first use of it. */
export interface LaterPart<Props> {
  /** Begins to fetch it; a failure is met again when it is needed. */
  preload: () => void;
  /**
   * A hook: the component once it is wanted and there.
   * @param onFailed called when it was wanted and could not be fetched; it is tried again when it is wanted anew
   */
  usePart: (wanted: boolean, onFailed?: (error: unknown) => void) => ComponentType<Props> | undefined;
}

/**
 * What floats (menus, popovers, tooltips, lists of choices) brings a library that places it on the screen. No page needs that to be
 * painted: it comes with the pointer or the focus on the first thing that opens something, or with the press.
 */
export function createLaterPart<Props>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<unknown> | undefined;
  const fetchPart = () => {
    loading ??= load().then(
      (part) => {
        loaded = part;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return {
    preload: () => {
      if (!loaded) fetchPart().catch(() => {});
    },
    usePart(wanted, onFailed) {
      const [, redraw] = useState(0);
      const missing = wanted && !loaded;
      const fail = useEffectEvent((error: unknown) => onFailed?.(error));
      useEffect(() => {
        if (!missing) return undefined;
        let gone = false;
        fetchPart().then(
          () => {
            if (!gone) redraw((count) => count + 1);
          },
          (error: unknown) => {
            if (!gone) fail(error);
          },
        );
        return () => {
          gone = true;
        };
      }, [missing]);
      return wanted ? loaded : undefined;
    },
  };
}
