import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { WhatIf } from './forecast-series';
import { WhatIfWindow } from './what-if-window';

const schedule = { start_hour: '09:00', end_hour: '18:00', days: [1, 2, 3] } as unknown as CampaignView['schedule'];

function Window() {
  const [ask, setAsk] = useState<WhatIf>({});
  return (
    <>
      <WhatIfWindow schedule={schedule} ask={ask} onAsk={setAsk} />
      <output>{JSON.stringify(ask)}</output>
      <button type="button" onClick={() => setAsk({})}>
        Reset
      </button>
    </>
  );
}

it('a time that is typed to its end keeps the cursor, and reset brings the setup back', () => {
  render(<Window />);
  const from = screen.getByRole<HTMLInputElement>('textbox', { name: 'From' });
  from.focus();
  fireEvent.change(from, { target: { value: '1' } });
  expect(screen.getByText('{}')).toBeTruthy();
  fireEvent.change(from, { target: { value: '10:30' } });
  expect(screen.getByText('{"start_hour":"10:30"}')).toBeTruthy();
  expect(document.activeElement).toBe(from);
  fireEvent.change(from, { target: { value: '10:3' } });
  expect(from.value).toBe('10:3');
  fireEvent.change(from, { target: { value: '10:30' } });
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(from.value).toBe('09:00');
});
