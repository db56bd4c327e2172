import type { Page } from '@playwright/test';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { InboxPage } from '../pages/inbox.page';
import { until } from '../support/answered-lead';
import { callProduct } from '../support/call-product';
import { campaigns, prepareCampaign, sandbox } from '../support/campaign-run';
import { checkAccessibility } from '../support/check-accessibility';
import { byKeys, byTouch, expectFocus, type InboxAction, type InboxDriver } from '../support/inbox-drivers';
import { expect, test } from '../support/journey';
import { sendFromOutside } from '../support/send-mail';

const inbox = callProduct(inboxContract);
// oxlint-disable-next-line skein/no-figures-of-time -- Deliberate: how long the morning took is printed and never judged.
const now = () => performance.now();

/**
 * What people write, how often, and what an agency does with it. `says` is written by the journey, all else by the people of the sandbox.
 */
const kinds = {
  interested: { count: 10, does: 'answer' },
  accepts: { count: 5, does: '2' },
  proposes: { count: 4, does: 'answer' },
  declines: { count: 4, does: '3' },
  notinterested: { count: 9, does: '3' },
  ooo: { count: 6, does: '6' },
  replies: { count: 8, does: 'records' },
  alias: { count: 6, does: 'archive' },
  'silent.wrong': { count: 4, does: '7', says: 'I am not the right person for this. Please ask Ingrid Holm.' },
  'silent.stop': { count: 4, does: 'block', says: 'Do not contact me again.' },
} as const satisfies Record<string, { count: number; does: InboxAction; says?: string }>;
type Kind = keyof typeof kinds;
const all = Object.keys(kinds) as Kind[];
const total = all.reduce((sum, kind) => sum + kinds[kind].count, 0);
const kindOf = (email: string) => all.find((kind) => email.startsWith(`${kind}.`)) as Kind;

/** A campaign whose leads have all answered, each in the way of its kind; it writes to none of them any more. */
async function overnight(mark: string): Promise<number> {
  const people = all.flatMap((kind) =>
    Array.from({ length: kinds[kind].count }, (_, n) => ({
      email: `${kind}.m${n}${mark}@prospects.test`,
      word: 'silent' as const,
      first_name: `Nora ${n}`,
      company_name: 'Kestrel Supply',
      city: 'Malmö',
    })),
  );
  const campaignId = await prepareCampaign(`A morning ${mark}`, people);
  await campaigns.setStatus({ params: { campaignId }, body: { action: 'START' } });
  const mails = await until('the first email to everyone', async () => {
    const record = await sandbox.record({ query: { campaign_id: campaignId, with_mails: true } });
    const sent = new Map(record.mails.map((mail) => [mail.recipients[0] ?? '', mail]));
    return sent.size === people.length && sent;
  });
  await campaigns.setStatus({ params: { campaignId }, body: { action: 'PAUSE' } });
  for (const { email } of people) {
    const kind = kinds[kindOf(email)];
    const mail = mails.get(email);
    if (!('says' in kind) || !mail) continue;
    await sendFromOutside({
      from: email,
      to: mail.sender,
      subject: `Re: ${mail.subject}`,
      html: `<p>${kind.says}</p>`,
      inReplyTo: `<${mail.message_id?.replace(/[<>]/g, '')}>`,
      messageId: `<${email}>`,
    });
  }
  await until(
    'a reply of everyone',
    async () =>
      (await inbox.listConversations({ query: { folder: 'replies', campaign_ids: [campaignId] } })).total === total,
  );
  return campaignId;
}

/** All of them in one sitting. @returns how long each took */
async function answerAll(
  driver: InboxDriver,
  people: ReadonlyMap<number, string>,
): Promise<{ kind: Kind; ms: number }[]> {
  const took: { kind: Kind; ms: number }[] = [];
  const open = new Set(people.keys());
  let start = now();
  for (let id = await driver.begin(open); open.size > 0;) {
    const kind = kindOf(people.get(id) ?? '');
    await test.step(`${kind} of ${people.get(id)}`, async () => {
      await driver.act(kinds[kind].does);
      open.delete(id);
      if (open.size > 0) id = await driver.next(open, id);
    });
    took.push({ kind, ms: now() - start });
    start = now();
  }
  return took;
}

/** Every conversation is where it was put. */
async function expectAllDone(campaignId: number, people: ReadonlyMap<number, string>): Promise<void> {
  const after = async () =>
    (await inbox.listConversations({ query: { folder: 'all', campaign_ids: [campaignId], limit: 100 } })).rows.map(
      ({ enrolment_id: id, category_id: category, is_archived: isArchived }) => ({
        kind: kindOf(people.get(id) ?? ''),
        category,
        isArchived,
      }),
    );
  const wrong = async () =>
    (await after()).filter(({ kind, category, isArchived }) => {
      const { does } = kinds[kind];
      if (does === 'archive') return !isArchived;
      if (does === 'block') return category !== 4;
      return /^\d$/.test(does) && category !== Number(does);
    });
  await expect.poll(wrong).toEqual([]);
}

test('an agency’s morning without a mouse: sixty replies of all kinds in one sitting', async ({
  page,
  isMobile,
  loggedIn: _,
}, info) => {
  const campaignId = await test.step('sixty people answer overnight', () =>
    overnight(`${info.project.name}${Date.now().toString(36)}`));
  const { rows } = await inbox.listConversations({
    query: { folder: 'replies', campaign_ids: [campaignId], limit: 100 },
  });
  const people = new Map(rows.map((row) => [row.enrolment_id, row.lead.email]));

  await page.goto(`/app/master-inbox?campaign=${campaignId}`);
  await page.locator('li[aria-posinset]').first().waitFor();
  await expectFits(page, 'the list of a morning');
  const began = now();
  const took = await answerAll(isMobile ? byTouch(page) : byKeys(page), people);
  tell(took, now() - began, isMobile ? 'by touch, 390 px wide' : 'by keys, 1440 px wide');
  await test.step('everything did what it says', () => expectAllDone(campaignId, people));
  await expectFits(page, 'the inbox after a morning');
  if (isMobile) {
    await lookAroundByTouch(page, campaignId);
    return;
  }
  await expectFocus(page, 'the last one');
  await test.step('the changes of the morning are two keys away, with their undo', async () => {
    await page.keyboard.press('i');
    await expect(page.getByText(starred).last()).toBeVisible();
    await showChangesByKeys(page);
  });
  await test.step('the same keys work where the window is as narrow as a phone', () =>
    lookAroundByKeys(page, campaignId));
});

const starred = /^(?:Marked as important|No longer important)$/;

/** The page needs no more than its width, and has no fault that axe finds. */
async function expectFits(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
  await checkAccessibility(page, `${name}, ${width} px`);
}

async function openAll(page: Page, campaignId: number): Promise<void> {
  await page.goto(`/app/master-inbox/all?campaign=${campaignId}`);
  await page.locator('li[aria-posinset]').first().waitFor();
}

async function showChangesByKeys(page: Page): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('z');
  await page.getByRole('heading', { level: 1, name: 'Recent changes' }).waitFor();
  await expect(page.getByRole('button', { name: /^Undo: / }).first()).toBeVisible();
  await expectFits(page, 'recent changes after a morning');
}

/** One conversation from the list to an undone star, by keys alone at 390 px; what was done is undone after a reload too. */
async function lookAroundByKeys(page: Page, campaignId: number): Promise<void> {
  const { conversation } = new InboxPage(page);
  const dialog = page.getByRole('dialog');
  const press = (key: string) => page.keyboard.press(key);
  await page.setViewportSize({ width: 390, height: 844 });
  await openAll(page, campaignId);
  await press('j');
  await conversation.waitFor();
  await expectFits(page, 'a conversation of a morning');
  await press('l');
  await press('d');
  await dialog.waitFor();
  await expectFits(page, 'a reminder of a morning');
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await press('i');
  await expect(page.getByText(starred).last()).toBeVisible();
  await expectFits(page, 'a message below a conversation');
  await page.reload();
  await conversation.waitFor();
  await press('ControlOrMeta+z');
  await expect(page.getByText(/^Undone: (?:Marked as important|No longer important)$/)).toBeVisible();
  await showChangesByKeys(page);
}

/** One conversation from the list to an undone star, with a thumb. */
async function lookAroundByTouch(page: Page, campaignId: number): Promise<void> {
  const { composer, conversation, reply } = new InboxPage(page);
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap();
  await openAll(page, campaignId);
  await page.locator('[data-conversation]').first().tap();
  await conversation.waitFor();
  await expectFits(page, 'a conversation of a morning');
  await reply.tap();
  await composer.getByRole('textbox').last().tap();
  await page.keyboard.insertText('On Tuesday');
  await expectFits(page, 'an answer of a morning');
  await tap('Close, the draft is kept');
  await composer.waitFor({ state: 'detached' });
  await tap('More for this conversation');
  await page.getByRole('menuitem', { name: 'Set a reminder' }).tap();
  await page.getByRole('dialog').waitFor();
  await expectFits(page, 'a reminder of a morning');
  await tap('Cancel');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await tap('More for this conversation');
  await page.getByRole('menuitem', { name: /important/i }).tap();
  await expect(page.getByText(starred).last()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().tap();
  await expect(page.getByText(/^Undone: (?:Marked as important|No longer important)$/)).toBeVisible();
  await expectFits(page, 'a message below a conversation');
}

/** Prints how long it took; no figure decides anything. */
function tell(took: readonly { kind: Kind; ms: number }[], ms: number, how: string): void {
  const sorted = took.map((each) => each.ms).sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  console.log(
    `\n${took.length} replies ${how}, in ${(ms / 1000).toFixed(1)} s: median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms a reply`,
  );
  for (const kind of all) {
    const own = took.filter((each) => each.kind === kind);
    const mean = own.reduce((sum, each) => sum + each.ms, 0) / own.length;
    console.log(`  ${kind.padEnd(14)}${String(own.length).padStart(3)}${mean.toFixed(0).padStart(8)} ms each`);
  }
}
