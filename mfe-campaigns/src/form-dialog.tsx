import { useRef, useState, type ReactNode } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Stack } from '@skein/ui/layout';

interface FormDialogProps {
  title: string;
  submitLabel: string;
  onClose: () => void;
  onSubmit: () => Promise<void>;
  disabledReason?: string;
  /** Where the focus goes after submitting; otherwise it returns to where it was. */
  focusAfter?: (() => void) | undefined;
  children: ReactNode;
}

/** A short form over the page: stays open and says why when it fails. */
export function FormDialog({
  title,
  submitLabel,
  onClose,
  onSubmit,
  disabledReason,
  focusAfter,
  children,
}: FormDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isSent = useRef(false);
  const submit = async () => {
    if (busy || disabledReason) return;
    setBusy(true);
    setProblem(null);
    try {
      await onSubmit();
      isSent.current = true;
      onClose();
    } catch (error) {
      setProblem(problemOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={title}
      focusAfter={() => {
        if (isSent.current) focusAfter?.();
        return isSent.current && focusAfter !== undefined;
      }}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            loading={busy}
            onClick={() => void submit()}
            {...(disabledReason ? { disabledReason } : {})}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
      >
        <Stack $gap={4}>
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
