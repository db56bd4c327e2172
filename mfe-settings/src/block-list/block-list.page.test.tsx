import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { blockUploadsContract } from '@skein/contracts/main/block-uploads.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/settings/global-block-list';
const link = '3f0e4f6a-5b0c-4c53-9d0e-1f6a4b2c7d11';
const undoAddress = `/app/domain-block-list/confirm-delete-csv/${link}`;
const withoutFeature = { as: person({ planType: 'base', role: 'VIEW_ONLY_ACCESS' }), goesTo: '/app/settings/profile' };
const reader = person({ role: 'VIEW_ONLY_ACCESS' });
const longDomain = `${'procurement-department-of-the-northern-region-'.repeat(5)}.test`;
const entry = { id: 4, kind: 'domain', value: 'rival.test', source: 'manual', created_by_name: 'Mia' } as const;
const upload = {
  ...({ id: 6, file_name: 'competitors.csv', status: 'COMPLETED', rows_done: 3, can_undo: true } as const),
  ...{ delete_identifier: link, counts: [{ outcome: 'ADDED' as const, text: 'Added', count: 3 }] },
};
const given = (server: FakeServer) =>
  void server
    .answer(blockListContract, 'listBlockEntries', { rows: [entry], total: 1 })
    .answer(blockUploadsContract, 'listBlockUploads', { rows: [upload], total: 1 })
    .answer(blockUploadsContract, 'findBlockUpload', upload)
    .answer(blockUploadsContract, 'blockUndoEffects', { entries_removed: 3, leads_blocked: 2 })
    .answer(clientsContract, 'listClients', {});

async function open(at = address, change: (server: FakeServer) => void = () => undefined, as = person()) {
  const server = productServer();
  given(server);
  change(server);
  return { server, page: await renderPage(SettingsArea, { address: at, server, as }) };
}

describe('the entries', () => {
  testPageStates({
    page: 'mfe-settings/src/block-list/block-list.page.tsx',
    area: SettingsArea,
    address,
    given,
    reads: [blockListContract, 'listBlockEntries'],
    loading: 'Loading Block list',
    data: 'rival.test',
    empty: { given: (server) => server.answer(blockListContract, 'listBlockEntries', {}), shows: 'Nothing is blocked' },
    noAccess: withoutFeature,
  });

  it('come back with the reason when they cannot be blocked', async () => {
    const { server } = await open(address, (given_) => given_.answer(blockListContract, 'listBlockEntries', {}));
    fireEvent.click(await screen.findByRole('button', { name: 'Block addresses or domains' }));
    const dialog = within(await screen.findByRole('dialog'));
    const entries = dialog.getAllByRole('textbox')[0] as HTMLTextAreaElement;
    dialog.getByText(/A domain blocks its subdomains too/);
    fireEvent.change(entries, { target: { value: 'rival.test, co.uk' } });
    server.answer(blockListContract, 'addBlockEntries', {
      added: 1,
      entry_ids: [4],
      invalid: ['co.uk'],
      problems: [{ entry: 'co.uk', problem: 'Covers every domain under .co.uk; enter a company’s domain' }],
    });
    fireEvent.click(dialog.getByRole('button', { name: /^Block/ }));
    expect((await dialog.findByRole('status')).textContent).toBe(
      '1 entry added. 1 entry couldn’t be blocked. Correct them below.co.uk: Covers every domain under .co.uk; enter a company’s domain',
    );
    expect(entries.value).toBe('co.uk');
  });

  it('lead from the empty list to the first entry', async () => {
    const { server } = await open(address, (given_) => given_.answer(blockListContract, 'listBlockEntries', {}));
    fireEvent.click(await screen.findByRole('button', { name: 'Block addresses or domains' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getAllByRole('textbox')[0] as HTMLElement, { target: { value: 'rival.test' } });
    server.answer(blockListContract, 'addBlockEntries', { added: 1, entry_ids: [4] });
    fireEvent.click(within(dialog).getByRole('button', { name: /^Block/ }));
    await waitFor(() =>
      expect(server.calls(blockListContract, 'addBlockEntries')[0]?.body.entries).toEqual(['rival.test']),
    );
  });

  it('clears a search without results', async () => {
    const { server, page } = await open(`${address}?q=nothing`, (given_) =>
      given_.answer(blockListContract, 'listBlockEntries', ({ query }) => ({ rows: query.search ? [] : [entry] })),
    );
    await screen.findByText('No entry matches');
    fireEvent.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await screen.findByText('rival.test');
    expect(page.address()).toBe(address);
    expect(server.calls(blockListContract, 'listBlockEntries')).toHaveLength(2);
  });

  it('pages through a great many, with the longest name whole', async () => {
    const { server, page } = await open(address, (given_) =>
      given_.answer(blockListContract, 'listBlockEntries', ({ query }) => ({
        rows: Array.from({ length: 50 }, (_, index) => ({
          ...{ ...entry, id: index + (query.cursor ? 51 : 1) },
          value: index === 0 ? longDomain : `rival-${index}.test`,
        })),
        ...{ total: 48_312, next_cursor: query.cursor ? null : 'after-50' },
      })),
    );
    await screen.findByText(longDomain);
    expect(screen.getByText(/1 to 50 of 48,312/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText(/51 to 100 of 48,312/);
    expect(page.address()).toBe(`${address}?cursor=after-50&from=50`);
    expect(server.calls(blockListContract, 'listBlockEntries').at(-1)?.query.cursor).toBe('after-50');
  });

  it('names an erased person in words and never by the hash', async () => {
    const { server } = await open(address, (given_) =>
      given_.answer(blockListContract, 'listBlockEntries', {
        rows: [{ ...entry, kind: 'hash', value: '9f86d081884c7d65', source: 'erasure' }],
      }),
    );
    await screen.findByText('Known only by a hash');
    server.answer(blockListContract, 'removeBlockEntry', { done: true });
    await chooseFromMenu('Actions for erased person', 'Remove from the list');
    await screen.findByRole('alertdialog', { name: 'Remove this erased person from the list' });
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByText('The erased person is no longer blocked');
    expect(screen.queryByText(/9f86d081/)).toBeNull();
  });

  it('say why a reader can change nothing', async () => {
    await open(address, undefined, reader);
    await screen.findByText('rival.test');
    expect(screen.getByRole('button', { name: /^Block/ }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('button', { name: /^Upload/ }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  });
});

describe('the uploads', () => {
  testPageStates({
    page: 'mfe-settings/src/block-list/block-list.page.tsx',
    area: SettingsArea,
    address: `${address}?view=uploads`,
    given,
    reads: [blockUploadsContract, 'listBlockUploads'],
    loading: 'Loading Uploads of the block list',
    data: 'competitors.csv',
    empty: {
      given: (server) => server.answer(blockUploadsContract, 'listBlockUploads', {}),
      shows: 'No file was uploaded yet',
    },
    noAccess: withoutFeature,
  });
});

describe('undoing an upload', () => {
  testPageStates({
    page: 'mfe-settings/src/block-list/confirm-delete.page.tsx',
    area: SettingsArea,
    address: undoAddress,
    given,
    reads: [blockUploadsContract, 'findBlockUpload'],
    loading: 'Loading',
    data: 'competitors.csv',
    empty: {
      given: (server) => server.fail(blockUploadsContract, 'findBlockUpload', { code: 'NOT_FOUND' }),
      shows: /does not exist/,
    },
    noAccess: withoutFeature,
  });

  it('counts again when counting failed, then undoes it', async () => {
    const { server } = await open(undoAddress, (given_) =>
      given_.fail(blockUploadsContract, 'blockUndoEffects', { message: 'The rows are locked.' }),
    );
    await screen.findByText('The rows are locked.');
    server.answer(blockUploadsContract, 'blockUndoEffects', { entries_removed: 1, already_there: 1, leads_blocked: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^1 entry is removed from the list: this upload added it\. It can be emailed again\.$/);
    screen.getByText('1 row named an entry that was on the list before; it stays.');
    server.answer(blockUploadsContract, 'undoBlockUpload', { ...upload, status: 'UNDOING' });
    fireEvent.click(screen.getByRole('button', { name: 'Undo this upload' }));
    await waitFor(() => expect(server.calls(blockUploadsContract, 'undoBlockUpload')).toHaveLength(1));
  });

  it('is explained to a reader', async () => {
    await open(undoAddress, undefined, reader);
    await screen.findByText('Your role can view, not edit.');
    expect(screen.getByRole('button', { name: /Undo this upload/ }).getAttribute('aria-disabled')).toBe('true');
  });
});
