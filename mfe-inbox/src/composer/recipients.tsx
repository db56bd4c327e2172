import { useState } from 'react';
import { Checkbox } from '@skein/ui/checkbox';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';
import { TextInput } from '@skein/ui/text-input';
import { styled } from 'styled-components';
import { readAddresses } from './addresses';
import type { ComposerProps } from './composer.types';
import type { Draft } from './draft.types';

const Fields = styled(Stack)`
  padding: var(--s-2) var(--s-4);
  border-bottom: 1px solid var(--border);
  @container (min-width: 440px) {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    align-items: start;
  }
  /* One line each where there is one column. */
  @container (max-width: 439.98px) {
    & > .address {
      display: grid;
      grid-template-columns: 56px minmax(0, 1fr);
      align-items: center;
      & > :not(:first-child) {
        grid-column: 2;
      }
    }
  }
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
      ? `${wrong[0]} is not an email address`
      : single && addresses.length > 1
        ? 'One address here, the others in Cc'
        : undefined;
  return (
    <Field label={label} error={error} className="address">
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

/** Sender, To, Cc, Bcc, subject and format. The senders are those that the thread allows. */
export function Recipients({
  draft,
  replyTo,
  isPlain,
  onChange,
}: {
  draft: Draft;
  replyTo: ComposerProps['replyTo'];
  isPlain: boolean;
  onChange: (part: Partial<Draft>) => void;
}) {
  const own = replyTo.mailbox_id;
  const chosen = draft.mailbox_id ?? own;
  return (
    <Fields $gap={2}>
      {(replyTo.senders.length > 1 || own === null) && (
        <Field
          label="From"
          className="address"
          {...(chosen !== own ? { hint: 'The lead knows another sender. The reply stays in the same thread.' } : {})}
        >
          <Select
            size="small"
            value={chosen === null ? null : String(chosen)}
            placeholder="Choose a sender"
            options={replyTo.senders.map(({ id, from_email }) => ({ value: String(id), label: from_email }))}
            onValueChange={(id) => onChange({ mailbox_id: Number(id) === own ? null : Number(id) })}
          />
        </Field>
      )}
      <Addresses
        label="To"
        single
        value={draft.to_email === '' ? [] : [draft.to_email]}
        onChange={([to = '']) => onChange({ to_email: to })}
      />
      <Addresses label="Cc" value={draft.cc} onChange={(cc) => onChange({ cc })} />
      <Addresses label="Bcc" value={draft.bcc} onChange={(bcc) => onChange({ bcc })} />
      <Field label="Subject" className="address">
        <TextInput
          size="small"
          value={draft.subject}
          maxLength={500}
          onChange={(event) => onChange({ subject: event.target.value })}
        />
      </Field>
      <Checkbox
        checked={isPlain}
        onCheckedChange={(checked) => onChange({ plain_text: checked === replyTo.is_plain_text ? null : checked })}
        label="Send as plain text"
      />
    </Fields>
  );
}
