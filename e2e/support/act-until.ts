import type { Page } from '@playwright/test';

const [between, looks] = [100, 30];

/**
 * Acts, and again every three seconds until the effect shows: a press that comes before the page listens is lost, and a person would
 * repeat it. What never shows is ended by the limit of the journey.
 */
export async function actUntil(page: Page, act: () => Promise<unknown>, shows: () => Promise<boolean>): Promise<void> {
  for (;;) {
    await act();
    for (let look = 0; look < looks; look += 1) {
      if (await shows()) return;
      await page.waitForTimeout(between);
    }
  }
}
