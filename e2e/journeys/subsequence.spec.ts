import { CampaignFormPage } from '../pages/campaign-form.page';
import { until } from '../support/answered-lead';
import { campaigns, leads, prepareCampaign, sandbox } from '../support/campaign-run';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';

test('somebody who answers "interested" is pushed into a subsequence, and its mail arrives in the same thread', async ({
  page,
  loggedIn: _,
}) => {
  const mark = Date.now().toString(36);
  const email = `interested.${mark}@prospects.test`;
  const parentId = await prepareCampaign(`Yard managers ${mark}`, [
    { email, word: 'interested', first_name: `Nora ${mark}`, company_name: 'Kestrel Supply', city: 'Malmö' },
    {
      email: `silent.${mark}@prospects.test`,
      word: 'silent',
      first_name: 'Silas',
      company_name: 'Kestrel Supply',
      city: 'Malmö',
    },
  ]);
  // Open around the clock: nothing waits for a morning.
  await campaigns.saveSchedule({ params: { campaignId: parentId }, body: { start_hour: '00:00', end_hour: '23:59' } });
  const overview = (tab: string) => `/app/email-campaign/${parentId}/overview/${tab}`;
  const form = new CampaignFormPage(page);
  let childId = 0;

  await test.step('it is made from the overview of its parent, with a category as its trigger', async () => {
    await page.goto(overview('subsequence'));
    await page.getByRole('link', { name: 'New subsequence' }).click();
    await page.getByRole('textbox', { name: /^Name of the subsequence/ }).fill(`Interested ${mark}`);
    await page.getByRole('switch', { name: 'Gets a category' }).click();
    await expect(page.getByRole('checkbox', { name: 'Interested', exact: true })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Do Not Contact' })).toHaveCount(0);
    await form.isSaved();
    childId = await form.campaignId();
    await checkAccessibility(page, 'triggers');
    await form.goOn('Sequences');
  });

  await test.step('its first step has no subject: it goes on in the conversation', async () => {
    await form.write('Text', 'Thank you, {{first_name}}. Shall I send the case study?');
    await form.isSaved();
    await form.goOn('Setup');
    await form.goOn('Final Review');
    await expect(form.gate.getByRole('heading', { name: 'Ready to launch' })).toBeVisible();
    await form.launch.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Launch now' }).click();
    await page.waitForURL(`**/app/campaign/${parentId}/subsequence/${childId}/overview/performance`);
    await expect(page.getByText('No leads yet')).toBeVisible();
  });

  await test.step('the answer in the parent sends the mail of the subsequence, once, in the thread', async () => {
    await campaigns.setStatus({ params: { campaignId: parentId }, body: { action: 'START' } });
    const mail = await until(
      'the email of the subsequence',
      async () => (await sandbox.record({ query: { campaign_id: childId, with_mails: true } })).mails[0],
    );
    const [first] = (await sandbox.record({ query: { campaign_id: parentId, with_mails: true } })).mails.filter(
      (each) => each.recipients.includes(email),
    );
    expect(mail).toMatchObject({ recipients: [email], sender: first?.sender, subject: expect.stringMatching(/^Re: /) });
    const { rows } = await leads.listCampaignLeads({ params: { campaignId: parentId }, query: {} });
    expect(rows.find((row) => row.lead.email === email)).toMatchObject({
      status: 'STOPPED',
      reason: 'REPLIED',
      steps_sent: 1,
    });
    expect((await sandbox.record({ query: { campaign_id: childId, with_mails: true } })).mails).toHaveLength(1);
  });

  await test.step('the tabs of the subsequence show who came and why', async () => {
    await page.goto(`/app/campaign/${parentId}/subsequence/${childId}/overview`);
    await expect(
      page.getByRole('table', { name: 'Leads in this subsequence' }).getByRole('row').filter({ hasText: email }),
    ).toContainText('Gets a category');
    await checkAccessibility(page, 'performance of the subsequence');
    for (const [name, tab] of [
      ['Analytics', 'analytics'],
      ['Lead list', 'lead-list'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Subsequence' }).getByRole('link', { name }).click();
      await page.waitForURL(`**/${tab}`);
      await expect(
        tab === 'analytics' ? page.getByRole('list', { name: 'Funnel' }) : page.getByText(email),
      ).toBeVisible();
      await checkAccessibility(page, `${name} of the subsequence`);
    }
  });

  await test.step('so do those of its parent, and the conversation is read there', async () => {
    await page.goto(overview('subsequence'));
    await expect(
      page
        .getByRole('table', { name: 'Subsequences' })
        .getByRole('row')
        .filter({ hasText: `Interested ${mark}` }),
    ).toContainText('Gets a category: Interested');
    await checkAccessibility(page, 'subsequences');
    const tabs = page.getByRole('navigation', { name: 'Campaign', exact: true });
    await tabs.getByRole('link', { name: /^Inbox/ }).click();
    await page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: 'Nora' }).click();
    await expect(
      page
        .getByRole('region', { name: 'Conversation', exact: true })
        .getByRole('button', { name: /^Reply/ })
        .first(),
    ).toBeVisible();
    await checkAccessibility(page, 'inbox of the campaign');
    for (const [name, tab] of [
      ['Performance', 'performance'],
      ['Send log', 'trigger-logs'],
      ['Dedicated IP', 'dedicated-ip'],
    ] as const) {
      await tabs.getByRole('link', { name }).click();
      await page.waitForURL(`**/overview/${tab}`);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await checkAccessibility(page, name);
    }
  });

  await test.step('a lead is pushed manually from the list', async () => {
    await page.goto(overview('lead-list'));
    await page
      .getByRole('row')
      .filter({ hasText: `silent.${mark}` })
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Move to subsequence' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await checkAccessibility(page, 'push');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(page.getByText(`1 lead moved to Interested ${mark}`)).toBeVisible();
    const { rows } = await leads.listCampaignLeads({ params: { campaignId: parentId }, query: {} });
    expect(rows.find((row) => row.lead.email.startsWith('silent'))).toMatchObject({
      status: 'COMPLETED',
      reason: 'PUSHED',
    });
  });
});
