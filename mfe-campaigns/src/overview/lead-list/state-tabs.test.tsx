import { leadTabs } from '@skein/contracts/main/campaign-leads.contract';
import { render, screen } from '@testing-library/react';
import { StateTabs } from './state-tabs';

it('has one tab for each state, by the names of the campaign’s progress, and the others behind them', () => {
  const counts = Object.fromEntries(leadTabs.map((tab, index) => [tab, index]));
  render(<StateTabs tab="stopped" counts={counts} onChange={() => {}} />);
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'All0',
    'Not contacted yet1',
    'In progress2',
    'Paused3',
    'Completed4',
    'Stopped5',
    'Blocked6',
    'Replied7',
    'Failed or bounced8',
    'Manual steps9',
  ]);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Stopped5');
  expect(screen.getByText('Failed or bounced').title).toMatch(/counted under their state too/);
});
