import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import type { ComposerState } from './use-composer';
import { SendingBoxes } from './writing-options';

function Boxes({ signature }: { signature: string | null }) {
  const [snoozed, setSnoozed] = useState(false);
  const [signed, setSigned] = useState(true);
  const composer = { snoozed, setSnoozed, signed, setSigned, sender: { signature } } as unknown as ComposerState;
  return <SendingBoxes composer={composer} />;
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

it('snoozes by a box that is empty until it is checked, like that of the signature', () => {
  render(<Boxes signature="Maya" />);
  expect([box('Snooze 3 days').checked, box('Signature').checked]).toEqual([false, true]);
  fireEvent.click(box('Snooze 3 days'));
  fireEvent.click(box('Signature'));
  expect([box('Snooze 3 days').checked, box('Signature').checked]).toEqual([true, false]);
  fireEvent.click(screen.getByText('Snooze 3 days'));
  expect(box('Snooze 3 days').checked).toBe(false);
});

it('has no box for a signature that the sender does not have', () => {
  render(<Boxes signature={null} />);
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
});
