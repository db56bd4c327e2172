import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { caughtMails, newAddress } from '../support/new-person';

test('an operator opens a workspace, adds a person, changes the owner, and disables and deletes it', async ({
  page,
  browser,
  loggedIn: _,
}) => {
  const [owner, successor] = [newAddress('owner'), newAddress('successor')];
  const name = `Harbor ${owner.slice(6, 14)}`;
  const menu = (who: string) =>
    page
      .getByRole('row')
      .filter({ hasText: who })
      .getByRole('button', { name: /Actions/ });
  const choose = async (who: string, entry: string) => {
    await menu(who).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };

  await test.step('every page of an operator can be read by everyone, wide and narrow', async () => {
    for (const path of ['workspaces', 'people', 'sign-up', 'seeds', 'installation', 'areas', 'log']) {
      await page.goto(`/app/operator/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await checkAccessibility(page, path);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await checkAccessibility(page, 'log on a phone');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a workspace with its owner', async () => {
    await page.goto('/app/operator/workspaces');
    await page.getByRole('button', { name: 'New workspace' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByLabel('Owner', { exact: true }).fill('Ida');
    await dialog.getByLabel('Owner’s email').fill(owner);
    await dialog.getByRole('button', { name: 'Create the workspace' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });

  await test.step('a person who sets a password and owns it then', async () => {
    await page.getByRole('button', { name: 'Add person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Ben');
    await dialog.getByLabel('Email').fill(successor);
    await checkAccessibility(page, 'add a person');
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await expect(page.getByRole('row').filter({ hasText: successor })).toBeVisible();
    let link: string | undefined;
    await expect.poll(async () => (link = (await caughtMails(successor))[0]?.links[0])).toBeTruthy();
    const theirs = await (await browser.newContext()).newPage();
    await theirs.goto(link as string);
    await theirs.getByLabel('New password', { exact: true }).fill('a long enough password');
    await theirs.locator('button[type=submit]').click();
    await expect(theirs.getByRole('link', { name: 'Log in' })).toBeVisible();
    await theirs.context().close();
    await page.reload();
    await choose('Ben', 'Change role');
    await page.getByRole('dialog').getByRole('combobox').click();
    await page.getByRole('option', { name: 'Owner' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save role' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Ben' })).toContainText('Owner');
    await choose('Ida', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('row').filter({ hasText: owner })).toHaveCount(0);
  });

  await test.step('disabled with a reason, then deleted', async () => {
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.getByRole('textbox').fill('Invoice 12 is unpaid');
    await dialog.getByRole('button', { name: /Disable/ }).click();
    await expect(page.getByText('Invoice 12 is unpaid')).toBeVisible();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('button', { name: 'Delete workspace' }).click();
    await page.goto('/app/operator/log');
    await expect(page.getByText('Started to delete a workspace').first()).toBeVisible();
  });
});
