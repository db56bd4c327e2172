import { act, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { foldersContract } from '@skein/contracts/main/folders.contract';
import { api, endpointsFrom } from '@skein/mfe/api';
import { getHost } from '@skein/mfe/host';
import { usePage } from '@skein/mfe/page';
import { useUser } from '@skein/mfe/session';
import { toasts } from '@skein/ui/toast-store';
import { stopClock } from './clock';
import { FakeServer } from './fake-server';
import { person } from './person';
import { renderPage } from './render-page';

const folders = endpointsFrom(foldersContract);
const foldersApi = api.injectEndpoints({
  endpoints: (build) => ({ testFolders: folders.query(build, 'listFolders', { provides: ['folder'] }) }),
});

function Folders() {
  usePage([{ label: 'Folders' }]);
  const { data } = foldersApi.useTestFoldersQuery();
  return (
    <p>
      {useUser().name} has {data?.folders.map(({ name }) => name).join(' and ')} on {new Date().toISOString()}
    </p>
  );
}

const Area = () => (
  <Routes>
    <Route path="/email-campaign/folders" element={<Folders />} />
    <Route path="*" element={<p>Another page</p>} />
  </Routes>
);
const address = '/app/email-campaign/folders';
const withFolder = (name: string) => new FakeServer().answer(foldersContract, 'listFolders', { folders: [{ name }] });

it('opens a page with session, router, data, theme and the time that the test chose', async () => {
  stopClock('2026-11-24T09:00:00Z');
  const page = await renderPage(Area, {
    address,
    server: withFolder('Spring'),
    as: person({ user: { name: 'Ada' } }),
    theme: 'dark',
  });
  await screen.findByText('Ada has Spring on 2026-11-24T09:00:00.000Z');
  expect(page.crumbs()).toEqual(['Folders']);
  expect(document.documentElement.dataset.theme).toBe('dark');
});

it('sends people elsewhere whom the guards of the shell send elsewhere', async () => {
  const page = await renderPage(Area, { address, server: new FakeServer(), as: person({ user: { isClient: true } }) });
  await screen.findByText('Another page');
  expect(page.address()).toBe('/app/home');
});

it('reads again what the live channel names, also after the line was cut', async () => {
  const server = withFolder('Spring');
  const live = (await renderPage(Area, { address, server })).goLive();
  await screen.findByText(/has Spring/);
  server.answer(foldersContract, 'listFolders', { folders: [{ name: 'Summer' }] });
  live.changed('folders');
  await screen.findByText(/has Summer/);
  live.cut();
  server.answer(foldersContract, 'listFolders', { folders: [{ name: 'Autumn' }] });
  live.changed('folders');
  await screen.findByText(/has Autumn/);
});

it('shows toasts, and hands the page what the shell does for it', async () => {
  const opened: unknown[] = [];
  await renderPage(Area, {
    address,
    server: withFolder('Spring'),
    host: { openPalette: (query) => opened.push(query) },
  });
  await screen.findByText(/has Spring/);
  act(() => void toasts.show({ title: 'Folder made' }));
  await screen.findByText('Folder made');
  getHost().openPalette('fold');
  expect(opened).toEqual(['fold']);
});
