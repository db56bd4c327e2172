import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Combobox, type ComboboxOption } from './combobox';

function Page() {
  const [value, setValue] = useState<ComboboxOption | null>(null);
  return (
    <Combobox
      aria-label="Client"
      value={value}
      onValueChange={setValue}
      options={['Alder', 'Birch', 'Cedar'].map((label) => ({ value: label, label }))}
    />
  );
}

test('what is typed before the list of choices is there goes into its search', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.tab();
  // The part that floats is fetched with this press; nothing waits for it here.
  await user.keyboard('{Enter}ced');
  await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Cedar']));
});
