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
  fireEvent.change(from, { target: { value: '10:' } });
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

it.each([
  ['8', '08:00'],
  ['830', '08:30'],
  ['8 am', '08:00'],
  ['7pm', '19:00'],
])('takes %s for a time, as the schedule does, and writes it out when the field is left', (text, time) => {
  render(<Window />);
  const from = screen.getByRole<HTMLInputElement>('textbox', { name: 'From' });
  fireEvent.change(from, { target: { value: text } });
  expect(from.value).toBe(text);
  expect(screen.getByText('{}')).toBeTruthy();
  fireEvent.blur(from);
  expect(from.value).toBe(time);
  expect(screen.getByText(`{"start_hour":"${time}"}`)).toBeTruthy();
});

it('says where a text is no time, and asks for nothing', () => {
  render(<Window />);
  const to = screen.getByRole<HTMLInputElement>('textbox', { name: 'To' });
  fireEvent.change(to, { target: { value: '25:00' } });
  expect(screen.queryByText(/must be a time/)).toBeNull();
  fireEvent.blur(to);
  expect(screen.getByText('To must be a time such as 09:30.')).toBeTruthy();
  expect(screen.getByText('{}')).toBeTruthy();
});
