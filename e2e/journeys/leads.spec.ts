import type { Locator } from '@playwright/test';
import { CampaignFormPage } from '../pages/campaign-form.page';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { workbookOf } from '../support/workbook';

test('a messy Excel export becomes a list; what is left out is mended and comes in; leads are pushed, exported, merged and erased', async ({
  page,
  loggedIn: _,
}) => {
  const form = new CampaignFormPage(page);
  const mark = Date.now().toString(36);
  const address = (name: string) => `silent.${name}.${mark}@prospects.test`;
  const dialog = page.getByRole('dialog');
  const read = async (button: Locator): Promise<Buffer> => {
    const download = page.waitForEvent('download');
    await button.click();
    return Buffer.concat(await (await (await download).createReadStream()).toArray());
  };
  const listName = `Fair ${mark}`;
  let rejected = '';

  await test.step('a list is made', async () => {
    await page.goto('/app/leads/lists');
    await page
      .getByRole('button', { name: /^(?:New list|Create list)$/ })
      .first()
      .click();
    await dialog.getByLabel('Name').fill(listName);
    await dialog.getByRole('button', { name: 'Create list' }).click();
    await expect(page.getByRole('heading', { name: listName, level: 1 })).toBeVisible();
    await checkAccessibility(page, 'an empty list');
  });

  await test.step('the Excel file is read, mapped and imported; every row has one outcome', async () => {
    await page.getByRole('link', { name: 'Add leads', exact: true }).click();
    await form.chooseFile(
      'Kontakte Export.xlsx',
      workbookOf([
        ['Kontakte 2026'],
        ['Stand', '20.11.2026'],
        ['E-Mail-Adresse', 'Vorname', 'Nachname', 'Firma', 'Ort'],
        [address('ana'), 'Ana', 'Núñez', 'Größe & Co', 'Malmö'],
        [`Ana B <${address('anab')}>`, 'Ana', 'Berg', 'Größe & Co', ''],
        [address('cleo'), 'Cleo', 'Çelik', 'Yard', 'Lyon'],
        [address('ana').toUpperCase(), 'Twice', '', '', ''],
        ['t.ruiz@blueyard', 'T.', 'Ruiz', 'Blueyard', ''],
        ['', 'Nobody', '', '', ''],
      ]),
    );
    await expect(page.getByText(/Excel, sheet “Export”/)).toBeVisible();
    await expect(page.getByText('2 rows above the header skipped: “Kontakte 2026”')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Núñez' })).toBeVisible();
    await checkAccessibility(page, 'mapping into a list');
    await page.getByRole('button', { name: 'Import 6 rows' }).click();
    await expect.poll(() => form.outcome('Imported as new')).toBe(3);
    expect(await form.outcome('Duplicate inside the file')).toBe(1);
    expect(await form.outcome('Address is not valid')).toBe(1);
    expect(await form.outcome('Required field missing')).toBe(1);
    expect(await form.outcome('Rows in the file')).toBe(6);
    rejected = (await read(page.getByRole('button', { name: 'Download with reasons' }))).toString('utf8');
    expect(rejected.trim().split('\n')).toHaveLength(4);
  });

  await test.step('the rows that were left out are mended and imported again', async () => {
    await page.getByRole('button', { name: 'Import another file' }).click();
    await form.chooseFile('mended.csv', Buffer.from(rejected.replace('t.ruiz@blueyard', address('ruiz'))));
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await expect.poll(() => form.outcome('Imported as new')).toBe(1);
    expect(await form.outcome('Already in this list')).toBe(1);
    await page.getByRole('link', { name: 'To the list' }).click();
    await expect(page.getByRole('cell', { name: address('ruiz'), exact: true })).toBeVisible();
  });

  await test.step('the list is exported, and pushed into a new campaign', async () => {
    await page.getByRole('button', { name: 'Export' }).first().click();
    const file = (
      await read(
        page
          .getByRole('group', { name: '4 leads exported' })
          .filter({ hasText: listName })
          .getByRole('button', { name: /^Save leads-/ }),
      )
    ).toString('utf8');
    expect(file).toContain(address('cleo'));
    expect(file).toContain('Malmö');
    expect(file.trim().split('\n')).toHaveLength(5);
    await page
      .getByRole('checkbox', { name: /select all/i })
      .or(page.getByRole('columnheader').getByRole('checkbox'))
      .first()
      .check();
    await page.getByRole('button', { name: 'Push to campaign' }).click();
    await dialog.getByRole('combobox').click();
    await page.getByPlaceholder('Search or name a new draft').fill(`Draft ${mark}`);
    await page.getByRole('option', { name: new RegExp(`Draft ${mark}`) }).click();
    await dialog.getByRole('button', { name: 'Push' }).click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await expect(page.getByRole('group', { name: '4 leads added to the campaign' })).toBeVisible();
    await checkAccessibility(page, 'a list');
  });

  await test.step('two leads of one person are merged, a task is added and done', async () => {
    await page
      .getByRole('link', { name: address('ana'), exact: true })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Twice Núñez' })).toBeVisible();
    await page.getByRole('button', { name: 'More actions for Twice Núñez' }).click();
    await page.getByRole('menuitem', { name: 'Merge another lead into this one' }).click();
    await dialog.getByRole('combobox').click();
    await page.getByPlaceholder('Address, name or company').fill(address('anab'));
    await page.getByRole('option', { name: new RegExp(`silent.anab.${mark}`) }).click();
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(page.getByText('Also replies from')).toBeVisible();
    await page.getByRole('button', { name: 'Add task' }).click();
    await dialog.getByLabel('What needs to be done').fill(`Call ${mark}`);
    await dialog.getByRole('button', { name: 'Add task' }).click();
    await expect(page.getByRole('checkbox', { name: `Call ${mark}` })).toBeVisible();
    await checkAccessibility(page, 'a lead');
    await page.goto('/app/leads/tasks');
    await checkAccessibility(page, 'tasks');
    await page
      .getByRole('row', { name: new RegExp(`Call ${mark}`) })
      .getByRole('button', { name: 'Done' })
      .click();
    await expect(page.getByRole('row', { name: new RegExp(`Call ${mark}`) })).toHaveCount(0);
  });

  await test.step('a person is erased, and does not come in again', async () => {
    await page.goto(`/app/leads/all?search=${encodeURIComponent(address('cleo'))}`);
    await page
      .getByRole('link', { name: address('cleo'), exact: true })
      .first()
      .click();
    await page.getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Erase (GDPR)' }).click();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('textbox').fill(address('cleo'));
    await page.getByRole('button', { name: 'Erase permanently' }).click();
    await page.waitForURL(/\/app\/leads\/all/);
    await page.goto('/app/leads/lists');
    await page.getByRole('table').getByRole('link', { name: listName }).click();
    await page.getByRole('link', { name: 'Add leads', exact: true }).click();
    await form.chooseFile('again.csv', Buffer.from(`email,first_name\n${address('cleo')},Cleo\n`));
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await expect.poll(() => form.outcome('Suppressed, block list')).toBe(1);
    await expect(page.getByText(/Erased at the person's request/)).toBeVisible();
  });
});
