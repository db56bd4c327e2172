import type { Locator, Page } from '@playwright/test';

/** A figure with its name, as the strips above charts and tables show it. */
export const figure = (page: Page, name: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
    .first();
