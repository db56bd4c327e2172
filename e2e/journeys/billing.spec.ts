import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { createPerson } from '../support/new-person';
import { beginLoggedIn } from '../support/session';

test.use({ needsNoHistory: true });

test('a trial becomes a paid plan, is changed for the exact difference, cancelled, and kept for the bonus', async ({
  page,
}) => {
  const owner = await createPerson('billing');
  await beginLoggedIn(page, owner);
  await page.goto('/app/settings/subscription');
  await expect(page.getByText(/Your trial runs until/)).toBeVisible();
  await checkAccessibility(page, 'subscription in a trial');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkAccessibility(page, 'subscription on a phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  await test.step('a declined card charges nothing, another one begins the plan', async () => {
    await page.getByRole('button', { name: 'Choose Base' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByText('Sandbox: no real card is charged.')).toBeVisible();
    await page.getByRole('button', { name: 'Try a card that is declined' }).click();
    await expect(page.getByText('Your card was declined. Nothing was charged.')).toBeVisible();
    await page.getByRole('button', { name: 'Pay $39.00' }).click();
    await expect(page).toHaveURL(/settings\/subscription\?paid=1/);
    await expect(page.getByText('visa ending 4242', { exact: false })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'SANDBOX-0001' })).toContainText('$39.00');
  });

  await test.step('a larger plan shows what it costs now, and costs that', async () => {
    await page.getByRole('button', { name: 'Choose Growth' }).click();
    const dialog = page.getByRole('dialog');
    const pay = dialog.getByRole('button', { name: /^Pay \$/ });
    await expect(pay).toBeVisible();
    await checkAccessibility(page, 'the price of a change');
    const due = (await pay.textContent())?.replace('Pay ', '') ?? '';
    await pay.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: 'SANDBOX-0002' })).toContainText(due);
    await expect(page.getByText('0 of 50')).toBeVisible();
  });

  await test.step('cancelling says what stays; the bonus keeps it', async () => {
    await page.getByRole('link', { name: 'Cancel subscription' }).click();
    await expect(page.getByRole('heading', { name: 'Cancel Growth' })).toBeVisible();
    await checkAccessibility(page, 'cancellation');
    await page.getByRole('radio', { name: 'It costs too much' }).click();
    await page.getByRole('button', { name: /^Cancel on / }).click();
    await expect(page.getByText(/Your subscription ends on/)).toBeVisible();
    await page.getByRole('button', { name: 'Keep the subscription' }).click();
    await expect(page.getByText(/Your subscription ends on/)).toBeHidden();
    await page.goto('/app/account-cancellation');
    await page.getByRole('button', { name: 'Take 20% off and stay' }).click();
    await expect(page).toHaveURL(/settings\/subscription/);
    await page.goto('/app/account-cancellation');
    await expect(page.getByText('Why are you leaving?')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Take 20% off and stay' })).toHaveCount(0);
  });
});
