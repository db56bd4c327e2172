import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Both themes of the page as it stands: WCAG 2.2 A and AA. Frames hold mail of strangers and are not ours to judge. */
export async function checkAccessibility(page: Page, name: string): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.dataset['theme']);
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((next) => { document.documentElement.dataset['theme'] = next; }, theme);
    const { violations } = await new AxeBuilder({ page }).options({ iframes: false }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`).join('; ')}`);
    expect.soft(found, `${name}, ${theme}`).toEqual([]);
  }
  await page.evaluate((theme) => {
    if (theme) document.documentElement.dataset['theme'] = theme;
    else delete document.documentElement.dataset['theme'];
  }, before);
}
