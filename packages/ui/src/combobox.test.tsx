import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Combobox } from './combobox';
import type { ComboboxOption } from './combobox';
import { Field } from './field';

const options: readonly ComboboxOption[] = [
  { value: 'a', label: 'Austria' },
  { value: 'b', label: 'Belgium', disabled: true },
  { value: 'c', label: 'Canada' },
];

function One() {
  const [value, setValue] = useState<ComboboxOption | null>(null);
  return (
    <Field label="Country">
      <Combobox value={value} onValueChange={setValue} options={options} />
    </Field>
  );
}

test('one is found by typing, taken with Enter, and focus returns', async () => {
  const user = userEvent.setup();
  render(<One />);
  await user.tab();
  await user.keyboard('{ArrowDown}');
  expect(screen.getAllByRole('option')).toHaveLength(3);
  await user.keyboard('can{Enter}');
  const trigger = screen.getByRole('combobox', { name: 'Country Canada' });
  expect(document.activeElement).toBe(trigger);
});

test('a disabled option is passed by Enter, Escape closes without a choice', async () => {
  const user = userEvent.setup();
  render(<One />);
  await user.tab();
  await user.keyboard('{Enter}{ArrowDown}{Enter}');
  expect(screen.getByRole('listbox')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByRole('combobox').textContent).toContain('Choose');
});

test('several are kept with their labels while the server searches; older answers are dropped', async () => {
  const user = userEvent.setup();
  const asked: { query: string; answer: (found: readonly ComboboxOption[]) => void }[] = [];
  function Many() {
    const [value, setValue] = useState<readonly ComboboxOption[]>([{ value: 'n', label: 'Norway' }]);
    return (
      <Combobox
        multiple
        aria-label="Countries"
        value={value}
        onValueChange={setValue}
        options={(query) =>
          new Promise((answer) => {
            asked.push({ query, answer });
          })
        }
      />
    );
  }
  render(<Many />);
  await user.click(screen.getByRole('combobox'));
  await screen.findByRole('listbox');
  await user.type(screen.getByRole('combobox', { name: 'Search' }), 'ca');
  await screen.findByText((_, element) => element?.getAttribute('aria-busy') === 'true');
  await waitFor(() => expect(asked.map((entry) => entry.query)).toContain('ca'));
  asked.find((entry) => entry.query === 'ca')?.answer([{ value: 'c', label: 'Canada' }]);
  asked.find((entry) => entry.query === '')?.answer([{ value: 'x', label: 'Stale' }]);
  await screen.findByRole('option', { name: 'Canada' });
  expect(screen.queryByText('Stale')).toBeNull();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('option', { name: 'Canada' }).getAttribute('aria-selected')).toBe('true');
  await user.clear(screen.getByRole('combobox', { name: 'Search' }));
  await user.keyboard('{Backspace}{Escape}');
  expect(screen.getByRole('combobox', { name: 'Countries: Norway' })).toBeTruthy();
});

test('choosing one of several leaves the highlight where it is, also on a page that makes its options anew', async () => {
  const user = userEvent.setup();
  function Fields() {
    const [value, setValue] = useState<readonly ComboboxOption[]>([]);
    return (
      <Combobox
        multiple
        aria-label="Fields"
        value={value}
        onValueChange={setValue}
        options={['one', 'two', 'three'].map((name) => ({ value: name, label: name }))}
      />
    );
  }
  render(<Fields />);
  await user.click(screen.getByRole('combobox'));
  await screen.findByRole('listbox');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(screen.getByRole('option', { name: 'three' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('combobox', { name: 'Search' }).getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { name: 'three' }).id,
  );
});
