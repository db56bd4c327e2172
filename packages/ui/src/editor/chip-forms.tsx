import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../button';
import { Combobox } from '../combobox';
import { Field } from '../field';
import { TextArea } from '../text-area';
import { TextInput } from '../text-input';
import type { TemplateVariable } from './describe-chip';
import { Form, FormFoot } from './editor-parts';
import { constructAt, readSpin, writeSpin } from './template-constructs';

/** What every form of a chip is told. */
export interface FormProps {
  onDone: (source: string) => void;
  onRemove?: (() => void) | undefined;
}

/** A submit that stays in its own form: forms of chips stand inside forms of pages. */
export function submitting(act: () => void) {
  return (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

/** The last line of a form of the editor. */
export function Foot({ onRemove, children }: { onRemove?: (() => void) | undefined; children: ReactNode }) {
  return (
    <FormFoot>
      {onRemove && (
        <Button size="small" variant="danger" onClick={onRemove}>
          Remove
        </Button>
      )}
      {children}
    </FormFoot>
  );
}

/** Alternatives, one per line; each lead gets one of them and keeps it. */
export function SpinForm({ value, onDone, onRemove }: FormProps & { value?: string }) {
  const [text, setText] = useState(value ? readSpin(value).join('\n') : '');
  const alternatives = text.split('\n').filter((line, index, all) => line !== '' || index < all.length - 1);
  const source = writeSpin(alternatives);
  const problem =
    text.trim() !== '' && alternatives.length >= 2 && !source
      ? 'A brace or a bar in these lines is not closed'
      : undefined;
  return (
    <Form
      onSubmit={submitting(() => {
        if (source) onDone(source);
      })}
    >
      <Field label="Alternatives, one per line" hint="Each lead gets one of them and keeps it." error={problem}>
        <TextArea rows={4} autoGrow value={text} onChange={(event) => setText(event.target.value)} autoFocus />
      </Field>
      <Foot onRemove={onRemove}>
        <Button
          size="small"
          variant="primary"
          type="submit"
          {...(source ? {} : { disabledReason: problem ?? 'Enter at least two lines' })}
        >
          {value ? 'Apply' : 'Insert'}
        </Button>
      </Foot>
    </Form>
  );
}

/** A construct as it is written, for what has no form of its own. */
export function SourceForm({
  label,
  value,
  rows = 2,
  check,
  onDone,
  onRemove,
}: FormProps & { label: string; value: string; rows?: number; check: (source: string) => boolean }) {
  const [source, setSource] = useState(value);
  const good = check(source);
  return (
    <Form
      onSubmit={submitting(() => {
        if (good) onDone(source);
      })}
    >
      <Field label={label} error={good ? undefined : 'The construct is not closed'}>
        <TextArea
          mono
          rows={rows}
          autoGrow
          value={source}
          onChange={(event) => setSource(event.target.value)}
          spellCheck={false}
        />
      </Field>
      <Foot onRemove={onRemove}>
        <Button
          size="small"
          variant="primary"
          type="submit"
          {...(good ? {} : { disabledReason: 'The construct is not closed' })}
        >
          Apply
        </Button>
      </Foot>
    </Form>
  );
}

/** Whether a text is exactly one construct. */
export function isWholeConstruct(source: string): boolean {
  return constructAt(source, 0)?.source === source;
}

/** A condition around what is selected: shown to leads that have the field. */
export function ConditionForm({
  variables,
  onDone,
}: {
  variables: readonly TemplateVariable[];
  onDone: (key: string) => void;
}) {
  const [key, setKey] = useState('');
  const chosen = variables.find((variable) => variable.key === key);
  return (
    <Form
      onSubmit={submitting(() => {
        if (key) onDone(key);
      })}
    >
      <Field
        label="Show only to leads that have"
        hint="The condition wraps the selected text. Click it to edit its source."
      >
        <Combobox
          value={key ? { value: key, label: chosen?.label ?? key } : null}
          onValueChange={(option) => setKey(option?.value ?? '')}
          options={variables.map((variable) => ({ value: variable.key, label: variable.label, detail: variable.key }))}
          placeholder="Choose a field"
        />
      </Field>
      <Foot>
        <Button
          size="small"
          variant="primary"
          type="submit"
          {...(key ? {} : { disabledReason: 'Choose a field first' })}
        >
          Insert
        </Button>
      </Foot>
    </Form>
  );
}

/** An address for the selected text. */
export function LinkForm({
  value,
  needsText,
  onDone,
  onRemove,
}: {
  value: string;
  needsText: boolean;
  onDone: (address: string, text: string) => void;
  onRemove?: (() => void) | undefined;
}) {
  const [address, setAddress] = useState(value);
  const [text, setText] = useState('');
  const whole = /^(?:https?:|mailto:|tel:|\{\{|%)/i.test(address.trim())
    ? address.trim()
    : address.trim() === ''
      ? ''
      : `https://${address.trim()}`;
  const bad = /^\s*(?:javascript|data|vbscript):/i.test(address);
  return (
    <Form
      onSubmit={submitting(() => {
        if (whole && !bad) onDone(whole, text.trim() || whole);
      })}
    >
      <Field label="Address" error={bad ? 'This kind of link is not allowed in emails' : undefined}>
        <TextInput
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          placeholder="https://"
          inputMode="url"
          autoFocus
        />
      </Field>
      {needsText && (
        <Field label="Text" optional>
          <TextInput value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      )}
      <Foot onRemove={onRemove}>
        <Button
          size="small"
          variant="primary"
          type="submit"
          {...(whole && !bad ? {} : { disabledReason: 'Enter an address first' })}
        >
          Apply
        </Button>
      </Foot>
    </Form>
  );
}
