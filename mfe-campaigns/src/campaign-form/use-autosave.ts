import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useNotKept } from '@skein/mfe/area-presence';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { createAutosave, type Autosave, type AutosaveOptions } from './autosave';

/** The page knows every form that saves by itself: it shows how they stand and asks before something unsaved would be lost. */
export interface Saving {
  register: (autosave: Pick<Autosave<object>, 'state' | 'flush' | 'isPending'>) => () => void;
  flushAll: () => Promise<void>;
}

export const SavingContext = createContext<Saving | null>(null);

/** An autosave that lives with a tab: known to the page, flushed when the tab is left. */
export function useAutosave<Patch extends object>(
  options: AutosaveOptions<Patch> & {
    /** Keeps what is held when the tab is left; true when it did. */ keepHeld?: () => boolean;
  },
): Autosave<Patch> {
  const latest = useRef(options);
  latest.current = options;
  const [autosave] = useState(() =>
    createAutosave<Patch>({
      save: (patch) => latest.current.save(patch),
      ...(options.merge
        ? { merge: (earlier: Patch, later: Patch) => (latest.current.merge ?? Object.assign)(earlier, later) as Patch }
        : {}),
      ...(options.delay === undefined ? {} : { delay: options.delay }),
      isHeld: () => latest.current.isHeld?.() ?? false,
    }),
  );
  const saving = useContext(SavingContext);
  useNotKept();
  useEffect(() => saving?.register(autosave), [saving, autosave]);
  useEffect(() => {
    const again = () => {
      autosave.flush().catch(() => undefined);
    };
    window.addEventListener('online', again);
    return () => {
      window.removeEventListener('online', again);
      if (latest.current.isHeld?.() && autosave.isPending() && !latest.current.keepHeld?.())
        toasts.show({
          title: 'Your changes were not applied',
          text: 'The campaign is running: changes apply after you review them. Leaving the tab discarded them.',
        });
      autosave.flush().catch((error: unknown) => showProblem('The last change was not saved', error));
    };
  }, [autosave]);
  return autosave;
}
