import type { Page } from '@playwright/test';

/** A button of the page's head; below 1200 px it is in the menu. */
export const pressInHead = (name: RegExp) => async (page: Page) => {
  const head = page.locator('[data-page-head]');
  const more = head.getByRole('button', { name: /^More\b/ });
  const action = head.getByRole('button', { name });
  await more.or(action).first().waitFor();
  if (await action.isVisible()) await action.click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name }).click();
  }
};
