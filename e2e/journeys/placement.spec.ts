import type { Page } from '@playwright/test';
import { authContract } from '@skein/contracts/main/auth.contract';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { operatorContract } from '@skein/contracts/main/operator.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { whitelabelContract } from '@skein/contracts/main/whitelabel.contract';
import { callProduct, type Credentials } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { checkBothWidths } from '../support/check-both-widths';
import { expect, test } from '../support/journey';
import { createPerson, newAddress } from '../support/new-person';
import type { Demo } from '../support/product';
import { beginLoggedIn } from '../support/session';

/** Fills in a test of one mailbox that writes to the seeds of these regions, as fast as it can. */
async function describeTest(
  page: Page,
  {
    name,
    subject,
    text,
    mailbox,
    leftOut,
  }: Record<'name' | 'subject' | 'text' | 'mailbox', string> & { leftOut: string[] },
): Promise<void> {
  await page.getByLabel('Test name').fill(name);
  await page.getByLabel('Subject', { exact: true }).fill(subject);
  await page.getByLabel('Message', { exact: true }).fill(text);
  const search = page.getByLabel('Search mailboxes');
  if (await search.isVisible()) await search.fill(mailbox);
  await page.getByRole('checkbox', { name: mailbox }).check();
  await page.getByRole('checkbox', { name: /^Keep the gap of each mailbox/ }).uncheck();
  for (const region of leftOut) await page.getByRole('checkbox', { name: region, exact: true }).uncheck();
  await page.getByRole('checkbox', { name: /^Send a control email as well/ }).uncheck();
}

const verdict = (page: Page, words: string) =>
  expect(
    page.getByRole('heading', { level: 1 }).locator('xpath=../..').getByText(words, { exact: true }),
  ).toBeVisible();

test('a test fails because of an SPF record, which is repaired and proven, and the next run passes', async ({
  page,
  loggedIn: _,
}) => {
  const domain = 'northlight-team.test';
  const mailbox = `lena@${domain}`;
  const mailboxes = callProduct(mailboxesContract);
  const { rows } = await mailboxes.list({ query: { limit: 500 } });
  const sender = rows.find((row) => row.from_email === mailbox);
  if (!sender) throw new Error('The demo has no mailbox of the domain whose SPF record is wrong.');
  await mailboxes.update({
    params: { mailboxId: sender.id },
    body: { message_per_day: 200, min_time_to_wait_minutes: 0 },
  });

  await test.step('the test is created, and fails', async () => {
    await page.goto('/app/email-deliverability/smart-inbox/manual/all-tests');
    await page.getByRole('link', { name: 'New manual test' }).first().click();
    await describeTest(page, {
      name: `Gate times ${Date.now().toString(36)}`,
      subject: 'How long does a truck wait at your gate?',
      text: 'Hello,\n\nhow do you measure the time between gate and door today?\n\nLena Vogt',
      mailbox,
      leftOut: ['Asia', 'Oceania', 'South America'],
    });
    await page.getByLabel('Passes at').fill('70');
    await checkBothWidths(page, 'a new placement test');
    await page.getByRole('button', { name: 'Start test' }).click();
    await expect(page).toHaveURL(/\/manual\/deliverability-results\/providers-view$/);
    await verdict(page, 'Failed');
    await expect(page.getByText('All 16 emails')).toBeVisible();
    await checkBothWidths(page, 'the result of a placement test');
  });

  await test.step('the record is published, and checking again proves it', async () => {
    await page.getByRole('link', { name: 'Action steps' }).click();
    const step = page
      .locator('section')
      .filter({ hasText: `to the SPF record of ${domain}` })
      .first();
    await expect(step.getByText('ip4:203.0.113.24', { exact: false }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled();
    await expect(step.getByText('High', { exact: true })).toBeVisible();
    await checkBothWidths(page, 'action steps');
    await step.getByRole('button', { name: 'Publish in the sandbox’s DNS' }).click();
    await expect(step.getByText('Fixed', { exact: true })).toBeVisible();
  });

  await test.step('a second run passes, and is compared with the first', async () => {
    await page.getByRole('button', { name: 'Run again' }).click();
    await verdict(page, 'Passed');
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await expect(page.getByText('0 of 16 in run 1')).toBeVisible();
    await checkBothWidths(page, 'runs of a placement test');
  });
});

/** An agency on a plan with placement tests, whose client has the only mailbox, and a campaign that sends from it. */
async function agency(demo: Demo, owner: { email: string; token: string }) {
  const credentials = (): Credentials => ({ authorization: `Bearer ${owner.token}` });
  const operator = await callProduct(authContract, () => ({})).login({
    body: { email: demo.email, password: demo.password },
  });
  const operate = callProduct(operatorContract, () => ({ authorization: `Bearer ${operator.token}` }));
  const { workspaces } = await operate.listWorkspaces({ query: { search: owner.email } });
  await operate.changePlan({
    params: { operatedWorkspaceId: workspaces[0]?.id as number },
    body: { plan_type: 'expert', is_subscribed: true, subscription_end_at: null },
  });
  const client = await callProduct(clientsContract, credentials).createClient({
    body: { name: 'Acme Freight', email: newAddress('acme') },
  });
  const whitelabel = callProduct(whitelabelContract, credentials);
  await whitelabel.change({
    body: { name: 'Bright & Partners', accent: '#0b6e4f', domain: `reports-${client.id}.localhost` },
  });
  await whitelabel.publishInSandbox({ body: {} });
  await whitelabel.verify({ body: {} });
  const account = demo.free_mailboxes[2] as Demo['free_mailboxes'][0];
  const { mailbox } = await callProduct(mailboxesContract, credentials).create({
    body: {
      from_name: 'Ines Sommer',
      from_email: account.email,
      username: account.email,
      password: account.password,
      smtp_host: demo.smtp.host,
      smtp_port: demo.smtp.port,
      smtp_port_type: 'NONE',
      imap_host: demo.imap.host,
      imap_port: demo.imap.port,
      imap_port_type: 'NONE',
      message_per_day: 100,
      starts_gently: false,
      client_id: client.id,
    },
  });
  const campaigns = callProduct(campaignsContract, credentials);
  const { id: campaignId } = await campaigns.createCampaign({ body: { name: 'Dock times' } });
  const params = { campaignId };
  await callProduct(sequencesContract, credentials).saveSequence({
    params,
    body: {
      steps: [
        { variants: [{ subject: 'Dock times', email_body: '<p>How long does a truck wait?</p>' }] },
        {
          seq_delay_details: { delayInDays: 4 },
          variants: [{ subject: '', email_body: '<p>Shall I show you how others measure it?</p>' }],
        },
      ],
    },
  });
  await callProduct(campaignMailboxesContract, credentials).setCampaignMailboxes({
    params,
    body: { mailbox_ids: [mailbox.id] },
  });
  await campaigns.saveSchedule({
    params,
    body: {
      timezone: 'Etc/GMT',
      days: [1, 2, 3, 4, 5, 6, 7],
      start_hour: '00:00',
      end_hour: '23:59',
      min_time_btwn_emails: 3,
      max_leads_per_day: 100,
    },
  });
  await callProduct(campaignLeadsContract, credentials).addLeads({
    params,
    body: { leads: [{ email: `silent.${client.id}@prospects.test` }] },
  });
  // The launch check asks for a placement that is good enough: the campaign runs before the first test is made.
  await campaigns.setStatus({ params, body: { action: 'START' } });
  return { campaignId, mailbox };
}

test('an automatic test rests a mailbox, which Why? and the history tell, and its client sees a branded report', async ({
  page,
  browser,
  demo,
}) => {
  const owner = await createPerson('placement');
  const { campaignId, mailbox } = await agency(demo, owner as { email: string; token: string });
  await beginLoggedIn(page, owner);

  await test.step('the test fails, and the mailbox rests', async () => {
    await page.goto('/app/email-deliverability/smart-inbox/auto/all-tests');
    await page.getByRole('link', { name: 'New automatic test' }).first().click();
    await describeTest(page, {
      name: 'Weekly placement',
      subject: 'Urgent: you are a winner!',
      text: 'Act now: free cash, guaranteed and risk-free. Click here, buy now, no obligation!!!',
      mailbox: mailbox.from_email,
      leftOut: ['Asia', 'Europe', 'Oceania', 'South America'],
    });
    await page.getByLabel('Below', { exact: true }).fill('80');
    await page.getByLabel('In this many runs in a row').fill('1');
    await checkBothWidths(page, 'a new automatic test');
    await page.getByRole('button', { name: 'Start test' }).click();
    await verdict(page, 'Failed');
    // A result that stands still is read again twice a minute.
    await expect(page.getByText(`${mailbox.from_email}: Rests until`, { exact: false })).toBeVisible();
  });
  const results = page.url();

  await test.step('the change history and Why? give the reason', async () => {
    const reason = /Placement of \d+% in run 1 of “Weekly placement”, below 80%\./;
    await page.goto('/app/settings/change-history');
    await expect(page.getByText(reason).first()).toBeVisible();
    await checkBothWidths(page, 'the change history');
    await page.goto(`/app/email-campaign/${campaignId}/overview/lead-list`);
    await page.getByRole('button', { name: /^Why is nothing sent to silent\./ }).click();
    await page.getByRole('button', { name: /^Show all \d+ rules$/ }).click();
    await expect(page.getByRole('dialog').getByText(reason).first()).toBeVisible();
    await checkAccessibility(page, 'why a lead waits for a mailbox that rests');
  });

  await test.step('a link shows the report to the client, in the brand of the agency', async () => {
    await page.goto(results);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Share with a client' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await expect(dialog.getByText('For Acme Freight.', { exact: false })).toBeVisible();
    const url = (await dialog.getByText(/\/api\/smart-delivery\/shared\//).textContent())?.trim() ?? '';
    const guest = await (await browser.newContext()).newPage();
    await guest.goto(url);
    await expect(guest.getByRole('heading', { name: 'Weekly placement' })).toBeVisible();
    await expect(guest.getByText('Bright & Partners').first()).toBeVisible();
    await expect(guest.getByText('Skein')).toHaveCount(0);
    await checkBothWidths(guest, 'the report that a client sees');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await expect(dialog.getByRole('button', { name: 'Revoke' })).toHaveCount(0);
    await guest.reload();
    await expect(guest.getByText('Weekly placement')).toHaveCount(0);
    await guest.context().close();
  });
});
