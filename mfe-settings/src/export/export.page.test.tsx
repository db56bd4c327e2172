import { fireEvent, screen, waitFor } from '@testing-library/react';
import {
  workspaceArchivesContract,
  type WorkspaceExportView,
  type WorkspaceImportView,
} from '@skein/contracts/main/workspace-archives.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/settings/export';
const owner = person();
/** The run of an export or import that is over. */
const run = (rows: number) => ({
  ...{ total: rows, done: rows, rows_total: rows, rows_done: rows, percent: 100, seconds_left: null, begins_at: null },
  ...{ can_cancel: false, error: null, problem: null, created_by: 'Mia', created_by_name: 'Mia' },
  ...{ created_at: '2026-11-20T08:00:00.000Z', started_at: '2026-11-20T08:00:00.000Z' },
  finished_at: '2026-11-20T08:01:00.000Z',
});
const made = (more: Partial<WorkspaceExportView> = {}): WorkspaceExportView => ({
  ...run(1200),
  ...{ id: 4, state: 'DONE', stage: 'FILES' },
  ...{ pauses_campaigns: true, paused: 2, files: 3, size: 5_000_000, sha256: 'a'.repeat(64) },
  expires_at: '2026-11-27T08:01:00.000Z',
  ...more,
});
/** What is different while it runs: rows are written or imported. */
const running = {
  ...{ state: 'RUNNING' as const, stage: 'ROWS' as const, finished_at: null },
  ...{ done: 300, rows_done: 300, percent: 25, seconds_left: 40, can_cancel: true },
};
const imported = (more: Partial<WorkspaceImportView> = {}): WorkspaceImportView => ({
  ...run(1200),
  ...{ id: 2, state: 'DONE', stage: 'FILES', file_name: 'old.zip', workspace_name: 'Northlight' },
  resumable_until: null,
  ...{ exported_at: '2026-11-19T08:00:00.000Z', files: 0, counts: { campaigns: 2, leads: 5, mailboxes: 1, people: 1 } },
  ...more,
});
const given = (
  server: FakeServer,
  exports = [made()],
  imports: WorkspaceImportView[] = [],
  refusal: string | null = null,
) =>
  void server
    .answer(workspaceArchivesContract, 'listWorkspaceExports', { exports, active_campaigns: 3 })
    .answer(workspaceArchivesContract, 'listWorkspaceImports', { imports, refusal });

testPageStates({
  page: 'mfe-settings/src/export/export.page.tsx',
  area: SettingsArea,
  address,
  as: owner,
  given,
  reads: [workspaceArchivesContract, 'listWorkspaceExports'],
  loading: 'Loading exports',
  data: /1,200 rows, 3 files/,
  full: {
    given: (server) =>
      given(
        server,
        Array.from({ length: 30 }, (_, id) => made({ id: id + 1, rows_done: 123_456_789, files: 98_765 })),
      ),
    shows: /123,456,789 rows, 98,765 files/,
  },
  empty: { given: (server) => given(server, []), shows: 'No export yet' },
  error: { retry: 'Try again' },
  noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), goesTo: '/app/settings/profile' },
});

it('starts an export that pauses campaigns, shows how far it is, and stops it', async () => {
  const server = productServer();
  given(server, []);
  server.answer(workspaceArchivesContract, 'startWorkspaceExport', made(running));
  await renderPage(SettingsArea, { server, address, as: owner });
  fireEvent.click(await screen.findByRole('button', { name: 'Export workspace' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: /Pause 3 running campaigns first/ }));
  given(server, [made({ ...running, id: 5, size: null, expires_at: null }), made()]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Export workspace' }).at(-1) as HTMLElement);
  await waitFor(() =>
    expect(server.calls(workspaceArchivesContract, 'startWorkspaceExport')[0]?.body).toEqual({ pause_campaigns: true }),
  );
  await screen.findByText(/300 of 1,200 rows written, about 40 s left/);
  screen.getByRole('img', { name: 'Writing rows: Rows written 300, of 1200' });
  // The one before can still be downloaded.
  screen.getByRole('button', { name: 'Download' });
  server.answer(workspaceArchivesContract, 'cancelWorkspaceExport', made({ id: 5, state: 'CANCELLED' }));
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(server.calls(workspaceArchivesContract, 'cancelWorkspaceExport')).toHaveLength(1));
});

it('shows what holds an export up, and what it does before rows are counted', async () => {
  const server = productServer();
  const waits = { ...running, stage: 'PAUSING' as const, done: 0, total: 0, seconds_left: null };
  given(server, [made({ ...waits, pauses_campaigns: false, error: 'The file storage of this server is full.' })]);
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText('It will try again.');
  screen.getByText('The file storage of this server is full.');
  screen.getByText('Counting rows. The archive is kept for 7 days.');
  screen.getByText('The archive appears here when it is ready.');
});

it('shows how far an import is, stops it, and offers no other one beside it', async () => {
  const server = productServer();
  given(
    server,
    [],
    [imported(running), imported({ id: 1, state: 'CANCELLED', resumable_until: '2026-11-27T08:01:00.000Z' })],
  );
  server.answer(workspaceArchivesContract, 'cancelWorkspaceImport', imported({ state: 'CANCELLED' }));
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText(/300 of 1,200 rows imported, about 40 s left/);
  screen.getByRole('heading', { name: 'Import of Northlight' });
  expect(screen.queryByText(/Drop the archive/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Resume import' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(server.calls(workspaceArchivesContract, 'cancelWorkspaceImport')).toHaveLength(1));
});

it('says what is left to do after an import, why one failed, and why none can be started', async () => {
  const server = productServer();
  given(
    server,
    [],
    [
      imported(),
      imported({
        ...{ id: 1, state: 'FAILED', problem: 'This archive is damaged.' },
        resumable_until: '2026-11-27T08:01:00.000Z',
        rows_done: 48_213,
        rows_total: 120_400,
      }),
      imported({ id: 0, state: 'CANCELLED', file_name: 'older.zip' }),
    ],
    'This workspace has campaigns. An archive is imported into an empty workspace.',
  );
  server.answer(workspaceArchivesContract, 'resumeWorkspaceImport', imported({ id: 1, state: 'RUNNING' }));
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText(/2 campaigns, 5 leads, 1 mailbox/);
  screen.getByText('This archive is damaged.');
  screen.getByText(/^48,213 of 120,400 rows imported\. You can resume it until Nov 27/);
  screen.getByText(/Its archive was deleted, so it can’t be resumed/);
  expect(screen.queryByText(/Drop the archive/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Resume import' }));
  await waitFor(() => expect(server.calls(workspaceArchivesContract, 'resumeWorkspaceImport')).toHaveLength(1));
});

it('says why an archive cannot be imported here before anything was', async () => {
  const server = productServer();
  given(server, [], [], 'This installation has other workspaces. Ask its operator to import the archive.');
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText(/Ask its operator/);
});
