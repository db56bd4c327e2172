import { fleetContract } from '@skein/contracts/main/fleet.contract';
import { fleetPlanContract } from '@skein/contracts/main/fleet-plan.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { campaigns } from '../support/campaign-run';
import { expect, test } from '../support/journey';
import { oneEmail } from '../support/one-email';
import { readDemo } from '../support/product';

/** A mailbox of the sandbox that the demo leaves free, connected now or by an earlier run. */
async function connectMailbox(email: string, password: string): Promise<number> {
  const mailboxes = callProduct(mailboxesContract);
  const [known] = (await mailboxes.list({ query: { search: email } })).rows;
  if (known) return known.id;
  const { smtp, imap } = readDemo();
  const { mailbox } = await mailboxes.create({
    body: {
      from_name: 'Ines Moreau',
      from_email: email,
      username: email,
      password,
      type: 'SMTP',
      smtp_host: smtp.host,
      smtp_port: smtp.port,
      smtp_port_type: 'NONE',
      imap_host: imap.host,
      imap_port: imap.port,
      imap_port_type: 'NONE',
      message_per_day: 200,
      min_time_to_wait_minutes: 0,
      starts_gently: false,
    },
  });
  return mailbox.id;
}

test('dead addresses hold their import, “Why?” tells it, and the mailbox that burns out rests', async ({
  page,
  loggedIn,
}) => {
  void loggedIn;
  const mark = Date.now().toString(36);
  const { email, password } = readDemo().free_mailboxes[2] as { email: string; password: string };
  const id = await connectMailbox(email, password);
  // With the guard off nothing would answer; this far up it does not pause the campaign before the others.
  const campaignId = await oneEmail(
    `Old list ${mark}`,
    Array.from({ length: 80 }, (_, index) => `${index % 2 ? 'rejects' : 'silent'}.${mark}${index}@prospects.test`),
    email,
  );
  const params = { campaignId };
  await campaigns.updateCampaign({
    params,
    body: { bounce_guard_enabled: true, bounce_autopause_threshold: 100, bounce_guard_min_sent: 100_000 },
  });
  await campaigns.setStatus({ params, body: { action: 'START' } });
  const plan = callProduct(fleetPlanContract);
  const held = async () => (await plan.getFleetPlan({})).responses.find((response) => response.scope === 'IMPORT');
  await expect.poll(async () => (await held())?.reaction).toBe('HOLD');

  await test.step('the fleet shows what it held and which mailbox burns out, and lets it rest', async () => {
    await page.goto('/app/email-accounts/fleet');
    const row = page.getByRole('row').filter({ hasText: email });
    await expect(row.getByText(/^Bounced \d/)).toBeVisible();
    await expect(page.getByText(/\d responses? to bounces/)).toBeVisible();
    await checkAccessibility(page, 'a fleet with a mailbox that burns out');
    await page.setViewportSize({ width: 1280, height: 720 });
    const heights = await page
      .getByRole('table', { name: 'Mailboxes by risk' })
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((line) => line.getBoundingClientRect().height));
    expect.soft(Math.max(...heights), 'reasons stay in one line').toBeLessThan(44);
    await page.setViewportSize({ width: 1440, height: 900 });
    await row.getByRole('button', { name: 'Rest 7 days' }).click();
    await expect(row.getByRole('button', { name: 'End' })).toBeVisible();
    const mailbox = await callProduct(mailboxesContract).get({ params: { mailboxId: id } });
    expect(mailbox.resting_until).not.toBeNull();
  });

  await test.step('“Why?” of a lead that waits names the hold and its reason', async () => {
    await page.goto(`/app/email-campaign/${campaignId}/overview/lead-list`);
    await page
      .getByRole('button', { name: /^Why is nothing sent to silent/ })
      .first()
      .click();
    const why = page.getByRole('dialog');
    await expect(why.getByText(/bounced because the address does not exist/).first()).toBeVisible();
  });

  const response = await held();
  if (response) await plan.releaseBounceResponse({ params: { bounceResponseId: response.id }, body: {} });
  await campaigns.setStatus({ params, body: { action: 'STOP' } });
});

test('a mailbox rests from the fleet page, and the rules put mailboxes into pods', async ({ page, loggedIn }) => {
  void loggedIn;
  const { mailboxes } = await callProduct(fleetContract).getFleet({});
  const worst = mailboxes.find((row) => row.resting_until === null && row.state === 'connected');
  if (!worst) throw new Error('The demo has no mailbox that sends.');
  await page.goto('/app/email-accounts');
  await page.getByRole('link', { name: 'Fleet', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/email-accounts\/fleet$/);
  // Who is fine is listed when asked for.
  await page.getByRole('button', { name: /^Show all/ }).click();
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

  await page.getByRole('button', { name: 'Edit rules' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fleet rules' });
  await dialog.getByLabel('Pods', { exact: true }).fill('2');
  await dialog.getByLabel('Mailboxes per campaign').fill('1');
  await dialog.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText('Fleet rules saved')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Pod B/ })).toBeVisible();
  await expect(page.getByText(/^Put \d+ mailboxes into Pod A, Pod B\.$/)).toBeVisible();
  const plan = callProduct(fleetPlanContract);
  const { rules, days } = await plan.getFleetPlan({});
  expect(days).toHaveLength(14);
  await plan.setFleetRules({ body: { ...rules!, pods: 0 } });
});
