import { render, screen } from '@testing-library/react';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { MissingNote } from './missing-note';

const campaign = (sequences: string[]) =>
  ({ missing: { lead_condition: [], import_leads: [], sequences, setup: [] } }) as unknown as CampaignView;
const note = (sequences: string[]) => <MissingNote campaign={campaign(sequences)} tab="sequences" />;

it('keeps its place when the last gap closes, so that the editor below does not move', () => {
  const { rerender } = render(note(['Write at least one step.']));
  screen.getByText('Write at least one step.');
  rerender(note([]));
  screen.getByText('The final review checks every step.');
  rerender(note(['Write at least one step.']));
  screen.getByText('Write at least one step.');
});

it('is not shown where nothing was missing', () => {
  const { container } = render(note([]));
  expect(container.textContent).toBe('');
});
