import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { checkAccessibility } from '../support/check-accessibility';
import { callProduct } from '../support/call-product';
import { expect, test } from '../support/journey';
import { standInPushService } from '../support/push-service';
import { beginLoggedIn } from '../support/session';

test.use({ needsNoHistory: true });

test('an owner finds who changed a mailbox’s limit, undoes it, and gives out a key with one scope', async ({
  page,
  request,
}) => {
  const mailboxes = callProduct(mailboxesContract);
  const [mailbox] = (await mailboxes.list({ query: { limit: 1, sort: 'email' } })).rows;
  if (!mailbox) throw new Error('The demo has no mailbox.');
  const before = mailbox.message_per_day;
  await mailboxes.update({ params: { mailboxId: mailbox.id }, body: { message_per_day: before + 7 } });
  await beginLoggedIn(page);

  await test.step('the change, with its values, effect and source', async () => {
    await page.goto('/app/settings/security');
    await page.getByRole('link', { name: 'Change history' }).click();
    await page.getByLabel('Search the change history').fill(mailbox.from_email);
    const row = page.getByRole('row').filter({ hasText: 'Mailbox: emails a day' }).first();
    await expect(row).toContainText('+7 emails a day');
    await expect(row).toContainText(String(before + 7));
    await row.getByRole('button', { name: 'Mailbox: emails a day', exact: true }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer).toContainText('API key');
    await expect(drawer).toContainText('PATCH /api/mailboxes/:mailboxId');
    await checkAccessibility(page, 'One change');
  });

  await test.step('undone, and told as a change of its own', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this change' }).click();
    await expect(page.getByText('Change undone')).toBeVisible();
    await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();
    expect((await mailboxes.get({ params: { mailboxId: mailbox.id } })).message_per_day).toBe(before);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByText('Mailbox: emails a day').first()).toBeVisible();
    await checkAccessibility(page, 'Change history on a phone');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a key with one scope does that and nothing else', async () => {
    await page.goto('/app/settings/api-keys');
    await page.getByRole('button', { name: 'New API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Mailbox report');
    await dialog.getByRole('radio', { name: 'Only chosen scopes' }).click();
    await dialog.getByRole('checkbox', { name: 'mailbox.read' }).click();
    await checkAccessibility(page, 'New API key');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await dialog.getByText(/^skein_/).textContent()) ?? '';
    const ask = (path: string) => request.get(path, { headers: { 'x-api-key': key.trim() } });
    expect((await ask('/api/mailboxes')).status()).toBe(200);
    const refused = await ask('/api/campaigns');
    expect(refused.status()).toBe(403);
    expect(await refused.text()).toContain('This API key needs the scope campaign.read.');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('mailbox.read').first()).toBeVisible();
  });

  await test.step('notifications are chosen by channel, and one is pushed to this browser', async () => {
    const push = await standInPushService(page);
    await page.goto('/app/settings/warning-notifications');
    await page.getByRole('checkbox', { name: 'A reminder is due: in Slack' }).click();
    await page.getByRole('switch', { name: 'Quiet hours' }).click();
    await expect(page.getByLabel('From')).toBeVisible();
    await page.getByRole('button', { name: 'Notify this browser' }).click();
    await page.getByRole('button', { name: 'Send test' }).first().click();
    const { title } = JSON.parse(await push.deliver()) as { title: string };
    await expect.poll(push.shown).toEqual([title]);
    push.close();
  });
});
