import type { Page } from '@playwright/test';

/** By its whole name, or by a pattern; a bar over the page comes after the filters above the table. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
export const press = (...names: (string | RegExp)[]) => async (page: Page) => {
  for (const name of names) await button(page, name).last().click();
};
/** The menu behind a button, and the entries one after the other that lead on from it. */
export const choose = (menu: string | RegExp, ...entries: (string | RegExp)[]) => async (page: Page) => {
  await button(page, menu).first().click();
  for (const name of entries) await page.getByRole('menuitem', { name, exact: typeof name === 'string' }).click();
};
/** What the bar over a list offers: a button, or where the window is narrow an entry behind More. */
export const fromBar = (name: string) => async (page: Page) => {
  const own = button(page, name).last();
  if (await own.isVisible()) await own.click();
  else await choose('More', name)(page);
};
/** The first rows of a table, so that its bar stands there. */
export const select = async (page: Page) => {
  for (const at of [0, 1]) await page.locator('#page').getByRole('checkbox', { name: /^Select (?!all)/ }).nth(at).click();
};
export const selected = (then: (page: Page) => Promise<void>) => async (page: Page) => { await select(page); await then(page); };
/** One key after the other, as the product's own shortcuts. */
export const keys = (...given: string[]) => async (page: Page) => {
  for (const key of given) await page.keyboard.press(key);
};
