import { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import { callProduct } from '../support/call-product';
import { campaigns } from '../support/campaign-run';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { headerOf, oneEmail } from '../support/one-email';
import { readDemo } from '../support/product';

test('a server is ordered and paid for, sets itself up, and a campaign’s email has its name in the Received line', async ({
  page,
  loggedIn: _,
}) => {
  const mark = Date.now().toString(36);
  const name = `Journey ${mark}`;
  const host = `mail1.out-${mark}.test`;
  const reader = readDemo().free_mailboxes[0] as { email: string; password: string };

  await test.step('the owner orders a server and follows its steps', async () => {
    await page.goto('/app/smart-servers/');
    await page.getByRole('link', { name: 'Order servers' }).first().click();
    await page.getByLabel('Group name').fill(name);
    await page.getByLabel('Sending domain').fill(`out-${mark}.test`);
    await checkAccessibility(page, 'the order of servers');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByText('Sandbox: no real card is charged.')).toBeVisible();
    await page.getByRole('button', { name: 'Pay $39.00' }).click();
    await expect(page).toHaveURL(/ip-provisioning\/\d+/);
    await expect(page.getByText('8 of 8 steps')).toBeVisible();
    await expect(page.getByText('Warming', { exact: true }).first()).toBeVisible();
    await checkAccessibility(page, 'the setup of a server');
  });

  await test.step('its address is confirmed both ways, is on no list, and says whose it is', async () => {
    await page.goto(page.url().replace('ip-provisioning', 'ip-details'));
    await expect(page.getByText(`${host} leads to`).first()).toBeVisible();
    await expect(page.getByText('Sandbox cloud (simulated)')).toBeVisible();
    await expect(page.getByText('Simulated', { exact: true })).toBeVisible();
    await checkAccessibility(page, 'the details of an IP');
  });

  const campaignId = await oneEmail(`Gate times ${mark}`, reader.email, readDemo().mailboxes.at(-1)?.email as string);
  await test.step('a campaign is mapped to the group and started', async () => {
    await page.goto(`/app/email-campaign/${campaignId}/overview/dedicated-ip`);
    await page.getByRole('button', { name: `Use this group: ${name}` }).click();
    // Of the server, below the figure of the same name.
    await expect(page.getByText('In rotation').nth(1)).toBeVisible();
    await checkAccessibility(page, 'the dedicated IP of a campaign');
    await campaigns.setStatus({ params: { campaignId }, body: { action: 'START' } });
  });

  await test.step('its email left through that server and no other', async () => {
    await expect.poll(() => headerOf(reader, `Gate times ${mark}`)).not.toBeNull();
    const header = await headerOf(reader, `Gate times ${mark}`);
    expect(header).toContain(`by ${host} (${host} [127.`);
    expect(header).toMatch(
      new RegExp(`DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=out-${mark}\\.test;\\s+q=dns/txt; s=skein1;`),
    );
    const { by_server } = await callProduct(serversContract).campaign({ params: { campaignId } });
    expect(by_server).toMatchObject([{ host_name: host, sent: 1 }]);
    await page.goto('/app/smart-servers/');
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    await checkAccessibility(page, 'the list of servers');
  });
});
