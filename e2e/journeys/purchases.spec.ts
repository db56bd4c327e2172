import { purchasesContract } from '@skein/contracts/smart-senders/purchases.contract';
import { callProduct } from '../support/call-product';
import { campaigns } from '../support/campaign-run';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { headerOf, oneEmail } from '../support/one-email';
import { readDemo } from '../support/product';

test('two domains with six mailboxes are bought, connect themselves, and one of them sends a campaign’s email', async ({
  page,
  loggedIn: _,
}) => {
  const mark = Date.now().toString(36);
  const names = [`alder${mark}.com`, `getalder${mark}.com`];
  const reader = readDemo().free_mailboxes[1] as { email: string; password: string };

  await test.step('the order is put together: domains, names, forwarding and registrant', async () => {
    await page.goto('/app/email-accounts-new/emails');
    await page.getByRole('link', { name: 'Buy mailboxes' }).first().click();
    await expect(page.getByRole('radio', { name: /mailboxes at \$/ })).toHaveCount(6);
    await page.getByRole('radio', { name: /^SMTP mailboxes at \$4\.00/ }).check();
    await page.getByLabel('Search domains').fill(`alder${mark}`);
    await page.getByLabel('Search domains').press('Enter');
    for (const name of names) await page.getByRole('button', { name: `Add ${name}`, exact: true }).click();
    await expect(page.getByText('6 on 2 domains')).toBeVisible();
    const first = page.getByLabel('Nora Whitlock').first();
    await first.fill('info');
    await expect(page.getByText('“info” is a restricted sender name.')).toBeVisible();
    await expect(page.getByText('1 mailbox name needs a change.')).toBeVisible();
    await first.fill('nora.whitlock');
    await page.getByLabel('Forwarding domain').fill('northlight.com');
    const registrant = {
      'First name': 'Maya',
      'Last name': 'Lindqvist',
      Email: 'maya@northlight.test',
      Phone: '+1 3155550142',
      Address: '410 West Genesee Street',
      City: 'Syracuse',
      State: 'NY',
      'Postal code': '13202',
    };
    for (const [label, value] of Object.entries(registrant)) await page.getByLabel(label, { exact: true }).fill(value);
    await checkAccessibility(page, 'an order of mailboxes being put together');
  });

  await test.step('both parts are paid, and the mailboxes connect themselves', async () => {
    await page.getByRole('button', { name: 'Pay $54.00' }).click();
    await expect(page.getByText('Sandbox: no real card is charged.')).toBeVisible();
    await page.getByRole('button', { name: 'Pay $30.00' }).click();
    await page.getByRole('button', { name: 'Pay $24.00' }).click();
    await expect(page).toHaveURL(/\/app\/bulk-email-accounts\/\d+\/view/);
    await expect(page.getByText('6 of 6 mailboxes are ready')).toBeVisible();
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
    await checkAccessibility(page, 'a completed order');
  });

  await test.step('they are listed with their domains', async () => {
    await page.goto('/app/email-accounts-new/emails');
    await expect(page.getByText(`nora.whitlock@${names[0]}`)).toBeVisible();
    await checkAccessibility(page, 'purchased mailboxes');
    await page.goto('/app/email-accounts-new/domains');
    await expect(page.getByText(names[1] as string)).toBeVisible();
    await checkAccessibility(page, 'purchased domains');
    const { rows } = await callProduct(purchasesContract).listPurchasedMailboxes({ query: { search: `@${names[0]}` } });
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ status: 'READY', is_connected: true, dns: 'PASS', warmup: 'ACTIVE' });
  });

  await test.step('a campaign sends from one of them', async () => {
    const from = `nora.whitlock@${names[0]}`;
    const campaignId = await oneEmail(`Dock times ${mark}`, reader.email, from);
    await campaigns.setStatus({ params: { campaignId }, body: { action: 'START' } });
    await expect.poll(() => headerOf(reader, `Dock times ${mark}`)).toContain(`<${from}>`);
  });
});
