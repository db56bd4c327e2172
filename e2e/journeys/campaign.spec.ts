import { CampaignFormPage } from '../pages/campaign-form.page';
import { campaigns, leads, sandbox } from '../support/campaign-run';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';

const latin = (text: string) => Buffer.from(text, 'latin1');

test('a file in an old encoding becomes a launched campaign that can be paused, resumed and stopped', async ({
  page,
  loggedIn: _,
  demo,
}) => {
  const form = new CampaignFormPage(page);
  const mark = Date.now().toString(36);
  const name = `Yard managers ${mark}`;
  let id = 0;

  await test.step('the draft is made with its name', async () => {
    await form.open();
    await checkAccessibility(page, 'lead condition');
    await form.name.fill(name);
    await form.isSaved();
    id = await form.campaignId();
    await form.goOn('Import Leads');
  });

  await test.step('a CSV with semicolons in windows-1252 is read, mapped and imported; every row has one outcome', async () => {
    const rows = [
      'Nachname;E-Mail;Vorname;Firma;Ort des Lagers;Interne Nummer',
      ...['Müller', 'Çelik', 'Sørensen', 'Núñez', 'Łukasz'.replace('Ł', 'L'), 'Größe'].map(
        (last, index) =>
          `${last};silent.${index}.${mark}@prospects.test;${index === 2 ? '' : 'José'};"Spedition; Größe ${index}";${index % 2 ? '' : 'Malmö'};${index}`,
      ),
      `Doppelt;silent.0.${mark}@prospects.test;Jane;Firma;Malmö;7`,
      'Falsch;not-an-address;Max;Firma;Malmö;8',
      'Leer;;Max;Firma;Malmö;9',
    ];
    await form.chooseFile('export.csv', latin(rows.join('\r\n')));
    await expect(page.getByText(/windows-1252 and semicolon detected/i)).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Müller' })).toBeVisible();
    await expect(form.column('E-Mail')).toContainText(/email/i);
    await form.choose(form.column('Interne Nummer'), 'Leave out');
    await checkAccessibility(page, 'mapping');
    await page.getByRole('button', { name: /^Import (?:about )?9 rows/ }).click();
    await expect(form.outcomes).toContainText('Rows in the file');
    await expect.poll(() => form.outcome('Imported as new')).toBe(6);
    expect(await form.outcome('Duplicate inside the file')).toBe(1);
    expect(await form.outcome('Rows in the file')).toBe(9);
    expect(
      (await Promise.all(['Address is not valid', 'Required field missing'].map((text) => form.outcome(text)))).reduce(
        (sum, count) => sum + count,
      ),
    ).toBe(2);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download with reasons' }).click();
    const text = await (
      await download
    )
      .createReadStream()
      .then(async (stream) => Buffer.concat(await stream.toArray()).toString('utf8'));
    expect(text).toContain('not-an-address');
    expect(text.trim().split('\n')).toHaveLength(4);
    await checkAccessibility(page, 'imported');
    const { rows: there } = await leads.listCampaignLeads({ params: { campaignId: id } });
    expect(there.map((row) => row.lead.last_name).sort()).toEqual(
      ['Größe', 'Lukasz', 'Müller', 'Núñez', 'Sørensen', 'Çelik'].sort(),
    );
    await form.goOn('Sequences');
  });

  await test.step('three steps, two variants, variables with fallbacks and spintax are previewed for any lead', async () => {
    await form.write('Subject', '{Hi|Hello} {{first_name | default: "there"}}');
    await form.write('Text', 'How long does a truck wait in {{Ort des Lagers}}?');
    await form.addVariant();
    await form.write('Subject', 'A question about {{company_name}}');
    await form.write('Text', '{Good morning|Good day} {{last_name}}, how do you measure the time at the gate?');
    // The last one long after: however slow the machine is, the campaign still runs when it is stopped.
    for (const [step, text, days, hours] of [
      [2, 'The short version: 41 minutes a truck.', 0, 3],
      [3, 'Last note from me.', 60, 0],
    ] as const) {
      await form.addStep();
      await form.write('Text', text);
      await form.wait(step, days, hours);
    }
    await form.isSaved();
    await page
      .getByRole('button', { name: /Step 1|^1\s*Email/ })
      .first()
      .click();
    await expect(form.preview.getByRole('heading').last()).toHaveText(
      /^(?:(?:Hi|Hello) (?:José|there)|A question about Spedition; Größe 0)$/,
    );
    await form.preview.getByRole('button', { name: 'Next lead' }).click();
    await expect(form.preview).toContainText('silent.');
    await expect(form.preview.locator('[aria-busy=true]')).toHaveCount(0);
    await checkAccessibility(page, 'sequence');
    const sequence = await campaigns.getCampaign({ params: { campaignId: id } });
    expect(sequence.step_count).toBe(3);
  });

  await test.step('a test mail arrives', async () => {
    const to = demo.mailboxes[1]?.email ?? '';
    await page.getByRole('button', { name: 'Send test' }).first().click();
    const dialog = page.getByRole('dialog', { name: /^Send a test of step/ });
    await dialog.getByLabel('To', { exact: true }).fill(to);
    await checkAccessibility(page, 'send a test');
    await dialog.getByRole('button', { name: 'Send test' }).click();
    await expect(dialog.getByText('Sent.', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    const { mails } = await sandbox.record({ query: { with_mails: true } });
    expect(mails.some((mail) => mail.recipients.includes(to))).toBe(true);
    await form.goOn('Setup');
  });

  await test.step('mailboxes and a schedule', async () => {
    await form.chooseMailboxes(demo.mailboxes.slice(0, 2).map((mailbox) => mailbox.email));
    await page.getByLabel('From', { exact: true }).fill('00:00');
    await page.getByLabel('To', { exact: true }).fill('23:59');
    for (const day of ['Saturday', 'Sunday']) {
      const button = page.getByRole('button', { name: day });
      if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
    }
    await form.isSaved();
    await checkAccessibility(page, 'setup');
    await form.goOn('Final Review');
  });

  await test.step('the gate names what blocks, the way there mends it, the forecast says when it ends', async () => {
    await expect(form.gate.getByRole('heading', { name: /problem/ })).toBeVisible();
    await expect(form.gate).toContainText('Ort des Lagers');
    await expect(form.launch).toHaveAttribute('aria-disabled', 'true');
    await checkAccessibility(page, 'final review, blocked');
    await page.getByRole('link', { name: 'Sequences' }).first().click();
    await page.getByRole('tab', { name: /^A/ }).click();
    await form.write('Text', 'How long does a truck wait in {{Ort des Lagers | default: "your yard"}}?');
    await form.isSaved();
    await page.getByRole('link', { name: 'Final Review' }).first().click();
    await expect(form.gate.getByRole('heading', { name: 'Ready to launch' })).toBeVisible();
    // How many mails that makes depends on the replies that earlier campaigns had; everybody is written to.
    await expect(form.forecast).toContainText('to 6 leads');
    await checkAccessibility(page, 'final review');
  });

  /** Leads are under way: what another limit does to them is shown before it holds, and nothing changes before it is applied. */
  const whatIfIsApplied = () =>
    test.step('what if of a campaign under way is seen in numbers, then applied', async () => {
      const limit = async () =>
        (await campaigns.getCampaign({ params: { campaignId: id } })).schedule.max_leads_per_day;
      const before = await limit();
      await page.goto(`/app/email-campaign/new-campaign?id=${id}&tab=final-review`);
      await page.getByRole('slider', { name: /New leads/ }).press('ArrowRight');
      await page.getByRole('button', { name: 'Review and apply' }).click();
      const effect = page.getByRole('dialog', { name: 'What this changes' });
      await expect(effect).toContainText('No lead gets a step twice.');
      await checkAccessibility(page, 'what if, its effect');
      expect(await limit()).toBe(before);
      await effect.getByRole('button', { name: 'Apply', exact: true }).click();
      await expect(effect).toBeHidden();
      expect(await limit()).toBe(before + 10);
      await expect(page.getByRole('button', { name: 'Review and apply' })).toBeHidden();
    });

  await test.step('launch, pause, resume, stop', async () => {
    await form.launch.click();
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name: 'Launch now' })
      .click();
    await expect(page).toHaveURL(new RegExp(`/email-campaign/${id}/overview/performance`));
    await expect
      .poll(async () => (await campaigns.getCampaign({ params: { campaignId: id } })).counts.sent)
      .toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible();
    const paused = (await sandbox.record({ query: { campaign_id: id } })).accepted;
    await whatIfIsApplied();
    expect(
      (await sandbox.record({ query: { campaign_id: id } })).accepted,
      'nothing leaves while it is paused: an hour and more of campaign time',
    ).toBe(paused);
    await page.goto(`/app/email-campaign/${id}/overview/analytics`);
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await page.getByRole('button', { name: `More actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: /Stop for good/ }).click();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: /Stop/ }).click();
    await expect.poll(async () => (await campaigns.getCampaign({ params: { campaignId: id } })).status).toBe('STOPPED');
  });
});
