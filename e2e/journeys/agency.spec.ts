import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { authContract } from '@skein/contracts/main/auth.contract';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { whitelabelContract } from '@skein/contracts/main/whitelabel.contract';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { caughtMails, confirmAddress, createPerson, newAddress } from '../support/new-person';
import { readPorts } from '../support/product';
import { beginLoggedIn } from '../support/session';

const password = 'a long enough password';
const mark = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 6);
const brandOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim());
/** The first HTML as the server sends it to this host name, before any script. Names below localhost are known to browsers only. */
function firstHtml(address: string): Promise<string> {
  const { host, port, pathname } = new URL(address);
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: pathname, headers: { host } }, (answer) => {
      text(answer).then(resolve, reject);
    }).on('error', reject);
  });
}

test('an agency puts its name on its own address, and its client sees there what is its own', async ({
  page,
  browser,
  demo,
}) => {
  const owner = await createPerson('agency');
  const credentials = () => ({ authorization: `Bearer ${owner.token}` });
  const word = mark();
  const domain = `agency-${word}.localhost`;
  const there = Object.assign(new URL(demo.url), { hostname: domain }).origin;

  // The agency sets its brand up on its page.
  await beginLoggedIn(page, owner);
  await page.goto('/app/settings/whitelabelled-client');
  await page.getByLabel('Name', { exact: true }).fill('Bright & Partners');
  await page.getByLabel('Accent colour', { exact: true }).fill('#ffcc00');
  await page.getByRole('button', { name: /^Take #/ }).click();
  await page.getByLabel('Accent colour', { exact: true }).fill('#0b6e4f');
  await page.getByRole('radio', { name: 'Round' }).click();
  await page.getByLabel('Login page text').fill('Your pipeline, by Bright.');
  await page.getByLabel('Host name').fill(domain);
  await page.getByLabel('Sender name').fill('Bright Team');
  await page.getByLabel('Sender address').fill(`hello@bright-${word}.test`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Not looked up yet').first()).toBeVisible();
  expect(await firstHtml(`${there}/login`)).toContain('<title>Skein</title>');
  await page.getByRole('button', { name: 'Set in the sandbox’s DNS' }).click();
  await expect(page.getByText('Records set in the sandbox’s DNS')).toBeVisible();
  await page.getByRole('button', { name: 'Look up now' }).click();
  await expect(page.getByRole('link', { name: `${there}/client-login` })).toBeVisible();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
  await expect(page.getByRole('img', { name: 'Present logo' })).toBeVisible();
  await checkAccessibility(page, 'whitelabel');

  // It makes a client with one campaign and one hidden category.
  const campaigns = callProduct(campaignsContract, credentials);
  const [own, other] = await Promise.all(
    [`Own ${word}`, `Foreign ${word}`].map((name) => campaigns.createCampaign({ body: { name } })),
  );
  const leads = callProduct(campaignLeadsContract, credentials);
  const emails = ['shown', 'hidden'].map((each) => `${each}.${word}@prospects.test`);
  await leads.addLeads({
    params: { campaignId: own?.id as number },
    body: { leads: emails.map((email) => ({ email })) },
  });
  const listed = (await leads.listCampaignLeads({ params: { campaignId: own?.id as number } })).rows;
  const hidden = listed.find((row) => row.lead.email === emails[1]);
  await leads.categoriseLeads({
    params: { campaignId: own?.id as number },
    body: { selection: { enrolment_ids: [hidden?.enrolment_id as number] }, category_id: 3 },
  });
  const email = newAddress('client');
  await page.goto('/app/client-view/new-client');
  await page.getByLabel('Name', { exact: true }).fill('Acme');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('checkbox', { name: /^Full access/ }).check();
  await checkAccessibility(page, 'new client');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page).toHaveURL(/client-views\/\d+$/);
  await checkAccessibility(page, 'client');
  const clientId = Number(page.url().split('/').at(-1));
  const clients = callProduct(clientsContract, credentials);
  await clients.changeClient({ params: { clientId }, body: { retricted_category: [3] } });
  await clients.setCampaigns({ params: { clientId }, body: { campaign_ids: [own?.id as number] } });
  await confirmAddress(email);
  await page.goto('/app/client-views');
  await expect(page.getByRole('link', { name: 'Acme' })).toBeVisible();
  await checkAccessibility(page, 'client views');

  // The client comes to the agency's address: nothing of ours stands in the first HTML, and nothing of ours is painted.
  const html = await firstHtml(`${there}/client-login`);
  expect(html).toContain('<title>Bright &amp; Partners</title>');
  expect(html).not.toContain('Skein');
  expect(await firstHtml(`${demo.url}/client-login`)).toContain('<title>Skein</title>');
  const guest = await (await browser.newContext()).newPage();
  const errors: string[] = [];
  guest.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) errors.push(message.text());
  });
  await guest.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.effectiveDirective} ${event.blockedURI}`),
    ),
  );
  await guest.goto(`${there}/client-login`);
  await guest.getByLabel('Email', { exact: true }).fill(email);
  expect(await brandOf(guest)).toBe('#0b6e4f');
  await expect(guest).toHaveTitle(/Bright & Partners$/);
  await expect(guest.getByText('Your pipeline, by Bright.')).toBeVisible();
  expect(await guest.evaluate(() => getComputedStyle(document.body).getPropertyValue('--r-2').trim())).toBe('14px');
  await expect(guest.getByText('Sign up')).toHaveCount(0);
  await checkAccessibility(guest, 'client login of an agency');
  await guest.getByLabel('Password', { exact: true }).fill(password);
  await guest.getByRole('button', { name: 'Log in', exact: true }).click();
  // Its home: its own campaigns, replies and reports, on a wide screen and on a phone.
  await expect(guest).toHaveURL(`${there}/app/home`);
  await expect(guest.getByRole('heading', { name: 'Acme' })).toBeVisible();
  await expect(guest.getByText(/Loading/)).toHaveCount(0);
  await checkAccessibility(guest, 'home of a client');
  await guest.setViewportSize({ width: 390, height: 844 });
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await checkAccessibility(guest, 'home of a client on a phone');
  await guest.setViewportSize({ width: 1440, height: 900 });

  // It sees its own campaign and no other, and no lead of the hidden category.
  await guest.goto(`${there}/app/email-campaign/all`);
  await expect(guest.getByText(`Own ${word}`).first()).toBeVisible();
  await expect(guest.getByText(`Foreign ${word}`)).toHaveCount(0);
  expect(await brandOf(guest)).toBe('#0b6e4f');
  await expect(guest.getByRole('link', { name: 'Client views' })).toHaveCount(0);
  await guest.goto(`${there}/app/email-campaign/${own?.id}/overview/lead-list`);
  await expect(guest.getByText(emails[0] as string).first()).toBeVisible();
  await expect(guest.getByText(emails[1] as string)).toHaveCount(0);
  const { token } = await callProduct(authContract, () => ({})).clientLogin({ body: { email, password } });
  const asClient = () => ({ authorization: `Bearer ${token}` });
  await expect(
    callProduct(campaignsContract, asClient).getCampaign({ params: { campaignId: other?.id as number } }),
  ).rejects.toThrow('404');

  // Mails carry the agency's sender and address.
  await guest.goto(`${there}/forgot-password`);
  await clients.mailPasswordLink({ params: { clientId }, body: {} });
  await expect.poll(async () => (await caughtMails(email))[0]?.links[0] ?? '').toContain(`${there}/reset-password`);
  expect((await caughtMails(email))[0]?.from).toBe(`hello@bright-${word}.test`);

  // A deactivated client is out.
  await clients.setStatus({ params: { clientId }, body: { status: 'deactivated' } });
  await expect(callProduct(campaignsContract, asClient).listCampaigns({})).rejects.toThrow('401');
  await callProduct(whitelabelContract, credentials).change({ body: { domain: null } });
  expect(await firstHtml(`${there}/login`)).toContain('<title>Skein</title>');
  expect(errors).toEqual([]);
});

test('services on ports of their own work from login to a list', async ({ browser, demo }) => {
  const { web: pages, main, analytics } = readPorts();
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked = new Set<string>();
  page.on('request', (request) => {
    if (/\/api\//.test(request.url())) asked.add(new URL(request.url()).port);
  });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d|ERR_(ABORTED|INCOMPLETE)/.test(message.text()))
      errors.push(message.text());
  });
  await page.goto(`http://localhost:${pages}/login`);
  await page.getByLabel('Email', { exact: true }).fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/app\//);
  await page.goto(`http://localhost:${pages}/app/email-campaign/all`);
  await page.getByRole('searchbox', { name: 'Filter by name or tag' }).fill('Q4 logistics');
  await expect(page.getByRole('link', { name: /Q4 logistics/ }).first()).toBeVisible();
  await page.goto(`http://localhost:${pages}/app/global-analytics`);
  await expect.poll(() => [...asked].sort()).toEqual([String(main), String(analytics)].sort());
  // The session outlives the page: the refresh cookie travels between the ports.
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('skein') ?? '{}');
    kept.areas.auth.token = 'worn.out.token';
    localStorage.setItem('skein', JSON.stringify(kept));
  });
  await page.goto(`http://localhost:${pages}/app/email-campaign/all`);
  await page.getByRole('searchbox', { name: 'Filter by name or tag' }).fill('Q4 logistics');
  await expect(page.getByRole('link', { name: /Q4 logistics/ }).first()).toBeVisible();
  expect(errors).toEqual([]);
  await context.close();
});
