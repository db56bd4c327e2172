import { useState, type ReactNode } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';

/** Names something, with a few more choices below; says beside the name what the server has against it. */
export function NameDialog({
  title,
  saveLabel,
  name: first,
  maxLength,
  children,
  onSave,
  onClose,
}: {
  title: string;
  saveLabel: string;
  name: string;
  maxLength: number;
  children?: ReactNode;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const [name, setName] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    if (name.trim() === '') return setProblem('is required');
    setBusy(true);
    setProblem(null);
    try {
      await onSave(name.trim());
      onClose();
    } catch (error) {
      const { details, message } = problemOf(error);
      setProblem(details.find((detail) => detail.field.replace(/^body\./, '') === 'name')?.message ?? message);
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={busy} onClick={() => void save()}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void save();
        }}
      >
        <Stack $gap={4}>
          <Field label="Name" error={fieldError('Name', problem === null ? undefined : { message: problem })}>
            <TextInput
              autoFocus
              maxLength={maxLength}
              autoComplete="off"
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setProblem(null);
              }}
            />
          </Field>
          {children}
        </Stack>
      </form>
    </Dialog>
  );
}
