import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { uploadsContract } from '@skein/contracts/main/uploads.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { CampaignsArea } from '../campaigns-area';

const address = '/app/leads/all';
const link = '3f0e4f6a-5b0c-4c53-9d0e-1f6a4b2c7d11';
const undoAddress = `/app/email-campaigns/7/confirm-delete-csv/${link}`;
const reader = person({ role: 'VIEW_ONLY_ACCESS' });
const answering = person({
  user: { isClient: true, client_permissions: { permission: ['reply_master_inbox'], retricted_category: [] } },
});
const longName = `Wilhelmina ${'Featherstonehaugh-Cholmondeley '.repeat(4).trim()}`;
const lead = { id: 4, email: 'ines@prospect.test', first_name: 'Ines', last_name: 'Prado', company_name: 'Alder' };
const upload = { id: 6, file_name: 'fair.csv', status: 'COMPLETED', rows_done: 1, delete_identifier: link } as const;
const given = (server: FakeServer) =>
  void server
    .answer(leadsContract, 'listLeads', { rows: [lead], total: 1 })
    .answer(leadActionsContract, 'listLeadActions', {})
    .answer(categoriesContract, 'listCategories', {})
    .answer(campaignsContract, 'listTags', {})
    .answer(uploadsContract, 'listUploads', { rows: [upload] })
    .answer(uploadsContract, 'undoEffects', { enrolments_removed: 1, leads_removed: 1, kept_contacted: 2 });

async function open(at = address, change: (server: FakeServer) => void = () => undefined, as = person()) {
  const server = productServer();
  given(server);
  change(server);
  return { server, page: await renderPage(CampaignsArea, { address: at, server, as }) };
}

describe('all leads', () => {
  testPageStates({
    page: 'mfe-campaigns/src/leads/all-leads.page.tsx',
    area: CampaignsArea,
    address,
    given,
    reads: [leadsContract, 'listLeads'],
    loading: 'Loading All leads',
    data: /ines@prospect\.test/,
    full: 'ines@prospect.test',
    empty: { given: (server) => server.answer(leadsContract, 'listLeads', {}), shows: 'No leads yet' },
    noAccess: { as: answering, shows: 'You don’t have access to Leads' },
  });

  it('lead from the empty list to the first lead, and offer no export of nothing', async () => {
    await open(address, (server) => server.answer(leadsContract, 'listLeads', {}));
    await screen.findByText('No leads yet');
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    fireEvent.click(screen.getAllByRole('button', { name: 'Add leads' })[1] as HTMLElement);
    await screen.findByRole('dialog', { name: /Add leads/ });
  });

  it('clear filters that nothing matches', async () => {
    const { page } = await open(`${address}?lead_type=yet_to_use`, (server) =>
      server.answer(leadsContract, 'listLeads', ({ query }) => ({ rows: query.lead_type ? [] : [lead] })),
    );
    await screen.findByText('No lead matches');
    fireEvent.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await screen.findByText(/ines@prospect\.test/);
    expect(page.address()).toBe(address);
  });

  it('count and page a great many, with long names whole, and export all of them', async () => {
    const { server } = await open(address, (given_) =>
      given_.answer(leadsContract, 'listLeads', ({ query }) => ({
        rows: [{ ...lead, first_name: longName, email: query.cursor ? 'second@prospect.test' : 'first@prospect.test' }],
        ...{ total: 1_234_567, next_cursor: query.cursor ? null : 'further' },
      })),
    );
    await screen.findByText(/first@prospect\.test/);
    screen.getByText(new RegExp(longName));
    expect(screen.getByRole('link', { name: /^All leads/ }).textContent).toBe('All leads');
    screen.getByText('1 to 1 of 1,234,567');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText(/second@prospect\.test/);
    server.answer(leadActionsContract, 'startLeadAction', { kind: 'EXPORT', total: 1_234_567 });
    fireEvent.click(screen.getByRole('button', { name: 'Export' }));
    await screen.findByText('Exporting: 1,234,567 leads');
    expect(server.calls(leadActionsContract, 'startLeadAction')[0]?.body.action).toEqual({ kind: 'EXPORT' });
  });

  it('say that the export did not start', async () => {
    const { server } = await open();
    server.fail(leadActionsContract, 'startLeadAction', { message: 'Another export still runs.' });
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await screen.findByText(/Another export still runs/);
  });

  it('offer a reader neither new leads nor a choice of them', async () => {
    await open(address, undefined, reader);
    await screen.findByText(/ines@prospect\.test/);
    for (const name of ['Add leads', 'Export']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('undoing an upload', () => {
  testPageStates({
    page: 'mfe-campaigns/src/leads/confirm-delete.page.tsx',
    area: CampaignsArea,
    address: undoAddress,
    given,
    reads: [uploadsContract, 'listUploads'],
    loading: 'Loading',
    data: 'fair.csv',
    empty: { given: (server) => server.answer(uploadsContract, 'listUploads', {}), shows: /does not exist/ },
    noAccess: { as: answering, goesTo: '/app/home' },
  });

  it('asks for the upload of the link alone, however many are newer', async () => {
    const { server } = await open(undoAddress);
    await screen.findByText('fair.csv');
    expect(server.calls(uploadsContract, 'listUploads').map(({ query }) => query)).toEqual([
      { campaign_id: 7, delete_identifier: link, limit: 1 },
    ]);
  });

  it('counts again when counting failed, then undoes it', async () => {
    const { server } = await open(undoAddress, (given_) =>
      given_.fail(uploadsContract, 'undoEffects', { message: 'The rows are locked.' }),
    );
    await screen.findByText('The rows are locked.');
    expect(screen.getByRole('button', { name: /Undo this upload/ }).getAttribute('aria-disabled')).toBe('true');
    given(server);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('1 lead is removed from this campaign.');
    screen.getByText('2 leads that were emailed stay.');
    server.answer(uploadsContract, 'undoUpload', { enrolments_removed: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Undo this upload' }));
    await waitFor(() =>
      expect(server.calls(uploadsContract, 'undoUpload')).toMatchObject([{ params: { uploadId: 6 } }]),
    );
  });

  it('says to a reader why it is closed', async () => {
    await open(undoAddress, undefined, reader);
    const card = within((await screen.findByText('fair.csv')).closest('section') as HTMLElement);
    card.getByText('Your role can’t delete leads.');
    expect(card.getByRole('button', { name: /Undo this upload/ }).getAttribute('aria-disabled')).toBe('true');
  });
});
