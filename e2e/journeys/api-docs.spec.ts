import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';

test('a key with one scope is made, tried on the page of the API, and does nothing else', async ({
  page,
  loggedIn: _,
}) => {
  const dialog = page.getByRole('dialog');
  let key = '';

  await test.step('a key that reads mailboxes', async () => {
    await page.goto('/app/settings/api-keys');
    await page.getByRole('button', { name: 'New API key' }).click();
    await dialog.getByLabel('Name').fill('Mailbox report');
    await dialog.getByRole('radio', { name: 'Only chosen scopes' }).click();
    await dialog.getByRole('checkbox', { name: 'mailbox.read' }).click();
    await checkAccessibility(page, 'New API key');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    key = ((await dialog.getByText(/^skein_/).textContent()) ?? '').trim();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('mailbox.read').first()).toBeVisible();
  });

  /** Opens a call in its group, sends it as it stands, and reads the answer that the page shows. */
  const attempt = async (group: string, path: string) => {
    await page.locator(`[data-tag="${group}"]`).getByRole('button').first().click();
    const call = page.locator('.opblock-get').filter({ has: page.locator(`[data-path="${path}"]`) });
    await call.locator('.opblock-summary-control').click();
    await call.getByRole('button', { name: 'Try it out' }).click();
    await call.getByRole('button', { name: 'Execute' }).click();
    return call.locator('.live-responses-table');
  };

  await test.step('the page of the API takes the key, and shows what a call answers', async () => {
    await page.goto('/docs');
    await expect(page).toHaveURL(/\/docs\/api$/);
    await page.getByRole('button', { name: 'Authorize' }).click();
    const field = page.locator('.modal-ux').getByRole('textbox').first();
    await field.fill(key);
    await page.locator('.modal-ux').getByRole('button', { name: 'Apply credentials' }).first().click();
    await page.locator('.modal-ux').getByRole('button', { name: 'Close' }).last().click();
    const answer = await attempt('Email accounts', '/api/v1/email-accounts');
    await expect(answer.locator('.response-col_status').last()).toContainText('200');
    await expect(answer.locator('.response-col_description').last()).toContainText('northlight');
  });

  await test.step('what the scope does not cover is refused by its name', async () => {
    const answer = await attempt('Campaigns', '/api/v1/campaigns');
    await expect(answer.locator('.response-col_status').last()).toContainText('403');
    await expect(answer.locator('.response-col_description').last()).toContainText(
      'This API key needs the scope campaign.read.',
    );
  });
});
