import { seedsContract } from '@skein/contracts/smart-delivery/seeds.contract';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { checkBothWidths } from '../support/check-both-widths';
import { expect, test } from '../support/journey';
import { caughtMails } from '../support/new-person';

test('a workspace connects a seed of its own by its password and an emailed code, and deletes it', async ({
  page,
  demo,
  loggedIn: _,
}) => {
  const account = demo.free_mailboxes.at(-1) as (typeof demo.free_mailboxes)[0];
  const row = page.getByRole('row').filter({ hasText: account.email });
  const choose = async (action: string) => {
    await row.getByRole('button', { name: `Actions for ${account.email}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  await test.step('a workspace without seeds of its own is told what they are for', async () => {
    await page.goto('/app/email-deliverability/smart-inbox/seeds');
    await expect(page.getByText('No seeds of your own yet')).toBeVisible();
    await checkBothWidths(page, 'seeds, none connected');
  });

  const dialog = page.getByRole('dialog', { name: 'Connect a seed' });
  await test.step('a wrong password connects nothing, and says so at its field', async () => {
    await page.getByRole('button', { name: 'Connect seed' }).first().click();
    await dialog.getByLabel('Email', { exact: true }).fill(account.email);
    await dialog.getByLabel(/^Provider/).fill('Northlight');
    await dialog.getByLabel(/^Region/).fill('Europe');
    await dialog.getByLabel('IMAP server').fill(demo.imap.host);
    await dialog.getByLabel('Port', { exact: true }).fill(String(demo.imap.port));
    await dialog.getByRole('radio', { name: 'STARTTLS' }).check();
    await dialog.getByLabel(/^Password/).fill('not the password');
    await dialog.getByRole('button', { name: 'Connect seed' }).click();
    await expect(dialog.getByText('This was refused.')).toBeVisible();
    await checkAccessibility(page, 'a seed whose password is refused');
    const { rows } = await callProduct(seedsContract).ownSeeds({});
    expect(rows.filter(({ email }) => email === account.email)).toEqual([]);
  });

  await test.step('with its password it is connected, and waits for the code that was emailed to it', async () => {
    await dialog.getByLabel(/^Password/).fill(account.password);
    await dialog.getByRole('button', { name: 'Connect seed' }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('Waiting for email');
    expect((await caughtMails(account.email))[0]?.subject).toMatch(/^Confirm your seed mailbox: [0-9a-f]{32}$/);
    await checkBothWidths(page, 'a seed that waits for its code');
  });

  await test.step('once the code is found in the mailbox the seed is used', async () => {
    await choose('Check now');
    await expect(row).toContainText('Connected');
    await checkBothWidths(page, 'a seed that is connected');
  });

  await test.step('it is deleted', async () => {
    await choose('Delete');
    await page.getByRole('button', { name: 'Delete seed' }).click();
    await expect(row).toBeHidden();
    await expect.poll(async () => (await callProduct(seedsContract).ownSeeds({})).rows).toEqual([]);
  });
});
