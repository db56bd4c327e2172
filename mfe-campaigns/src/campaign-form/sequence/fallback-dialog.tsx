import { useState } from 'react';
import { fallbackProblem } from '@skein/ui/fallback-problem';
import { Field } from '@skein/ui/field';
import { TextInput } from '@skein/ui/text-input';
import { FormDialog } from '../../form-dialog';
import { nameOfField } from './step-labels';

interface FallbackDialogProps {
  field: string;
  onClose: () => void;
  onSubmit: (text: string) => Promise<void> | void;
  /** Where the focus goes after submitting. */
  focusAfter?: () => void;
}

/** Asks for the text that stands in wherever a lead has no value. */
export function FallbackDialog({ field, onClose, onSubmit, focusAfter }: FallbackDialogProps) {
  const [text, setText] = useState('');
  const problem = fallbackProblem(text);
  const disabledReason = problem ?? (text.trim() === '' ? 'Type a fallback' : undefined);
  return (
    <FormDialog
      title={`Fallback for “${nameOfField(field)}”`}
      submitLabel="Add fallback"
      onClose={onClose}
      focusAfter={focusAfter}
      onSubmit={async () => onSubmit(text.trim())}
      {...(disabledReason ? { disabledReason } : {})}
    >
      <Field
        label="Fallback when the field is empty"
        hint="Used wherever this field is empty, in all steps and variants."
        error={problem}
      >
        <TextInput autoFocus value={text} maxLength={120} onChange={(event) => setText(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
