import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { ProblemError } from '@skein/mfe/problem';
import { createAppStore, provideStore } from '@skein/mfe/store';
import { provideTransport } from '@skein/mfe/transport';
import { toasts } from '@skein/ui/toast-store';
import { NewImport } from './new-import';

const upload: UploadView = {
  id: 5,
  campaign_id: 7,
  list_id: null,
  list_name: null,
  file_name: 'pasted-rows.csv',
  file_size: 30,
  status: 'UPLOADED',
  error: null,
  encoding: 'utf-8',
  delimiter: '\t',
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
  rows_total: 1,
  rows_total_is_estimate: false,
  rows_done: 0,
  rows_waiting: null,
  total: 1,
  done: 0,
  percent: 0,
  seconds_left: null,
  begins_at: null,
  can_cancel: true,
  rejected: 0,
  counts: [],
  mapping: [],
  options: {},
  delete_identifier: 'd',
  can_undo: false,
  created_at: '2026-11-20T10:00:00.000Z',
  started_at: null,
  finished_at: null,
  created_by_name: 'Maya',
};
afterEach(() => window.sessionStorage.clear());

let signal: AbortSignal | undefined;
let arrive: (answer: UploadView) => void = () => undefined;

function begin() {
  const uploaded: number[] = [];
  toasts.clear();
  const store = provideStore(createAppStore());
  provideTransport(
    (request) =>
      new Promise((resolve, reject) => {
        signal = request.signal;
        arrive = resolve;
        request.signal?.addEventListener('abort', () =>
          reject(new ProblemError({ status: 0, code: 'ABORTED', message: 'aborted', details: [], requestId: '' })),
        );
      }),
  );
  const page = render(
    <Provider store={store}>
      <NewImport target={{ campaign_id: 7 }} usual="paste" onUploaded={({ id }) => uploaded.push(id)} />
    </Provider>,
  );
  fireEvent.change(screen.getByRole('textbox', { name: /Rows/ }), {
    target: { value: 'email\njose@corridorcold.com' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Preview 2 lines' }));
  return { ...page, uploaded };
}

it('what is being sent can be cancelled, and the rows stay', async () => {
  const { uploaded } = begin();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(signal?.aborted).toBe(true);
  await waitFor(() => expect(screen.queryByText(/^Sending/)).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Rows/ }).value).toContain('corridorcold');
  expect(uploaded).toEqual([]);
});

it('a file that arrives after somebody went elsewhere tells of itself and takes nobody back', async () => {
  const { uploaded, unmount } = begin();
  await screen.findByRole('button', { name: 'Cancel' });
  unmount();
  await act(async () => arrive(upload));
  await waitFor(() =>
    expect(toasts.read().map(({ title, action }) => [title, action?.label])).toEqual([
      ['pasted-rows.csv is uploaded', 'View'],
    ]),
  );
  expect(uploaded).toEqual([]);
});

it('a reload keeps the rows that were pasted, and what was typed of one lead, until they are in', async () => {
  const first = begin();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  first.unmount();
  const again = (usual: 'file' | 'paste' = 'file') =>
    render(
      <Provider store={provideStore(createAppStore())}>
        <NewImport target={{ campaign_id: 7 }} usual={usual} onUploaded={() => undefined} />
      </Provider>,
    );
  const second = again('paste');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Rows/ }).value).toContain('corridorcold');
  fireEvent.click(screen.getByRole('tab', { name: 'One by one' }));
  fireEvent.change(screen.getByRole('textbox', { name: /^First name/ }), { target: { value: 'José' } });
  second.unmount();
  const third = again();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^First name/ }).value).toBe('José');
  fireEvent.click(screen.getByRole('tab', { name: 'Paste rows' }));
  fireEvent.click(screen.getByRole('button', { name: 'Preview 2 lines' }));
  await screen.findByRole('button', { name: 'Cancel' });
  await act(async () => arrive(upload));
  third.unmount();
  again();
  expect(screen.queryByRole('textbox', { name: /Rows/ })).toBeNull();
});
