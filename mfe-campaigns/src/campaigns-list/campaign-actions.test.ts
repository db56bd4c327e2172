import { campaignStatuses } from '@skein/contracts/constants';
import type { CampaignRow } from '@skein/contracts/main/campaign-views';
import { deletionEntry, offeredActions } from './campaign-actions';

const row = (status: CampaignRow['status'], open = 3): Pick<CampaignRow, 'status' | 'progress'> => ({
  status,
  progress: {
    total: 10,
    contacted: 5,
    finished: 10 - open,
    percent: 50,
    by_status: { STARTED: open, INPROGRESS: 0, COMPLETED: 10 - open, STOPPED: 0, PAUSED: 0, BLOCKED: 0 },
  },
});
const allowed = (status: CampaignRow['status'], open = 3) =>
  offeredActions(row(status, open))
    .filter((offer) => offer.isAllowed)
    .map((offer) => offer.action);

test('only the edges of the status machine can be pressed', () => {
  expect(allowed('DRAFTED')).toEqual(['START', 'ARCHIVE']);
  expect(allowed('ACTIVE')).toEqual(['PAUSE', 'STOP']);
  expect(allowed('PAUSED')).toEqual(['RESUME', 'STOP', 'ARCHIVE']);
  expect(allowed('STOPPED')).toEqual(['ARCHIVE']);
  expect(allowed('ARCHIVED')).toEqual(['UNARCHIVE']);
});

test('a completed campaign goes on only when a lead is left', () => {
  expect(allowed('COMPLETED', 0)).toEqual(['ARCHIVE']);
  expect(allowed('COMPLETED', 2)).toEqual(['RESUME', 'ARCHIVE']);
});

test('every action says what it needs or does, also where it is closed', () => {
  for (const status of campaignStatuses)
    for (const offer of offeredActions(row(status))) expect(offer.detail).not.toBe('');
  expect(offeredActions(row('ACTIVE')).find((offer) => offer.action === 'STOP')?.detail).toContain('3 leads');
});

test('an active campaign is not deleted', () => {
  expect(deletionEntry('ACTIVE', jest.fn())).toMatchObject({ disabled: true, detail: 'Pause or stop it first' });
  expect(deletionEntry('PAUSED', jest.fn())).toMatchObject({ disabled: false });
});
