import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fixedCategories } from '@skein/contracts/constants';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const own = (id: number, name: string, hue: string, shape: string) => ({
  ...(fixedCategories[0] as (typeof fixedCategories)[number]),
  id,
  name,
  description: '',
  hue,
  shape,
  is_fixed: false,
  created_at: '2026-11-20T08:00:00.000Z',
});

const address = '/app/settings/lead-categories';
const longName = 'Interested in the offer for warehouses, but only next year';

testPageStates({
  page: 'mfe-settings/src/categories/categories.page.tsx',
  area: SettingsArea,
  address,
  given: (server) =>
    void server.answer(categoriesContract, 'listCategories', { categories: [own(100, 'Partner', '2', '3')] }),
  reads: [categoriesContract, 'listCategories'],
  loading: 'Loading Lead categories',
  data: 'Partner',
  // There are the fixed ones at least; a server that knows none says so.
  empty: {
    given: (server) => server.answer(categoriesContract, 'listCategories', {}),
    shows: 'No category yet',
  },
  noAccess: 'everyone',
});

it('creates a category, and says what is wrong with its name', async () => {
  const server = productServer().answer(categoriesContract, 'listCategories', {});
  await renderPage(SettingsArea, { address, server });
  fireEvent.click((await screen.findAllByRole('button', { name: 'New category' }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'New category' }));
  fireEvent.change(dialog.getAllByRole('textbox')[0] as HTMLElement, { target: { value: 'Partner' } });
  server.fail(categoriesContract, 'createCategory', { code: 'CONFLICT', message: 'There is a category of this name.' });
  fireEvent.click(dialog.getByRole('button', { name: 'Create category' }));
  await dialog.findByText(/There is a category of this name/);
  server.answer(categoriesContract, 'createCategory', {});
  fireEvent.click(dialog.getByRole('button', { name: 'Create category' }));
  await screen.findByText('Partner was created');
});

it('deletes one with a long name only once the name is typed, and offers a reader no change', async () => {
  const server = productServer().answer(categoriesContract, 'listCategories', {
    categories: [own(100, longName, '2', '3')],
  });
  const page = await renderPage(SettingsArea, { address, server });
  await screen.findByText(longName);
  await chooseFromMenu(`Actions for ${longName}`, 'Delete');
  server.answer(categoriesContract, 'deleteCategory', { done: true });
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: longName } });
  fireEvent.click(screen.getByRole('button', { name: 'Delete category' }));
  await waitFor(() => expect(server.calls(categoriesContract, 'deleteCategory')).toHaveLength(1));
  page.unmount();
  await renderPage(SettingsArea, { address, server, as: person({ role: 'VIEW_ONLY_ACCESS' }) });
  await screen.findByText(longName);
  expect(screen.getByRole('button', { name: /New category/ }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});

it('shows a category in its hue and shape', async () => {
  const categories = [own(100, 'Partner', '2', '3'), own(101, 'Reseller', '6', '5')];
  const server = productServer().answer(categoriesContract, 'listCategories', { categories });
  await renderPage(SettingsArea, { address: '/app/settings/lead-categories', server });
  await screen.findByText('Partner');
  const badgeOf = (name: string) => screen.getByText(name).parentElement as HTMLElement;
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText);
  const hueOf = (name: string) =>
    [...badgeOf(name).classList].flatMap((each) => rules.filter((rule) => rule.includes(`.${each}`))).join();
  const shapeOf = (name: string) => badgeOf(name).querySelector('svg')?.dataset['glyph'];
  expect([shapeOf('Partner'), shapeOf('Reseller')]).toEqual(['cat-3', 'cat-5']);
  expect(hueOf('Partner')).toContain('--cat-2');
  expect(hueOf('Reseller')).toContain('--cat-6');
});
