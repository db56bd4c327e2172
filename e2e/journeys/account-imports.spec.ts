import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';

test('three campaigns are imported from Smartlead with their leads, as drafts', async ({
  page,
  loggedIn: _,
  pageErrors,
}) => {
  const dialog = page.getByRole('dialog');
  const table = page.getByRole('table', { name: 'Campaigns from Smartlead' }).first();

  await test.step('a wrong key is told, the right one lists the campaigns', async () => {
    await page.goto('/app/integrations/native-integrations');
    await page.getByRole('link', { name: 'Imports' }).click();
    await page.getByRole('button', { name: 'Import an account' }).first().click();
    await dialog.getByLabel('API key', { exact: true }).fill('not-the-right-key');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('alert')).toContainText('accept this API key');
    // A browser logs every answer above 399, and this one is meant.
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining('502')]);
    await dialog.getByRole('button', { name: 'Use the sandbox’s' }).click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Freight forwarders, DACH' })).toBeChecked();
    await checkAccessibility(page, 'the choice of campaigns');
    await dialog.getByRole('button', { name: 'Import 3 campaigns' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('every lead has one outcome, and the running campaign is paused there', async () => {
    await expect(table.getByText('Imported', { exact: true })).toHaveCount(3);
    await expect(table).toContainText('paused in Smartlead');
    await expect(table).toContainText('240 leads');
    await expect(table).toContainText('60 continue');
  });

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByText('Freight forwarders, DACH').first()).toBeVisible();
    await checkAccessibility(page, 'the imports on a phone');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the campaign is a draft with its sequence', async () => {
    await table.getByRole('link', { name: 'Cold storage operators' }).click();
    await expect(page).toHaveURL(/new-campaign\?id=\d+/);
    await expect(page.getByText('Cold storage operators').first()).toBeVisible();
  });
});
