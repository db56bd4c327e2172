import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { createPerson } from '../support/new-person';
import { beginLoggedIn } from '../support/session';

test.use({ needsNoHistory: true });

test('an owner sets up the AI, describes a category, and sees it found', async ({ page }) => {
  const owner = await createPerson('assistant');
  await beginLoggedIn(page, owner);

  await test.step('a category of one’s own, described', async () => {
    await page.goto('/app/settings/lead-categories');
    await page.getByRole('button', { name: 'New category' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Partner');
    await dialog.getByLabel('When a reply belongs here').fill('Wants to resell the product or become a partner');
    await dialog.getByRole('button', { name: 'Create category' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('the stand-in of the sandbox, labelled', async () => {
    await page.goto('/app/settings/ai-assistant');
    const service = page.locator('section').filter({ has: page.getByRole('heading', { name: 'AI service' }) });
    await service.getByRole('button', { name: 'Use the sandbox’s stand-in' }).click();
    await expect(page.getByText('The sandbox’s stand-in is set up.').first()).toBeVisible();
    await page.getByRole('switch', { name: /Let the model choose/ }).click();
    await expect(page.getByText('The model sorts replies from now on')).toBeVisible();
  });

  await test.step('a reply finds the category by its description', async () => {
    await page.getByLabel('Try a reply').fill('We would like to become a partner and resell the product in Norway.');
    await page.getByRole('button', { name: 'Sort this reply' }).click();
    await expect(page.getByText(/by the model, 88% sure/)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Partner' })).toBeVisible();
    await checkAccessibility(page, 'AI assistant');
    await page.setViewportSize({ width: 390, height: 844 });
    await checkAccessibility(page, 'AI assistant on a phone');
  });
});
