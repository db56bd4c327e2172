import { screen } from '@testing-library/react';
import { fixedCategories } from '@skein/contracts/constants';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
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
