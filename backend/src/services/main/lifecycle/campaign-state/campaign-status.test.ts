import { campaignStatuses } from '@skein/contracts/constants';
import { campaignActions } from '@skein/contracts/main/campaign-views';
import { deletionRefusal, nextStatus } from './campaign-status';

const step = (status: (typeof campaignStatuses)[number], action: (typeof campaignActions)[number], openLeads = 1) =>
  nextStatus({ status, archivedFrom: 'STOPPED', openLeads }, action);

it('allows exactly the legal edges', () => {
  const legal = campaignStatuses.flatMap((status) =>
    campaignActions
      .filter((action) => {
        const { reason, isSame } = step(status, action);
        return reason === null && !isSame;
      })
      .map((action) => `${status} ${action} ${step(status, action).to}`),
  );
  expect(legal).toEqual([
    'DRAFTED START ACTIVE',
    'DRAFTED ARCHIVE ARCHIVED',
    'ACTIVE PAUSE PAUSED',
    'ACTIVE STOP STOPPED',
    'COMPLETED START ACTIVE',
    'COMPLETED RESUME ACTIVE',
    'COMPLETED ARCHIVE ARCHIVED',
    'STOPPED ARCHIVE ARCHIVED',
    'PAUSED START ACTIVE',
    'PAUSED RESUME ACTIVE',
    'PAUSED STOP STOPPED',
    'PAUSED ARCHIVE ARCHIVED',
    'ARCHIVED UNARCHIVE STOPPED',
  ]);
});

it('refuses in words that name the way out', () => {
  expect(step('STOPPED', 'START').reason).toMatch(/stopped for good.*Duplicate it/);
  expect(step('ACTIVE', 'ARCHIVE').reason).toMatch(/Pause or stop it/);
  expect(step('COMPLETED', 'RESUME', 0).reason).toMatch(/Add leads/);
  expect(deletionRefusal('ACTIVE')).toMatch(/Pause or stop it/);
});

it('changes nothing when the campaign is already there', () => {
  expect(step('ACTIVE', 'START')).toEqual({ to: 'ACTIVE', isSame: true, reason: null });
  expect(step('PAUSED', 'PAUSE')).toEqual({ to: 'PAUSED', isSame: true, reason: null });
});
