import type { Page } from '@playwright/test';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { until } from '../support/answered-lead';
import { callProduct } from '../support/call-product';
import { campaigns, prepareCampaign, sandbox } from '../support/campaign-run';
import { checkBothWidths } from '../support/check-both-widths';
import { expect, test } from '../support/journey';
import { readDemo } from '../support/product';

const inbox = callProduct(inboxContract);

/** What people of the sandbox do, and how many do it: all there is to count. */
const kinds = { interested: 3, notinterested: 2, bounces: 1, silent: 2 } as const;
const contacted = 8;
const replied = kinds.interested + kinds.notinterested;
const share = (count: number) => `${((100 * count) / contacted).toFixed(1)}%`;

/** A campaign to which everybody has reacted, and which writes to nobody any more. @returns how many emails its servers took */
async function overAndDone(mark: string): Promise<{ campaignId: number; name: string; sent: number }> {
  const name = `Counted ${mark}`;
  const people = Object.entries(kinds).flatMap(([word, count]) =>
    Array.from({ length: count }, (_, n) => ({
      email: `${word}.c${n}${mark}@prospects.test`,
      word: 'silent' as const,
      first_name: `Nora ${n}`,
      company_name: 'Kestrel Supply',
      city: 'Malmö',
    })),
  );
  const campaignId = await prepareCampaign(name, people);
  const record = () => sandbox.record({ query: { campaign_id: campaignId, with_mails: true } });
  await campaigns.setStatus({ params: { campaignId }, body: { action: 'START' } });
  await until('the first email to everyone', async () => {
    const { mails } = await record();
    return new Set(mails.map((mail) => mail.recipients[0])).size === contacted;
  });
  await campaigns.setStatus({ params: { campaignId }, body: { action: 'PAUSE' } });
  await until('a reply of everyone who replies', async () => {
    const { total } = await inbox.listConversations({ query: { folder: 'replies', campaign_ids: [campaignId] } });
    return total === replied;
  });
  return { campaignId, name, sent: (await record()).mails.length };
}

/** What a page says, in one line. */
const wordsOf = async (page: Page): Promise<string> =>
  (await page.locator('main').first().innerText())
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' | ');

/** A figure, the change against the period before, and its count. */
const figure = (label: string, value: string, count?: number): RegExp =>
  new RegExp(
    `${label} \\| ${value.replace('.', '\\.')} \\|${count === undefined ? '' : `(?: [^|]*\\|){0,3} ${count} \\|`}`,
  );

/** Leads that the mailboxes of a page contacted, together. */
async function contactedBy(page: Page): Promise<number> {
  const buttons = page.locator('main').getByRole('button', { name: /^\d+ Contacted, .+@/ });
  const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  return names.reduce((sum, label) => sum + Number.parseInt(label, 10), 0);
}

/** Opens a figure: it leads to as many rows as it says. */
async function expectRows(page: Page, button: string, rows: number): Promise<void> {
  await page.locator('main').getByRole('button', { name: button, exact: true }).first().click();
  const drawer = page.getByRole('dialog').last();
  await expect(drawer.getByRole('row')).toHaveCount(rows + 1);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
}

test('each page of analytics says what was counted from rows, at both widths, and its figures lead to their rows', async ({
  page,
  loggedIn: _,
}) => {
  const { campaignId, name, sent } = await test.step('everybody reacts', () => overAndDone(Date.now().toString(36)));
  const domain = readDemo().mailboxes[0]?.email.split('@')[1] ?? '';
  const totals = [
    figure('Contacted', String(contacted)),
    figure('Sent', String(sent)),
    figure('Replied', share(replied), replied),
    figure('Positive', share(kinds.interested), kinds.interested),
  ];
  const pages: [page: string, says: RegExp[], rows: [button: string, rows: number][]][] = [
    ['agency-insights', totals, [['Positive', kinds.interested]]],
    ['performance-metrics', totals, [['Replied', replied]]],
    ['overall-client-performance', totals, [[`${contacted} Contacted, ${name}`, contacted]]],
    ['lead-response', [figure('First replies', String(replied))], [['First replies', replied]]],
    ['team-board', [figure('Positive replies', String(kinds.interested))], [['Positive replies', kinds.interested]]],
    ['email-health-metrics', [], []],
    ['domain-health-metrics', [], [[`${contacted} Contacted, ${domain}`, contacted]]],
    ['campaign-performance', totals, [[`${contacted} Contacted, ${name}`, contacted]]],
    [
      'campaign-response-analysis',
      [figure('Positive', String(kinds.interested)), figure('Negative', String(kinds.notinterested))],
      [
        ['Positive', kinds.interested],
        ['Negative', kinds.notinterested],
      ],
    ],
    ['email-provider-performance', [], [[`${share(replied)} is answered, All to All`, replied]]],
  ];
  for (const [address, says, rows] of pages)
    await test.step(address, async () => {
      await page.goto(`/app/analytics-v2/${address}?campaign=${campaignId}`);
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      for (const text of says) await expect.poll(() => wordsOf(page)).toMatch(text);
      if (address === 'email-health-metrics')
        await expect.poll(() => contactedBy(page), 'contacted by all mailboxes').toBe(contacted);
      for (const [button, count] of rows) await expectRows(page, button, count);
      await checkBothWidths(page, address);
    });
});
