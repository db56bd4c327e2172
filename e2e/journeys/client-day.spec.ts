import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { reportsContract } from '@skein/contracts/analytics/reports.contract';
import { auditContract } from '@skein/contracts/main/audit.contract';
import { authContract } from '@skein/contracts/main/auth.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { teamContract } from '@skein/contracts/main/team.contract';
import { whitelabelContract } from '@skein/contracts/main/whitelabel.contract';
import { billingContract } from '@skein/contracts/subscription/billing.contract';
import { InboxPage } from '../pages/inbox.page';
import { answeredCampaign, logInAsClient, makeAgency } from '../support/agency';
import { until } from '../support/answered-lead';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { caughtMails } from '../support/new-person';

/** The page as it stands, on a wide screen and on a phone, in both themes; nothing of it is ours. */
async function checkPage(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} at ${width}`).toBeLessThanOrEqual(
      width,
    );
    expect(await page.evaluate(() => document.body.innerText), `${name} at ${width}`).not.toMatch(/skein/i);
    await checkAccessibility(page, `${name} at ${width}`, { leavesOther: true });
  }
}

test('a client’s day at its agency’s address: home, a reply, a report, its credits, and nothing of the agency’s', async ({
  page,
  demo,
  pageErrors,
}) => {
  const agency = await makeAgency({ name: 'Bright & Partners', accent: '#0b6e4f' });
  const { calls, client, origin, word } = agency;
  const clients = callProduct(clientsContract, calls);
  const clientId = client.id;
  const own = await answeredCampaign(agency, `Dock times ${word}`, 'Thursday works. Who would join?');
  const foreign = await callProduct(campaignsContract, calls).createCampaign({ body: { name: `Foreign ${word}` } });
  await clients.changeClient({ params: { clientId }, body: { lead_credits: 200, email_credits: 5_000 } });
  const reports = callProduct(reportsContract, calls);
  const shared = await reports.createReport({
    body: { name: `Weekly ${word}`, page: 'global-analytics', address: '', is_shared: true, client_id: clientId },
  });
  const internal = await reports.createReport({
    body: { name: `Internal ${word}`, page: 'global-analytics', address: '' },
  });

  await test.step('its home has its campaigns, replies, reports and credits, and no others', async () => {
    await logInAsClient(page, agency);
    await expect(page).toHaveTitle(/Bright & Partners$/);
    await expect(page.getByRole('heading', { name: 'Acme Freight' })).toBeVisible();
    await expect(page.getByRole('link', { name: own.lead })).toBeVisible();
    await expect(page.getByRole('link', { name: shared.name })).toBeVisible();
    await expect(page.getByRole('button', { name: '1 of 200 lead credits' }).first()).toBeVisible();
    await until('the campaign on the home', async () => {
      if (await page.getByRole('link', { name: `Dock times ${word}` }).isVisible()) return true;
      await page.reload();
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      return false;
    });
    await expect(page.getByText(/^1 sent, 1 replied$/)).toBeVisible();
    for (const name of [foreign.name, internal.name]) await expect(page.getByText(name)).toHaveCount(0);
    for (const name of ['Client views', 'SmartServers', 'Get started'])
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
    await checkPage(page, 'home of a client');
  });

  await test.step('it answers a reply', async () => {
    await page.getByRole('link', { name: own.lead }).click();
    const inbox = new InboxPage(page);
    await inbox.conversation.waitFor();
    await checkPage(page, 'conversation of a client');
    await inbox.answer('I will bring our yard manager.');
    const thread = callProduct(inboxContract, client.calls);
    await until('the answer in the thread', async () => {
      const { outgoing, messages } = await thread.getThread({ params: { enrolmentId: own.enrolmentId } });
      return [...outgoing, ...messages].some(({ html }) => html.includes('our yard manager'));
    });
  });

  await test.step('it opens a report, and its PDF is in the brand', async () => {
    await page.goto(`${origin}/app/home`);
    const pdf = await until('the PDF', async () => {
      const drawn = page.waitForResponse((answer) => /\/api\/analytics\/reports\/\d+\/pdf/.test(answer.url()));
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Download ${shared.name} as PDF` }).click();
      // A busy server draws nothing, and asks to try again.
      return (await drawn).ok() && readFile(await (await download).path());
    });
    const isBusy = (error: string) => /status of 503 .*\/api\/analytics\/reports\/\d+\/pdf/.test(error);
    pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !isBusy(error)));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1')).toMatch(/\/FontName \/[A-Z]+\+SourceSerif4-/);
    await page.getByRole('link', { name: shared.name }).click();
    await expect(page.getByRole('heading', { name: shared.name })).toBeVisible();
    await checkPage(page, 'report of a client');
    await page.goto(`${origin}/app/global-analytics`);
    await expect(page.getByText(`Dock times ${word}`).first()).toBeVisible();
    await checkPage(page, 'analytics of a client');
  });

  await test.step('what is the agency’s is closed, by page', async () => {
    for (const address of [
      '/app/client-views',
      '/app/client-view/new-client',
      '/app/settings/team-members',
      '/app/settings/subscription',
      '/app/settings/webhook',
    ]) {
      await page.goto(`${origin}${address}`);
      await expect(page).toHaveURL(/\/app\/(?:home|settings\/profile)$/);
    }
    for (const address of [
      `/app/email-campaign/${foreign.id}/overview/analytics`,
      `/app/global-analytics/reports/${internal.id}`,
    ]) {
      await page.goto(`${origin}${address}`);
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      for (const name of [foreign.name, internal.name]) await expect(page.getByText(name)).toHaveCount(0);
    }
    await page.goto(`${origin}/app/settings/whitelabelled-client`);
    await expect(page.getByLabel('Accent colour', { exact: true })).toHaveCount(0);
  });

  await test.step('and by API', async () => {
    const of = client.calls;
    const refused = async (call: Promise<unknown>) => {
      const status = await call.then(
        () => 200,
        (error: { status?: number }) => error.status,
      );
      expect([403, 404]).toContain(status);
    };
    const campaigns = callProduct(campaignsContract, of);
    expect((await campaigns.listCampaigns({})).rows.map(({ name }) => name)).toEqual([`Dock times ${word}`]);
    await refused(campaigns.getCampaign({ params: { campaignId: foreign.id } }));
    await refused(callProduct(clientsContract, of).listClients({}));
    await refused(callProduct(clientsContract, of).readClient({ params: { clientId } }));
    await refused(callProduct(whitelabelContract, of).read({}));
    await refused(callProduct(whitelabelContract, of).change({ body: { name: 'Mine' } }));
    await refused(callProduct(teamContract, of).listMembers({}));
    await refused(callProduct(authContract, of).apiKeys({}));
    await refused(callProduct(auditContract, of).listEntries({}));
    await refused(callProduct(billingContract, of).readBilling({}));
    const theirs = callProduct(reportsContract, of);
    expect((await theirs.listReports({})).reports.map(({ name }) => name)).toEqual([shared.name]);
    await refused(theirs.readReport({ params: { reportId: internal.id } }));
    const pdf = await fetch(new URL(`/api/analytics/reports/${internal.id}/pdf`, demo.url), { headers: of() });
    expect(pdf.status).toBe(404);
  });

  await test.step('its emails come from the agency', async () => {
    const whitelabel = callProduct(whitelabelContract, calls);
    await whitelabel.change({
      body: {
        sender_name: 'Bright Team',
        sender_address: `hello@${new URL(origin).hostname}`,
        mail_footer: 'Bright & Partners, Mill Lane 4',
      },
    });
    // Below the proven host name the sender needs no record of its own.
    await whitelabel.verify({ body: {} });
    await clients.mailPasswordLink({ params: { clientId }, body: {} });
    const mail = await until('the email', async () =>
      (await caughtMails(client.email)).find(({ links }) => links[0]?.startsWith(`${origin}/reset-password`)),
    );
    expect(JSON.stringify([mail.subject, mail.text])).not.toMatch(/skein/i);
    expect(mail.text).toContain('Bright & Partners, Mill Lane 4');
  });
});
