import { fireEvent, render, screen } from '@testing-library/react';
import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { ProgressCard } from './progress-card';

const running: UploadView = {
  id: 5,
  campaign_id: 7,
  list_id: null,
  list_name: null,
  file_name: 'fair.csv',
  file_size: 900_000,
  status: 'IMPORTING',
  error: null,
  encoding: 'utf-8',
  delimiter: ',',
  quoting: 'double',
  sheet: null,
  has_header: true,
  columns: [],
  sample_rows: [],
  title_rows: [],
  rows_above: 1,
  sample_row_numbers: [],
  repaired_addresses: 0,
  role_addresses: 0,
  rows_total: 9_000,
  rows_total_is_estimate: true,
  rows_done: 5_000,
  rows_waiting: 4_000,
  total: 9_000,
  done: 5_000,
  percent: 55.6,
  seconds_left: 40,
  begins_at: null,
  can_cancel: true,
  rejected: 20,
  counts: [{ outcome: 'IMPORTED_NEW', text: 'Imported as new', count: 4_980 }],
  mapping: [],
  options: {},
  delete_identifier: 'd',
  can_undo: false,
  created_at: '2026-11-20T10:00:00.000Z',
  started_at: '2026-11-20T10:00:10.000Z',
  finished_at: null,
  created_by_name: 'Maya',
};

it('shows how far an import is, and stops it', () => {
  let stops = 0;
  render(<ProgressCard upload={running} cancelling={false} onCancel={() => (stops += 1)} />);
  expect(screen.getByRole('status').textContent).toBe(
    '5,000 of about 9,000 rows read, about 40 s left. You can leave this page and come back.',
  );
  expect(screen.getByText('Importing, 55%')).toBeTruthy();
  expect(screen.getByRole('row', { name: 'Waiting 4,000' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(stops).toBe(1);
});

it('offers no stop to a person who may not change leads', () => {
  render(<ProgressCard upload={running} cancelling={false} onCancel={null} />);
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

it('says why an import broke off, and how many rows were not read', () => {
  const failed: UploadView = {
    ...running,
    status: 'FAILED',
    error: 'The file is no longer stored.',
    can_cancel: false,
    seconds_left: null,
    rows_done: 0,
    done: 0,
    rows_waiting: 9_000,
  };
  render(<ProgressCard upload={failed} cancelling={false} onCancel={() => undefined} />);
  expect(screen.getByText('The import stopped.')).toBeTruthy();
  expect(screen.getByText('The file is no longer stored.')).toBeTruthy();
  expect(screen.getByRole('row', { name: 'Not read 9,000' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});
