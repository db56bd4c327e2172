import { useState } from 'react';
import { Card } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { Stack } from '@skein/ui/layout';
import { SubLine } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import type { TestForm } from './test-form.hooks';

/** From this many on, a search is offered. */
const many = 12;
const shown = 100;

/** The mailboxes that send the test. */
export function SendersCard({ form }: { form: TestForm }) {
  const [search, setSearch] = useState('');
  const all = form.choices?.senders ?? [];
  const found = all.filter(({ email }) => email.includes(search.trim().toLowerCase()));
  const toggle = (id: number) =>
    form.setSenders(form.senders.includes(id) ? form.senders.filter((each) => each !== id) : [...form.senders, id]);
  return (
    <Card title="Mailboxes" detail={`${form.senders.length} of up to 50`}>
      <Stack $gap={2}>
        <SubLine style={{ whiteSpace: 'normal' }}>
          Test emails count toward each mailbox’s daily limit. Campaign emails go first.
        </SubLine>
        {all.length === 0 && (
          <SubLine style={{ whiteSpace: 'normal' }}>
            No mailbox can send a test yet. Connect one under Email accounts.
          </SubLine>
        )}
        {all.length > many && (
          <TextInput
            aria-label="Search mailboxes"
            placeholder="Mailbox or domain"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        {found.slice(0, shown).map(({ id, email }) => (
          <Checkbox key={id} label={email} checked={form.senders.includes(id)} onCheckedChange={() => toggle(id)} />
        ))}
        {found.length > shown && <SubLine>{`${found.length - shown} more. Search to find them.`}</SubLine>}
        <Checkbox
          label="Keep the gap of each mailbox"
          hint="Without it, test emails follow each other at once. Campaign emails keep their gap either way."
          checked={form.values.has_gap}
          onCheckedChange={(isOn) => form.set({ has_gap: isOn })}
        />
      </Stack>
    </Card>
  );
}
