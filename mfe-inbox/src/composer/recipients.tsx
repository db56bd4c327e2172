import { useState } from 'react';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { styled } from 'styled-components';
import { readAddresses } from './addresses';
import type { Draft } from './use-draft';

const Fields = styled(Stack)`
  padding: var(--s-2) var(--s-4);
  border-bottom: 1px solid var(--border);
`;

function Addresses({
  label,
  value,
  onChange,
  single = false,
}: {
  label: string;
  value: readonly string[];
  onChange: (addresses: string[]) => void;
  single?: boolean;
}) {
  const [text, setText] = useState(value.join(', '));
  const { wrong, addresses } = readAddresses(text);
  const error =
    wrong.length > 0
      ? `${wrong[0]} is no email address`
      : single && addresses.length > 1
        ? 'One address here, the others in Cc'
        : undefined;
  return (
    <Field label={label} error={error}>
      <TextInput
        size="small"
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          onChange(readAddresses(event.target.value).addresses);
        }}
      />
    </Field>
  );
}

/** To, Cc, Bcc and subject, when somebody wants to change them. */
export function Recipients({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  return (
    <Fields $gap={2}>
      <Addresses
        label="To"
        single
        value={draft.to_email === '' ? [] : [draft.to_email]}
        onChange={([to = '']) => onChange({ to_email: to })}
      />
      <Addresses label="Cc" value={draft.cc} onChange={(cc) => onChange({ cc })} />
      <Addresses label="Bcc" value={draft.bcc} onChange={(bcc) => onChange({ bcc })} />
      <Field label="Subject">
        <TextInput
          size="small"
          value={draft.subject}
          maxLength={500}
          onChange={(event) => onChange({ subject: event.target.value })}
        />
      </Field>
    </Fields>
  );
}
