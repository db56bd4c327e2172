import type { Page } from '@playwright/test';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { InboxPage } from '../pages/inbox.page';
import { until } from '../support/answered-lead';
import { callProduct } from '../support/call-product';
import { campaigns, prepareCampaign, sandbox } from '../support/campaign-run';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { sendFromOutside } from '../support/send-mail';

const inbox = callProduct(inboxContract);
// oxlint-disable-next-line skein/no-figures-of-time -- Deliberate: how long the morning took is printed and never judged.
const now = () => performance.now();

/** What people write, how often, and what an agency does with it. `says` is written by the journey, all else by the people of the sandbox. */
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
} as const satisfies Record<string, { count: number; does: string; says?: string }>;
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

/** What the hands do at one conversation. Ends when the next one is shown, or when nothing is left. */
function hands(page: Page) {
  const press = (key: string) => page.keyboard.press(key);
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const keys = async (...these: string[]) => {
    for (const key of these) await press(key);
  };
  /** The place of the focus is kept: what was opened by a key is closed by one, and Tab leads on from where the hands were. */
  const isSomewhere = async (after: string) =>
    expect.soft(page.locator('body:focus, body:not(:has(:focus))'), `the focus is lost after ${after}`).toHaveCount(0);
  const records = [
    async () => {
      await keys('l', 'n');
      await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
      await page.keyboard.type('Prefers mornings');
      await press('ControlOrMeta+Enter');
      await dialog.waitFor({ state: 'detached' });
      await isSomewhere('a note');
    },
    async () => {
      await keys('l', 't');
      await expect(dialog.getByRole('textbox', { name: 'What needs to be done' })).toBeFocused();
      await page.keyboard.type('Call');
      await press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await isSomewhere('a task');
    },
    async () => {
      await press('i');
      await expect(page.getByText('Marked as important').last()).toBeVisible();
    },
    async () => {
      await press('a');
      await expect(page.getByRole('button', { name: /^Assigned to /, pressed: true })).toBeVisible();
    },
  ];
  let round = 0;
  return {
    press,
    dialog,
    isSomewhere,
    answer: async () => {
      await press('r');
      await page.keyboard.type('Thank you. Tuesday at ten?');
      const composer = page.getByRole('region', { name: /^Reply to / });
      await composer.getByRole('textbox').filter({ hasText: 'Tuesday at ten?' }).waitFor();
      await press('ControlOrMeta+Enter');
      await composer.waitFor({ state: 'detached' });
      await isSomewhere('an answer');
      await press('j');
    },
    records: async () => {
      await records[round++ % records.length]?.();
      await press('j');
    },
    block: async () => {
      await press('4');
      await expect(dialog).toContainText('Do Not Contact');
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await keys('Tab', 'Enter');
      await dialog.waitFor({ state: 'detached' });
    },
    archive: () => press('e'),
  };
}

test('an agency’s morning without a mouse: sixty replies of all kinds in one sitting', async ({
  page,
  loggedIn: _,
}) => {
  const mark = Date.now().toString(36);
  const campaignId = await test.step('sixty people answer overnight', () => overnight(mark));
  const { rows } = await inbox.listConversations({
    query: { folder: 'replies', campaign_ids: [campaignId], limit: 100 },
  });
  const people = new Map(rows.map((row) => [row.enrolment_id, row.lead.email]));
  const hand = hands(page);
  const shown = () => page.locator('[data-thread]:not([aria-busy=true])').getAttribute('data-shown');

  await page.goto(`/app/master-inbox?campaign=${campaignId}`);
  await page.getByRole('heading', { name: 'No conversation open' }).waitFor();
  await hand.press('j');
  await new InboxPage(page).conversation.waitFor();
  const began = now();
  const took: { kind: Kind; ms: number }[] = [];
  const open = new Set(people.keys());
  for (let id = Number(await shown()); open.size > 0; id = Number(await shown())) {
    const kind = kindOf(people.get(id) ?? '');
    const start = now();
    const { does } = kinds[kind];
    await test.step(`${kind} of ${people.get(id)}`, async () => {
      await (does in hand ? hand[does as 'answer']() : hand.press(does));
      open.delete(id);
      if (open.size > 0) await expect.poll(shown, 'the next conversation').not.toBe(String(id));
    });
    took.push({ kind, ms: now() - start });
  }
  await hand.isSomewhere('the last one');
  tell(took, now() - began);

  await test.step('every key did what it says', async () => {
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
  });
  await checkAccessibility(page, 'the inbox after a morning');

  await test.step('the changes of the morning are two keys away, with their undo', async () => {
    await hand.press('i');
    await expect(page.getByText(/^(?:Marked as important|No longer important)/).last()).toBeVisible();
    await hand.press('g');
    await hand.press('z');
    await page.getByRole('heading', { level: 1, name: 'Recent changes' }).waitFor();
    await expect(page.getByRole('button', { name: /^Undo: / }).first()).toBeVisible();
    await checkAccessibility(page, 'recent changes after a morning');
  });

  await test.step('the same keys work where the window is as narrow as a phone', () =>
    onNarrowScreen(page, campaignId));
});

/** One conversation from the list to an undone answer, by keys alone at 390 px; what was done is undone after a reload too. */
async function onNarrowScreen(page: Page, campaignId: number): Promise<void> {
  const hand = hands(page);
  const fits = async (name: string) => {
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(390);
    await checkAccessibility(page, `${name} at 390 px`);
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/app/master-inbox/all?campaign=${campaignId}`);
  await page.locator('li[aria-posinset]').first().waitFor();
  await fits('the list of a morning');
  await hand.press('j');
  await new InboxPage(page).conversation.waitFor();
  await fits('a conversation of a morning');
  await hand.press('r');
  await page.keyboard.type('On Tuesday');
  await page
    .getByRole('region', { name: /^Reply to / })
    .getByRole('textbox')
    .filter({ hasText: 'On Tuesday' })
    .waitFor();
  await fits('an answer of a morning');
  await hand.press('Escape');
  await hand.press('l');
  await hand.press('r');
  await hand.dialog.waitFor();
  await fits('a reminder of a morning');
  await hand.press('Escape');
  await hand.dialog.waitFor({ state: 'detached' });
  const star = page.getByText(/^(?:Marked as important|No longer important)$/).last();
  await hand.press('i');
  await expect(star).toBeVisible();
  await fits('a message below a conversation');
  await page.reload();
  await new InboxPage(page).conversation.waitFor();
  await hand.press('ControlOrMeta+z');
  await expect(page.getByText(/^Undone: (?:Marked as important|No longer important)$/)).toBeVisible();
  await hand.press('g');
  await hand.press('z');
  await page.getByRole('heading', { level: 1, name: 'Recent changes' }).waitFor();
  await fits('recent changes of a morning');
}

/** Prints how long it took; no figure decides anything. */
function tell(took: readonly { kind: Kind; ms: number }[], ms: number): void {
  const sorted = took.map((each) => each.ms).sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  console.log(
    `\n${took.length} replies in ${(ms / 1000).toFixed(1)} s: median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms a reply`,
  );
  for (const kind of all) {
    const own = took.filter((each) => each.kind === kind);
    const mean = own.reduce((sum, each) => sum + each.ms, 0) / own.length;
    console.log(`  ${kind.padEnd(14)}${String(own.length).padStart(3)}${mean.toFixed(0).padStart(8)} ms each`);
  }
}
