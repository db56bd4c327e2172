import type { Page } from '@playwright/test';
import { CampaignFormPage } from '../pages/campaign-form.page';
import { campaigns, leads } from '../support/campaign-run';
import { expect, test } from '../support/journey';

/** A reload as a person makes one, who says yes where the page asks. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

test('a thousand leads become a running campaign although the page is reloaded at every point', async ({
  page,
  loggedIn: _,
  demo,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const form = new CampaignFormPage(page);
  const mark = Date.now().toString(36);
  const name = `Reloaded ${mark}`;
  let id = 0;

  await test.step('the name', async () => {
    await form.open();
    await form.name.fill(name);
    await form.isSaved();
    id = await form.campaignId();
    await reload(page);
    await expect(form.name).toHaveValue(name);
    await form.goOn('Import Leads');
  });

  await test.step('a lead that is half typed', async () => {
    await page.getByText('One by one', { exact: true }).click();
    await page.getByRole('textbox', { name: /^Email/ }).fill(`silent.half.${mark}@prosp`);
    await reload(page);
    await expect(page.getByRole('textbox', { name: /^Email/ })).toHaveValue(`silent.half.${mark}@prosp`);
  });

  await test.step('rows that were pasted, columns that were chosen, an import under way', async () => {
    await page.getByText('Paste rows', { exact: true }).click();
    const people = Array.from(
      { length: 1000 },
      (_, n) => `silent.r${n}.${mark}@prospects.test\tLena\tAlder ${n}\t${n}`,
    );
    const rows = page.getByRole('textbox', { name: /^Rows/ });
    await rows.fill(['E-Mail\tVorname\tFirma\tInterne Nummer', ...people].join('\n'));
    await reload(page);
    await expect(rows).toHaveValue(new RegExp(`r999\\.${mark}`));
    await page.getByRole('button', { name: 'Preview 1,001 lines' }).click();
    await page.waitForURL(/upload=/);
    await form.choose(form.column('Interne Nummer'), 'Leave out');
    await reload(page);
    await expect(form.column('Interne Nummer')).toContainText('Leave out');
    await page.getByRole('button', { name: /^Import (?:about )?1,000 rows/ }).click();
    await reload(page);
    await expect.poll(() => form.outcome('Imported as new')).toBe(1000);
    await form.goOn('Sequences');
  });

  await test.step('subject, text and a wait', async () => {
    await form.write('Subject', 'Reloaded for {{first_name | default: "you"}}');
    await form.write('Text', 'How long does a truck wait at your gate?');
    await form.addStep();
    await form.write('Text', 'The short version: 41 minutes.');
    await form.wait(2, 3, 0);
    // Before any of it was saved, too.
    await reload(page);
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toContainText('41 minutes');
    await reload(page);
    await expect(page.getByRole('button', { name: /^Wait before step 2: 3 days/ })).toBeVisible();
    await page
      .getByRole('button', { name: /Step 1|^1\s*Email/ })
      .first()
      .click();
    await expect(page.getByRole('textbox', { name: 'Subject', exact: true })).toContainText('Reloaded for');
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toContainText('How long does a truck wait');
    await form.goOn('Setup');
  });

  await test.step('mailboxes and hours', async () => {
    await form.chooseMailboxes(demo.mailboxes.slice(0, 1).map((mailbox) => mailbox.email));
    await page.getByLabel('From', { exact: true }).fill('00:00');
    await page.getByLabel('To', { exact: true }).fill('23:59');
    await form.isSaved();
    await reload(page);
    await expect(page.getByLabel('To', { exact: true })).toHaveValue('23:59');
    await expect(page.getByText(demo.mailboxes[0]?.email ?? '').first()).toBeVisible();
    await form.goOn('Final Review');
  });

  await test.step('the review, and the campaign that was launched', async () => {
    await expect(form.gate.getByRole('heading', { name: 'Ready to launch' })).toBeVisible();
    await reload(page);
    await expect(form.gate.getByRole('heading', { name: 'Ready to launch' })).toBeVisible();
    await form.launch.click();
    await page.getByRole('button', { name: 'Launch now' }).click();
    await expect(page).toHaveURL(new RegExp(`/email-campaign/${id}/overview`));
    await reload(page);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    expect((await campaigns.getCampaign({ params: { campaignId: id } })).status).toBe('ACTIVE');
    expect((await leads.listCampaignLeads({ params: { campaignId: id } })).total).toBe(1000);
    await campaigns.setStatus({ params: { campaignId: id }, body: { action: 'STOP' } });
  });
});
