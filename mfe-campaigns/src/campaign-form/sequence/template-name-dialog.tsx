import { useState } from 'react';
import { Field } from '@skein/ui/field';
import { TextInput } from '@skein/ui/text-input';
import { FormDialog } from '../../form-dialog';

export function NameDialog({
  title,
  submitLabel,
  hint,
  value,
  onName,
  onClose,
}: {
  title: string;
  submitLabel: string;
  hint?: string;
  value: string;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const [name, setName] = useState(value);
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      onClose={onClose}
      onSubmit={() => onName(name.trim())}
      {...(name.trim() === '' ? { disabledReason: 'Type a name first' } : {})}
    >
      <Field label="Name" hint={hint}>
        <TextInput autoFocus maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
