import { useState } from 'react';
import { styled } from 'styled-components';
import type { SubsequenceTrigger, SubsequenceTriggerKind } from '@skein/contracts/main/subsequence-triggers';
import { Checkbox } from '@skein/ui/checkbox';
import { Field } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Segmented } from '@skein/ui/segmented';
import { Select } from '@skein/ui/select';
import { Switch } from '@skein/ui/switch';
import { TextArea } from '@skein/ui/text-area';
import { FieldGroup } from '@skein/ui/field-group';
import { triggerOrder, triggerWords, usualTrigger } from './trigger-labels';

const Details = styled.div`
  margin: var(--s-3) 0 0 44px;
  @media (max-width: 720px) {
    margin-left: 0;
  }
`;

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(180px, 1fr));
  gap: var(--s-2) var(--s-4);
`;

interface Category {
  id: number;
  name: string;
}
interface FieldsProps {
  triggers: readonly SubsequenceTrigger[];
  onChange: (triggers: SubsequenceTrigger[]) => void;
  categories: readonly Category[];
  parentSteps: number;
  disabled: boolean;
  error: (kind: SubsequenceTriggerKind) => string | undefined;
}

/** The eight triggers, each with what it needs; several can be on, and any of them pushes. */
export function TriggerFields({ triggers, onChange, categories, parentSteps, disabled, error }: FieldsProps) {
  const set = (changed: SubsequenceTrigger) =>
    onChange(
      triggerOrder.flatMap((kind) =>
        kind === changed.kind ? [changed] : triggers.filter((trigger) => trigger.kind === kind),
      ),
    );
  return (
    <Stack $gap={5}>
      {triggerOrder.map((kind) => {
        const trigger = triggers.find((one) => one.kind === kind);
        return (
          <div key={kind}>
            <Switch
              label={triggerWords[kind].label}
              hint={triggerWords[kind].hint}
              disabled={disabled}
              checked={trigger !== undefined}
              onCheckedChange={(on) =>
                on ? set(usualTrigger(kind)) : onChange(triggers.filter((one) => one.kind !== kind))
              }
            />
            {trigger && kind !== 'BOUNCE' && (
              <Details>
                <Detail
                  trigger={trigger}
                  onChange={set}
                  categories={categories}
                  parentSteps={parentSteps}
                  disabled={disabled}
                  error={error(kind)}
                />
              </Details>
            )}
          </div>
        );
      })}
    </Stack>
  );
}

function Detail({
  trigger,
  onChange,
  categories,
  parentSteps,
  disabled,
  error,
}: {
  trigger: SubsequenceTrigger;
  onChange: (trigger: SubsequenceTrigger) => void;
  categories: readonly Category[];
  parentSteps: number;
  disabled: boolean;
  error: string | undefined;
}) {
  if (trigger.kind === 'CATEGORY') {
    return (
      <FieldGroup
        label="Categories"
        hint="Any of these. Leads marked Do Not Contact never get another email."
        error={error}
      >
        <Columns>
          {categories.map((category) => (
            <Checkbox
              key={category.id}
              label={category.name}
              disabled={disabled}
              checked={trigger.category_ids.includes(category.id)}
              onCheckedChange={(on) =>
                onChange({
                  ...trigger,
                  category_ids: on
                    ? [...trigger.category_ids, category.id]
                    : trigger.category_ids.filter((id) => id !== category.id),
                })
              }
            />
          ))}
        </Columns>
      </FieldGroup>
    );
  }
  if (trigger.kind === 'RE_ENGAGEMENT') {
    return (
      <Field label="Days without an answer since the last email" error={error} disabled={disabled}>
        <NumberInput
          value={trigger.silence_days}
          min={1}
          max={365}
          unit="days"
          onValueChange={(days) => onChange({ ...trigger, silence_days: days ?? 0 })}
        />
      </Field>
    );
  }
  if (trigger.kind === 'LINKEDIN_CONNECTION') {
    return (
      <Segmented
        label="Status of the request"
        value={trigger.connection}
        onValueChange={(connection) => onChange({ ...trigger, connection })}
        items={[
          { id: 'ACCEPTED', label: 'Accepted' },
          { id: 'SENT', label: 'Sent' },
        ]}
      />
    );
  }
  if (trigger.kind === 'BOUNCE') return null;
  return (
    <Stack $gap={3}>
      {trigger.kind === 'REPLY_TEXT' && (
        <Phrases
          phrases={trigger.phrases}
          matchAll={trigger.match_all}
          onChange={(phrases, match_all) => onChange({ ...trigger, phrases, match_all })}
          disabled={disabled}
          error={error}
        />
      )}
      {parentSteps > 1 && (
        <Field label="To which email" disabled={disabled}>
          <Select
            value={String(trigger.seq_number ?? 'any')}
            onValueChange={(value) => onChange({ ...trigger, seq_number: value === 'any' ? null : Number(value) })}
            options={[
              { value: 'any', label: 'Any step of the parent' },
              ...Array.from({ length: parentSteps }, (_, index) => ({
                value: String(index + 1),
                label: `Step ${index + 1}`,
              })),
            ]}
          />
        </Field>
      )}
    </Stack>
  );
}

/** One phrase a line; the text stays as it is typed while it is edited. */
function Phrases({
  phrases,
  matchAll,
  onChange,
  disabled,
  error,
}: {
  phrases: readonly string[];
  matchAll: boolean;
  onChange: (phrases: string[], matchAll: boolean) => void;
  disabled: boolean;
  error: string | undefined;
}) {
  const [text, setText] = useState(phrases.join('\n'));
  const read = (typed: string) => [
    ...new Set(
      typed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ];
  return (
    <>
      <Field
        label="Words or phrases, one per line"
        hint="Whole words, whatever their case."
        error={error}
        disabled={disabled}
      >
        <TextArea
          autoGrow
          rows={3}
          value={text}
          maxLength={10_000}
          placeholder={'price list\nhow much'}
          onChange={(event) => {
            setText(event.target.value);
            onChange(read(event.target.value), matchAll);
          }}
        />
      </Field>
      <Row>
        <Segmented
          label="How many must match"
          value={matchAll ? 'all' : 'any'}
          onValueChange={(value) => onChange(read(text), value === 'all')}
          items={[
            { id: 'any', label: 'Any of them' },
            { id: 'all', label: 'All of them' },
          ]}
        />
      </Row>
    </>
  );
}
