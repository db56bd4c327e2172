import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { problemOf } from './problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Stack } from '@skein/ui/layout';

/** What the server refused. */
interface Refusal {
  message: string;
  /** Sentences by name of the field. */
  errors: Record<string, string>;
}

const noErrors: Refusal['errors'] = {};

function refusalOf(error: unknown): Refusal {
  const { details, message } = problemOf(error);
  const errors = Object.fromEntries(
    details.map((detail) => [detail.field.replace(/^(body\.)?(plan\.)?/, ''), `This ${detail.message}.`]),
  );
  return { message, errors };
}

/** Whether every sentence stands at a field; none does where nothing names a field. */
function isShown(sentences: readonly string[], form: HTMLElement | null): boolean {
  const lines = [...(form?.querySelectorAll('[data-field-line]') ?? [])].map((line) => line.textContent ?? '');
  return (
    sentences.length > 0 &&
    sentences.every((sentence) => {
      const at = lines.findIndex((line) => line.includes(sentence));
      if (at >= 0) lines.splice(at, 1);
      return at >= 0;
    })
  );
}

/** A dialog with a form: what the server refuses is shown at its field, or above the form when none of the drawn fields takes it. */
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
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const place = useRef<HTMLFormElement>(null);
  // Only the fields know which errors they draw: asked once they have drawn them, before the page is painted.
  useLayoutEffect(() => {
    if (refusal && !isShown(Object.values(refusal.errors), place.current)) setProblem(refusal.message);
  }, [refusal]);
  const send = async () => {
    if (busy || disabledReason) return;
    setBusy(true);
    setProblem(null);
    setRefusal(null);
    try {
      await onSubmit();
      onClose();
    } catch (error) {
      setRefusal(refusalOf(error));
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
        ref={place}
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
          {fields(refusal?.errors ?? noErrors)}
        </Stack>
      </form>
    </Dialog>
  );
}
