import { screen } from '@testing-library/react';
import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { DetectionCard } from './detection-card';
import { MappingCard } from './mapping-card';

const column = (index: number, name: string): UploadView['columns'][number] => ({
  index,
  name,
  samples: [],
  filled_percent: 100,
  target: { kind: 'custom', name: name.toLowerCase() },
  confidence: 1,
  match: 'CERTAIN',
  reason: '',
});
const upload: UploadView = {
  id: 5,
  campaign_id: 7,
  list_id: null,
  list_name: null,
  file_name: 'fair.csv',
  file_size: 900,
  status: 'UPLOADED',
  error: null,
  encoding: 'utf-8',
  delimiter: ';',
  quoting: 'double',
  sheet: null,
  has_header: true,
  columns: [column(0, 'Note'), column(1, 'Name')],
  sample_rows: [
    ['One line\nand another', 'Anna'],
    ['', 'Björn'],
  ],
  title_rows: [],
  rows_total: 2,
  rows_total_is_estimate: false,
  rows_done: 0,
  rows_waiting: 2,
  total: 2,
  done: 0,
  percent: 0,
  seconds_left: null,
  begins_at: null,
  can_cancel: false,
  rejected: 0,
  counts: [],
  mapping: [],
  options: {},
  delete_identifier: 'd',
  created_by_name: 'Maya',
  can_undo: false,
  created_at: '2026-11-20T10:00:00.000Z',
  started_at: null,
  finished_at: null,
};
const show = (page: () => React.ReactNode) => renderPage(page, { address: '/app', server: productServer() });

it('shows how the encoding reads by a letter beyond ASCII, not by a line break', async () => {
  await show(() => <DetectionCard upload={upload} mayWrite onReplace={() => undefined} />);
  await screen.findByText(/reads “Björn”/);
});

it('counts the sample as the file does, its header included', async () => {
  await show(() => (
    <MappingCard
      upload={upload}
      mapping={upload.columns.map(({ target }) => target)}
      onChange={() => undefined}
      editable
      sample={1}
      remember
      onRemember={() => undefined}
    />
  ));
  await screen.findByRole('columnheader', { name: 'Sample, row 3' });
});
