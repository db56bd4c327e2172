import { useId, useState, type ReactNode } from 'react';
import { problemOf } from './problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Stack } from '@skein/ui/layout';

/** A dialog with a form: what the server refuses is shown at its field, or above the form when it has none. */
export function FormDialog({
  title,
  description,
  submitLabel,
  onSubmit,
  onClose,
  disabledReason,
  fields,
}: {
  title: string;
  description?: ReactNode;
  submitLabel: string;
  /** Closes the dialog when it is kept. */
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
  /** Why it can't be sent yet. */
  disabledReason?: string | undefined;
  /** @param errors sentences by name of the field */
  fields: (errors: Record<string, string>) => ReactNode;
}) {
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const send = async () => {
    if (busy || disabledReason) return;
    setBusy(true);
    setProblem(null);
    setErrors({});
    try {
      await onSubmit();
      onClose();
    } catch (error) {
      const { details, message } = problemOf(error);
      setErrors(
        Object.fromEntries(
          details.map((detail) => [
            detail.field.replace(/^body\.|^plan\.|^body\.plan\./, ''),
            `This ${detail.message}.`,
          ]),
        ),
      );
      setProblem(details.length > 0 ? null : message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            loading={busy}
            {...(disabledReason ? { disabledReason } : {})}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void send();
        }}
      >
        <Stack $gap={4}>
          {problem && (
            <Callout tone="danger" role="alert">
              {problem}
            </Callout>
          )}
          {fields(errors)}
        </Stack>
      </form>
    </Dialog>
  );
}
