import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Field } from './field';
import { Select } from './select';

function Page() {
  const [value, setValue] = useState<'email' | 'first' | 'last' | 'leave' | null>(null);
  return (
    <Field label="Becomes" error="Choose one" hint="A column of your file">
      <Select
        value={value}
        onValueChange={setValue}
        options={[
          { value: 'email', label: 'Email' },
          { value: 'first', label: 'First name', disabled: true },
          { value: 'last', label: 'Last name' },
          { value: 'leave', label: 'Leave out' },
        ]}
      />
    </Field>
  );
}

test('arrow keys pass what cannot be chosen, letters jump, Enter takes and focus returns', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.tab();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const active = () =>
    document.getElementById(screen.getByRole('listbox').getAttribute('aria-activedescendant') ?? '')?.textContent;
  expect(active()).toBe('Last name');
  await user.keyboard('le');
  expect(active()).toBe('Leave out');
  await user.keyboard('{Enter}');
  const trigger = screen.getByRole('combobox', { name: 'Becomes' });
  expect(trigger.textContent).toBe('Leave out');
  expect(document.activeElement).toBe(trigger);
});

test('a control in a field carries its error, in the place of its hint', () => {
  render(<Page />);
  const described = (screen.getByRole('combobox').getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  // The error takes the hint's place.
  expect(described).toEqual(['Choose one']);
  expect(screen.getByRole('combobox').getAttribute('aria-invalid')).toBe('true');
});
