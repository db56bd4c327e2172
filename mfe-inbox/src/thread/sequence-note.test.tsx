import { render, screen } from '@testing-library/react';
import { SequenceNote } from './sequence-note';

const iconBeside = (text: string) => screen.getByText(text).parentElement?.querySelector('svg')?.dataset['icon'];

it.each([
  ['The sequence waits for someone to resume it', { is_held: true, status: 'INPROGRESS' }, 'pause'],
  ['Steps 2 to 3 stopped by this reply', { is_held: false, status: 'STOPPED' }, 'block'],
  ['Steps 2 to 3 blocked by a bounce', { is_held: false, status: 'BLOCKED' }, 'block'],
  ['Resumed Nov 29, when they returned', { is_held: false, status: 'INPROGRESS' }, 'play'],
] as const)('shows beside "%s" what the sequence does', (text, conversation, icon) => {
  render(<SequenceNote conversation={conversation} text={text} />);
  expect(iconBeside(text)).toBe(icon);
});
