import { useId, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Stack } from '@skein/ui/layout';
import { toasts, undoLater } from '@skein/ui/toast-store';
import { useAppDispatch } from '@skein/mfe/store';
import { undoOf } from '../recent/undo-kept';
import { useFirstField } from '../use-first-field';
import { recordRequest } from './record-request';

interface FormProps<Done> {
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  /** Said once it is done; a form that tells by itself gives none. */
  done?: string;
  onSubmit: () => Promise<Done>;
  /** What undoes it, by what the server answered; nothing where it cannot be undone. */
  undo?: (done: Done) => (() => Promise<unknown>) | null;
  /** Its key among the recent changes, by what the server answered; null where it changed nothing. */
  changeKey?: (done: Done) => string | null;
  refusal?: string | undefined;
  /** Why there is nothing to do here; the button is off. */
  cannot?: string | undefined;
  danger?: boolean;
  /** Closes it; a dialog of the thread is closed by itself. */
  onClose?: () => void;
  children?: ReactNode;
}

const closeRequest = () => recordRequest.set(null);

/** A short form in a dialog: Enter does it (Ctrl or Cmd Enter from a text of several lines), and what the server refuses stands in it. */
export function RecordForm<Done>({
  title,
  description,
  confirmLabel,
  done,
  onSubmit,
  undo,
  changeKey,
  refusal,
  cannot,
  danger = false,
  onClose: close = closeRequest,
  children,
}: FormProps<Done>) {
  const dispatch = useAppDispatch();
  const form = useId();
  const { form: place, initialFocus: field } = useFirstField();
  const cancel = useRef<HTMLButtonElement>(null);
  // Without a field, the button that does nothing.
  const initialFocus = useMemo(
    () => ({
      get current() {
        return field.current ?? cancel.current;
      },
    }),
    [field],
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    if (refusal) return setProblem(refusal);
    setBusy(true);
    setProblem(null);
    try {
      const answer = await onSubmit();
      const key = changeKey?.(answer) ?? null;
      const back = undo?.(answer);
      const undoing = back
        ? { ...undoLater(back), ...(key ? { keptAs: key } : {}) }
        : key && undoOf(dispatch, key, done ?? title);
      if (done) toasts.show({ title: done, ...(undoing ? { undo: undoing } : {}) });
      close();
    } catch (error) {
      setProblem(problemOf(error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={title}
      initialFocus={initialFocus}
      {...(description ? { description } : {})}
      footer={
        <>
          <Button ref={cancel} onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? 'danger-solid' : 'primary'}
            loading={busy}
            {...(cannot ? { disabledReason: cannot } : {})}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        ref={place}
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
      >
        <Stack $gap={3}>
          {children}
          {problem && (
            <Callout tone="danger" role="alert">
              {problem}
            </Callout>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
