import type { Locator, Page } from '@playwright/test';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { actUntil } from '../support/act-until';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';

/** Which conversation is shown and answers to keys. */
const shown = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('[data-shown]:not([aria-busy="true"])')?.dataset['shown']);

const press =
  (page: Page, ...keys: string[]) =>
  async () => {
    for (const key of keys) await page.keyboard.press(key);
  };
const isFocused = async (field: Locator) =>
  (await field.count()) > 0 && (await field.evaluate((element) => element === document.activeElement));

async function afterKeys(page: Page, ...keys: string[]): Promise<void> {
  const before = await shown(page);
  await actUntil(page, press(page, ...keys), async () => (await shown(page)) !== before);
}

/** What is done with one reply, by keys alone; each ends at the next conversation. */
const work: { name: string; run: (page: Page, index: number) => Promise<void> }[] = [
  { name: 'interested', run: (page) => afterKeys(page, '1') },
  {
    name: 'answered',
    run: async (page, index) => {
      const editor = page
        .getByRole('region', { name: /^Reply to / })
        .getByRole('textbox')
        .last();
      await actUntil(page, press(page, 'r'), () => isFocused(editor));
      await page.keyboard.insertText(`Thank you. Does Tuesday at ten suit you? (${index})`);
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(page.getByText('Sending your reply').last()).toBeVisible();
      await afterKeys(page, 'j');
    },
  },
  { name: 'archived', run: (page) => afterKeys(page, 'e') },
  { name: 'not interested', run: (page) => afterKeys(page, '3') },
  {
    name: 'noted',
    run: async (page, index) => {
      const note = page.getByRole('dialog').getByRole('textbox');
      await actUntil(page, press(page, 'l', 'n'), () => isFocused(note));
      await page.keyboard.insertText(`Knows our work (${index})`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await afterKeys(page, 'j');
    },
  },
  {
    name: 'starred',
    run: async (page) => {
      await page.keyboard.press('i');
      await afterKeys(page, 'j');
    },
  },
];

test('an inbox of replies of all kinds in one sitting, by keyboard alone', async ({ page, loggedIn: _ }) => {
  const inbox = callProduct(inboxContract);
  await page.goto('/app/email-campaign/all');
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page.locator('li[aria-posinset]').first()).toBeVisible();
  const { total } = await inbox.listConversations({ query: {} });
  expect(total).toBeGreaterThanOrEqual(20);
  const sitting = Math.min(total, 60) - 1;
  await page.keyboard.press('j');
  await expect.poll(() => shown(page)).toBeTruthy();
  await checkAccessibility(page, 'inbox by keyboard');
  for (let index = 0; index < sitting; index += 1) await work[index % work.length]?.run(page, index);

  // A star is undone by key, wherever the focus is.
  await page.keyboard.press('i');
  await expect(page.getByText('Marked as important').last()).toBeVisible();
  const starred = (await inbox.countFolders({})).folders['important'] as number;
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await inbox.countFolders({})).folders['important']).toBe(starred - 1);

  // Everything that is left is archived at once, and brought back.
  const left = (await inbox.listConversations({ query: {} })).total;
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('e');
  await page.getByRole('button', { name: /^Archive [\d,]+ conversations?$/ }).click();
  await expect.poll(async () => (await inbox.listConversations({ query: {} })).total).toBe(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await inbox.listConversations({ query: {} })).total).toBeGreaterThanOrEqual(left);
});
