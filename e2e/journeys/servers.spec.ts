import { ImapFlow } from 'imapflow';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import { callProduct } from '../support/call-product';
import { campaigns, importCsv } from '../support/campaign-run';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { readDemo } from '../support/product';

/** A campaign with one email for one person, not started. */
async function oneEmail(name: string, to: string): Promise<number> {
  const { id } = await campaigns.createCampaign({ body: { name } });
  const params = { campaignId: id };
  await callProduct(sequencesContract).saveSequence({
    params,
    body: { steps: [{ variants: [{ subject: name, email_body: '<p>How long does a truck wait at your gate?</p>' }] }] },
  });
  const { rows } = await callProduct(mailboxesContract).list({ query: { limit: 500 } });
  const sender = readDemo().mailboxes.at(-1)?.email;
  await callProduct(campaignMailboxesContract).setCampaignMailboxes({
    params,
    body: { mailbox_ids: rows.filter((row) => row.from_email === sender).map((row) => row.id) },
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
  await importCsv(id, ['E-Mail,Vorname', `${to},Nora`].join('\r\n'));
  return id;
}

/** The header of the mail with this subject in an inbox of the sandbox, or null. */
async function headerOf(account: { email: string; password: string }, subject: string): Promise<string | null> {
  const client = new ImapFlow({
    ...readDemo().imap,
    secure: false,
    auth: { user: account.email, pass: account.password },
    logger: false,
  });
  await client.connect();
  try {
    const lock = await client.getMailboxLock('INBOX');
    try {
      const [uid] = (await client.search({ header: { subject } }, { uid: true })) || [];
      const mail = uid ? await client.fetchOne(String(uid), { uid: true, headers: true }, { uid: true }) : false;
      return mail ? (mail.headers?.toString('utf8') ?? null) : null;
    } finally {
      lock.release();
    }
  } finally {
    await client.logout();
  }
}

test('a server is ordered, sets itself up, and a campaign’s email has its name in the Received line', async ({
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
    await page.getByRole('button', { name: 'Order 1 server' }).click();
    await expect(page).toHaveURL(/ip-provisioning\/\d+/);
    await expect(page.getByText('8 of 8 steps')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Warming', { exact: true }).first()).toBeVisible();
    await checkAccessibility(page, 'the setup of a server');
  });

  await test.step('its address is confirmed both ways, is on no list, and says whose it is', async () => {
    await page.goto(page.url().replace('ip-provisioning', 'ip-details'));
    await expect(page.getByText(`${host} leads to`).first()).toBeVisible();
    await expect(page.getByText('Sandbox cloud (simulated)')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Simulated', { exact: true })).toBeVisible();
    await checkAccessibility(page, 'the details of an IP');
  });

  const campaignId = await oneEmail(`Gate times ${mark}`, reader.email);
  await test.step('a campaign is mapped to the group and started', async () => {
    await page.goto(`/app/email-campaign/${campaignId}/overview/dedicated-ip`);
    await page.getByLabel('Group of servers').click();
    await page.getByRole('option', { name }).click();
    await page.getByRole('button', { name: 'Map campaign' }).click();
    await expect(page.getByText('In rotation')).toBeVisible();
    await checkAccessibility(page, 'the dedicated IP of a campaign');
    await campaigns.setStatus({ params: { campaignId }, body: { action: 'START' } });
  });

  await test.step('its email left through that server and no other', async () => {
    await expect.poll(() => headerOf(reader, `Gate times ${mark}`), { timeout: 90_000 }).not.toBeNull();
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
