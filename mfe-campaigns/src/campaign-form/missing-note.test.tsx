import { render, screen } from '@testing-library/react';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { MissingNote } from './missing-note';

const campaign = (sequences: string[]) =>
  ({ missing: { lead_condition: [], import_leads: [], sequences, setup: [] } }) as unknown as CampaignView;
const note = (sequences: string[]) => <MissingNote campaign={campaign(sequences)} tab="sequences" />;

it('keeps its place once nothing is missing any more, so that the editor below does not move', () => {
  const { rerender } = render(note(['Write at least one step.']));
  screen.getByText('Write at least one step.');
  rerender(note([]));
  screen.getByText('Nothing is missing here.');
  rerender(note(['Write at least one step.']));
  screen.getByText('Write at least one step.');
});

it('is not shown where nothing was missing', () => {
  const { container } = render(note([]));
  expect(container.textContent).toBe('');
});
