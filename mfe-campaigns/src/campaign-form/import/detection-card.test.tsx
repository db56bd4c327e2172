import { screen } from '@testing-library/react';
import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AddressNotes } from './address-notes';
import { DetectionCard } from './detection-card';
import { MappingCard } from './mapping-card';
import { RowPreview } from './row-preview';

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
  rows_above: 1,
  sample_row_numbers: [2, 4],
  repaired_addresses: 0,
  role_addresses: 0,
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

it('numbers the sample as a spreadsheet does, its header and empty rows included', async () => {
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
  await screen.findByRole('columnheader', { name: 'Sample, row 4' });
});

const about = {
  rows: 40,
  repaired: 2,
  role: 1,
  examples: [
    { row: 4, from: ' mailto:Ada@acme.test ', to: 'ada@acme.test' },
    { row: 9, from: '\u200bbob@acme.test', to: 'bob@acme.test' },
  ],
};
const withAddresses: UploadView = {
  ...upload,
  columns: [upload.columns[0] as UploadView['columns'][number], { ...column(1, 'Email'), addresses: about }],
};
const asEmail = [{ kind: 'ignore' as const }, { kind: 'field' as const, field: 'email' as const }];

it('says how many addresses will be repaired, from what to what, and how many are those of a role', async () => {
  await show(() => <AddressNotes upload={withAddresses} mapping={asEmail} />);
  await screen.findByText('2 addresses will be repaired');
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Row 4: ·mailto:Ada@acme.test· → ada@acme.test',
    'Row 9: □bob@acme.test → bob@acme.test',
  ]);
  expect(screen.getByText('1 role address')).toBeTruthy();
  expect(screen.getByText(/imported and emailed like any other lead/)).toBeTruthy();
});

it('says after an import what was repaired, and nothing while another column is the address', async () => {
  const done = { ...withAddresses, status: 'COMPLETED' as const, repaired_addresses: 1, role_addresses: 3 };
  const { unmount } = await show(() => <AddressNotes upload={done} mapping={asEmail} />);
  await screen.findByText('1 address repaired');
  expect(screen.getByText('3 role addresses')).toBeTruthy();
  unmount();
  await show(() => <AddressNotes upload={withAddresses} mapping={[...asEmail].reverse()} />);
  expect(screen.queryByText(/repaired/)).toBeNull();
});

it('previews the address as it will be imported, and says of a row without one that it is skipped', async () => {
  const rows = {
    ...upload,
    sample_rows: [
      ['x', ' Mailto:Ada@Acme.test'],
      ['x', 'ada@'],
    ],
  };
  const { unmount } = await show(() => (
    <RowPreview upload={rows} mapping={asEmail} sample={0} onSample={() => undefined} />
  ));
  expect((await screen.findAllByText('ada@acme.test')).length).toBeGreaterThan(0);
  unmount();
  await show(() => <RowPreview upload={rows} mapping={asEmail} sample={1} onSample={() => undefined} />);
  await screen.findByText('Not a valid address: this row is skipped');
});
