import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { foldersContract } from '@skein/contracts/main/folders.contract';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { CampaignsArea } from '../campaigns-area';

const address = '/app/email-campaign/folders';
const folder = (id: number, name: string) => ({ id, name, campaign_count: 3, active_count: 1 });
const given = (server: FakeServer, folders = [folder(4, 'Alder Freight')], withoutFolder = 0) =>
  server
    .answer(foldersContract, 'listFolders', { folders, without_folder: withoutFolder })
    .answer(campaignsContract, 'listCampaigns', { rows: [] });
const open = async (server: FakeServer) => {
  const page = await renderPage(CampaignsArea, { address, server });
  await screen.findByText('Alder Freight');
  return page;
};

testPageStates({
  page: 'mfe-campaigns/src/folders/folders.page.tsx',
  area: CampaignsArea,
  address,
  given,
  reads: [foldersContract, 'listFolders'],
  loading: 'Loading Folders',
  data: 'Alder Freight',
  empty: { given: (server) => given(server, []), shows: 'No folders yet' },
  noAccess: { as: person({ user: { isClient: true } }), goesTo: '/app/home' },
});

it('shows one page of a great many folders, and finds one of them by name', async () => {
  const many = Array.from({ length: 500 }, (_, index) => folder(index + 10, `Client ${index + 1}`));
  const server = given(productServer(), [folder(4, 'Alder Freight'), ...many], 2);
  const page = await open(server);
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(screen.getByText('2 campaigns in no folder')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Filter by name'), { target: { value: 'Client 499' } });
  await waitFor(() => expect(page.address()).toContain('q=Client+499'));
  await screen.findByText('Client 499');
  expect(screen.queryByText('Alder Freight')).toBeNull();
});

it('renames a folder, and says beside the name why it was refused', async () => {
  const server = given(productServer());
  server.fail(foldersContract, 'renameFolder', { code: 'CONFLICT', message: 'There is a folder of this name.' });
  await open(server);
  await chooseFromMenu('Actions for Alder Freight', 'Rename');
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename Alder Freight' }));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Alder' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Rename' }));
  await dialog.findByText(/There is a folder of this name/);
  server.answer(foldersContract, 'renameFolder', folder(4, 'Alder'));
  fireEvent.click(dialog.getByRole('button', { name: 'Rename' }));
  await screen.findByText('Folder renamed to Alder');
  expect(server.calls(foldersContract, 'renameFolder').at(-1)).toMatchObject({
    params: { folderId: 4 },
    body: { name: 'Alder' },
  });
});

describe('one folder', () => {
  const oneFolder = '/app/email-campaign/folder/4/view';
  const full = (server: FakeServer) =>
    given(server).answer(campaignsContract, 'listCampaigns', {
      rows: [{ id: 9, name: 'Autumn outreach', status: 'ACTIVE', folder_id: 4 }],
      total: 1,
    });
  testPageStates({
    page: 'mfe-campaigns/src/folders/folder-view.page.tsx',
    area: CampaignsArea,
    address: oneFolder,
    given: full,
    reads: [campaignsContract, 'listCampaigns'],
    loading: 'Loading Email campaigns',
    data: 'Autumn outreach',
    empty: { given, shows: 'This folder is empty' },
    noAccess: { as: person({ user: { isClient: true } }), goesTo: '/app/home' },
  });

  it('leads from the empty folder to a campaign in it', async () => {
    await renderPage(CampaignsArea, { address: oneFolder, server: given(productServer()) });
    const next = await screen.findByRole('link', { name: 'New campaign here' });
    expect(next.getAttribute('href')).toBe('/app/email-campaign/new-campaign?folder=4');
  });

  it('is not found where there is none', async () => {
    await renderPage(CampaignsArea, { address: '/app/email-campaign/folder/99/view', server: given(productServer()) });
    await screen.findByText(/does not exist/);
  });
});
