import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { stepTemplatesContract } from '@skein/contracts/main/step-templates.contract';
import { CampaignFormPage } from '../pages/campaign-form.page';
import { callProduct } from '../support/call-product';
import { prepareCampaign } from '../support/campaign-run';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';

const megabyte = 1024 * 1024;

test('files go with a step, steps change places by mouse and keys, and a text is kept as a template', async ({
  page,
  loggedIn: _,
}) => {
  const form = new CampaignFormPage(page);
  const mark = Date.now().toString(36);
  const id = await prepareCampaign(`Three steps ${mark}`, []);
  const read = () => callProduct(sequencesContract).getSequence({ params: { campaignId: id } });
  const before = (await read()).steps.map((step) => step.id) as [number, number, number];
  const order = async () => (await read()).steps.map((step) => step.id);
  await page.goto(`/app/email-campaign/new-campaign?id=${id}&tab=sequences`);
  const card = (number: number) =>
    page
      .getByRole('list', { name: 'Steps' })
      .locator('[data-step]')
      .nth(number - 1);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.waitFor();

  await test.step('a file is attached, one that is too large says why, and both stand as they should after a reload', async () => {
    const attach = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Attach files' }).click();
      await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer });
    };
    await attach('plan.pdf', Buffer.from('%PDF-1.4 a plan'));
    await expect(page.getByRole('button', { name: 'Remove plan.pdf' })).toBeVisible();
    await attach('film.pdf', Buffer.alloc(15 * megabyte + 1));
    await expect(page.getByRole('alert').filter({ hasText: '15 MB for each file' })).toBeVisible();
    await checkAccessibility(page, 'attachments');
    await expect
      .poll(async () => (await read()).steps[0]?.variants[0]?.attachments.map((file) => file.name))
      .toEqual(['plan.pdf']);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Remove plan.pdf' })).toBeVisible();
    await expect(page.getByText('film.pdf')).toHaveCount(0);
  });

  await test.step('the last step goes first by keys, and back by the mouse; the waits stay with their places', async () => {
    await card(3).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page.getByText('Step 2 is now step 1 of 3')).toBeAttached();
    await expect(card(1)).toBeFocused();
    await expect.poll(order).toEqual([before[2], before[0], before[1]]);
    await page.locator('[data-grip]').first().dragTo(card(3));
    await expect(page.getByText('Step 1 is now step 3 of 3')).toBeAttached();
    await expect.poll(order).toEqual(before);
    expect((await read()).steps.map((step) => step.seq_delay_details.delayInHours)).toEqual([0, 5, 5]);
  });

  await test.step('a text is written with AI and becomes a second variant; without a key the dialog says so', async () => {
    const writing = page.getByRole('dialog', { name: /Write step 1 with AI/ });
    await card(1).click();
    await page.getByRole('button', { name: 'Write with AI' }).click();
    // A run before this one may have set it up.
    const setUp = writing.getByRole('button', { name: 'Use the sandbox’s writer' });
    const about = writing.getByLabel('What is the email about?');
    await expect(setUp.or(about)).toBeVisible();
    if (await setUp.isVisible()) await setUp.click();
    await about.fill('Shorter waits at the gate');
    await writing.getByRole('button', { name: 'Write', exact: true }).click();
    await writing.getByRole('button', { name: 'Add as variant' }).first().click();
    await expect(writing.getByText('2 suggestions')).toBeVisible();
    await checkAccessibility(page, 'writing with AI');
    await writing.getByRole('button', { name: 'Close' }).first().click();
    await expect
      .poll(async () =>
        (await read()).steps[0]?.variants.some((variant) => variant.email_body.includes('horter waits at the gate')),
      )
      .toBe(true);
  });

  await test.step('the better variant is to win, by replies', async () => {
    await page.getByRole('button', { name: 'Split equally' }).click();
    await page.getByRole('menuitem', { name: /^Best wins/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Best wins' });
    await expect(dialog.getByRole('radio', { name: 'Replies', exact: true })).toBeChecked();
    await dialog.getByRole('spinbutton', { name: 'Sample' }).fill('40');
    await dialog.getByRole('button', { name: 'Let the best win' }).click();
    await expect
      .poll(async () => (await read()).steps[0])
      .toMatchObject({
        variant_distribution_type: 'AI_EQUAL',
        winning_metric_property: 'REPLY_RATE',
        lead_distribution_percentage: 40,
      });
  });

  await test.step('the text of one step is kept as a template and taken into another, with a way back', async () => {
    const drawer = page.getByRole('dialog', { name: 'Templates' });
    await card(2).click();
    await expect(text).toContainText('the short version');
    await page.getByRole('button', { name: 'Templates', exact: true }).click();
    await drawer.getByRole('button', { name: 'Save this text as a template' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as a template' });
    await dialog.getByLabel('Name').fill(`Short version ${mark}`);
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await expect(drawer.getByText(`Short version ${mark}`, { exact: true })).toBeVisible();
    await checkAccessibility(page, 'templates');
    await page.keyboard.press('Escape');
    await card(3).click();
    await expect(text).toContainText('Last note from me');
    await page.getByRole('button', { name: 'Templates', exact: true }).click();
    await drawer.getByRole('button', { name: `Use template Short version ${mark}` }).click();
    await expect(text).toContainText('the short version');
    await form.isSaved();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(text).toContainText('Last note from me');
    const { templates } = await callProduct(stepTemplatesContract).listStepTemplates({});
    expect(templates.filter((template) => template.name === `Short version ${mark}`)).toMatchObject([
      { may_change: true },
    ]);
  });
});
