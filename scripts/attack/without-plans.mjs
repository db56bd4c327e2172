// C2: an installation without plans (PLANS=none) speaks of none. Every page that a link leads to is opened in a browser, one of each kind.
import { chromium } from '@playwright/test';

import { installChromium } from '../lib/find-chromium.mjs';

export const title = 'No page of an installation without plans speaks of plans, trials or upgrades';
export const makesItsOwn = true;
/** It needs a browser, and minutes. */
export const isOnRequest = true;
export const variables = { PLANS: 'none' };

/** Where the walk begins; everything else is found by its links. */
const begin = [
  '/app/email-campaign/all',
  '/app/email-campaign/new-campaign',
  '/app/leads/all',
  '/app/leads/verification',
  '/app/master-inbox',
  '/app/email-accounts',
  '/app/email-accounts/fleet',
  '/app/email-accounts/creation-page/smtp',
  '/app/email-accounts-new/emails',
  '/app/bulk-email-accounts/new',
  '/app/smart-servers',
  '/app/smart-servers/creation-page',
  '/app/global-analytics',
  '/app/analytics-v2/agency-insights',
  '/app/email-deliverability',
  '/app/university/menu',
  '/app/integrations/native-integrations',
  '/app/integrations/imports',
  '/app/client-views',
  '/app/client-view/new-client',
  '/app/get-started',
  '/app/onboarding',
  '/app/settings/profile',
  '/app/settings/subscription',
  '/app/settings/whitelabelled-client',
  '/app/settings/ai-assistant',
  '/app/settings/security',
  '/app/account-cancellation',
];
const words = /.{0,40}\b(?:plans?|trials?|upgrades?|upgraded|subscriptions?|billing|invoices?|pricing)\b.{0,40}/gi;
/** What is not about plans of the product: words of the demo's emails, of guides about sending, and the operator's setting itself. */
const harmless = [
  /your pricing\?/i,
  /hi, hello, billing, team/i,
  /A plan from signed contract/i,
  /a rest plan are worth/,
  /really sent, not from the plan/,
  /does not touch your invoices/,
  /^Plans \(PLANS\)$/,
];

const kindOf = (path) => path.split(/[?#]/)[0].replace(/\d+/g, 'N');

export default async function walkWithoutPlans({ installation, report, say }) {
  const { url, demo } = installation;
  const browser = await chromium.launch({ executablePath: installChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(`${url}/login`);
    await page.getByLabel(/email/i).first().fill(demo.email);
    await page
      .getByLabel(/password/i)
      .first()
      .fill(demo.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\//, { timeout: 60_000 });
    const waiting = [...begin];
    const seen = new Set(waiting.map(kindOf));
    const found = [];
    let walked = 0;
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await page.goto(url + path);
      await page
        .locator('#page')
        .getByRole('heading')
        .first()
        .waitFor({ timeout: 45_000 })
        .catch(() => undefined);
      await page
        .locator('#page [aria-busy=true]')
        .first()
        .waitFor({ state: 'detached', timeout: 20_000 })
        .catch(() => undefined);
      walked += 1;
      const text = await page.locator('body').innerText();
      const said = (text.match(words) ?? []).filter((each) => !harmless.some((rule) => rule.test(each)));
      if (said.length > 0) {
        found.push(path);
        say(`${path}: ${[...new Set(said)].join(' | ')}`);
      }
      const links = await page
        .locator('a[href^="/app/"]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
      for (const link of links)
        if (!seen.has(kindOf(link))) {
          seen.add(kindOf(link));
          waiting.push(link);
        }
    }
    report('C2', found.length === 0, `${walked} pages without plans, of which ${found.length} speak of them`);
  } finally {
    await browser.close();
  }
}
