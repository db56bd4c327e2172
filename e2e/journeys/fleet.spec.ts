import { fleetContract } from '@skein/contracts/main/fleet.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';

test('a mailbox that burns out rests from the fleet page, and campaigns leave it alone', async ({ page, loggedIn }) => {
  void loggedIn;
  const { mailboxes } = await callProduct(fleetContract).getFleet({});
  const worst = mailboxes.find((row) => row.resting_until === null && row.state === 'connected');
  if (!worst) throw new Error('The demo has no mailbox that sends.');
  await page.goto('/app/email-accounts');
  await page.getByRole('link', { name: 'Fleet', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/email-accounts\/fleet$/);
  const row = page.getByRole('row').filter({ hasText: worst.from_email });
  await row.getByRole('button', { name: 'Rest 7 days' }).click();
  await expect(row.getByRole('button', { name: 'End' })).toBeVisible();
  await checkAccessibility(page, 'fleet');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkAccessibility(page, 'fleet on a phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  const mailbox = await callProduct(mailboxesContract).get({ params: { mailboxId: worst.id } });
  expect(Date.parse(mailbox.resting_until ?? '')).toBeGreaterThan(Date.now());
  await row.getByRole('button', { name: 'End' }).click();
  await expect(row.getByRole('button', { name: 'Rest 7 days' })).toBeVisible();
});
