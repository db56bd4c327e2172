import { useState } from 'react';
import { Button } from '../button';
import { Checkbox } from '../checkbox';
import { Combobox } from '../combobox';
import { fallbackProblem } from '../fallback-problem';
import { Field } from '../field';
import { TextInput } from '../text-input';
import { Foot, submitting, type FormProps } from './chip-forms';
import type { TemplateToken, TemplateVariable } from './describe-chip';
import { Form } from './editor-parts';
import { writeVariable } from './template-constructs';

/** A field by name with the text for leads without a value; or one of the fixed pieces. */
export function VariableForm({
  variables,
  tokens,
  value,
  onDone,
  onRemove,
  onEverywhere,
}: FormProps & {
  variables: readonly TemplateVariable[];
  tokens: readonly TemplateToken[];
  value?: { key: string; fallback: string | null };
  /** Gives the fallback to all places that have none; offered where it is known. */
  onEverywhere?: ((set: { key: string; fallback: string }) => void) | undefined;
}) {
  const [key, setKey] = useState(value?.key ?? '');
  const [fallback, setFallback] = useState(value?.fallback ?? '');
  const [isEverywhere, setEverywhere] = useState(true);
  const chosen = variables.find((variable) => variable.key === key);
  const token = tokens.find((entry) => entry.source === key);
  const problem = token ? undefined : fallbackProblem(fallback);
  const options = [
    ...variables.map((variable) => ({
      value: variable.key,
      label: variable.label,
      detail: variable.emptyCount ? `${variable.key}, empty for ${variable.emptyCount}` : variable.key,
      group: variable.group ?? 'Fields',
    })),
    ...(value
      ? []
      : tokens.map((entry) => ({
          value: entry.source,
          label: entry.label,
          detail: entry.source,
          group: 'From the mailbox',
        }))),
  ];
  const done = () => {
    if (token) onDone(token.source);
    if (token || !key || problem) return;
    const isSet = fallback.trim() !== '';
    onDone(writeVariable({ key, fallback: isSet ? fallback : null }));
    if (isSet && isEverywhere) onEverywhere?.({ key, fallback });
  };
  return (
    <Form onSubmit={submitting(done)}>
      <Field label="Field">
        <Combobox
          value={key ? { value: key, label: chosen?.label ?? token?.label ?? key } : null}
          onValueChange={(option) => setKey(option?.value ?? '')}
          options={options}
          placeholder="Choose a field"
          searchPlaceholder="Search fields"
        />
      </Field>
      {!token && (
        <Field
          label={key ? `Fallback for ${chosen?.label ?? key}` : 'Fallback'}
          optional
          error={problem}
          hint={
            chosen?.emptyCount
              ? chosen.emptyCount === 1
                ? `1 lead has no ${chosen.label.toLowerCase()} and gets this text.`
                : `${chosen.emptyCount.toLocaleString('en-US')} leads have no ${chosen.label.toLowerCase()}; they get this text.`
              : 'Leads without a value get this text.'
          }
        >
          <TextInput
            autoFocus={value !== undefined}
            value={fallback}
            onChange={(event) => setFallback(event.target.value)}
          />
        </Field>
      )}
      {!token && onEverywhere && (
        <Checkbox
          label="Also where it has no fallback, in all steps and variants"
          checked={isEverywhere}
          onCheckedChange={setEverywhere}
        />
      )}
      <Foot onRemove={onRemove}>
        <Button
          size="small"
          variant="primary"
          type="submit"
          {...(key && !problem ? {} : { disabledReason: problem ?? 'Choose a field first' })}
        >
          {value ? 'Apply' : 'Insert'}
        </Button>
      </Foot>
    </Form>
  );
}
