import { useMemo, useRef, type RefObject } from 'react';

/** For a dialog with a form: its first field has the focus when it opens, not the button that closes it. */
export function useFirstField(): {
  form: RefObject<HTMLFormElement | null>;
  initialFocus: RefObject<HTMLElement | null>;
} {
  const form = useRef<HTMLFormElement>(null);
  const initialFocus = useMemo(
    () => ({
      get current() {
        return form.current?.querySelector<HTMLElement>('input, textarea, [role="combobox"]') ?? null;
      },
    }),
    [],
  );
  return { form, initialFocus };
}
