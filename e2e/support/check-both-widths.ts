import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from './check-accessibility';

/** The page as it is shown on a wide screen and on a phone; each ends in the theme in which the other begins. */
export async function checkBothWidths(page: Page, name: string): Promise<void> {
  await checkAccessibility(page, name, { leavesOther: true });
  await page.setViewportSize({ width: 390, height: 844 });
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(390);
  await checkAccessibility(page, `${name} on a phone`, { leavesOther: true });
  await page.setViewportSize({ width: 1440, height: 900 });
}
