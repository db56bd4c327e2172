import { expect, type Page } from '@playwright/test';
import { InboxPage } from '../pages/inbox.page';
import { until } from './answered-lead';

/** What is done with a reply: the number of a category, or one of these. */
export type InboxAction = '2' | '3' | '6' | '7' | 'answer' | 'records' | 'archive' | 'block';

/** Somebody who works through the inbox with one kind of input alone. */
export interface InboxDriver {
  /** Opens the first of these conversations. @returns which one is shown */
  begin(open: ReadonlySet<number>): Promise<number>;
  /** Does something with the conversation that is shown, and leaves it. */
  act(action: InboxAction): Promise<void>;
  /** Arrives at the next of these conversations. @returns which one is shown */
  next(open: ReadonlySet<number>, left: number): Promise<number>;
}

const answer = 'Thank you. Tuesday at ten?';
const note = 'Prefers mornings';
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const settled = '[data-thread]:not([aria-busy=true])';
const shown = async (page: Page) => Number(await page.locator(settled).getAttribute('data-shown'));
const isImportant = (page: Page) => expect(page.getByText('Marked as important').last()).toBeVisible();

/** The place of the focus is kept: what was opened by a key is closed by one, and Tab leads on from the place before. */
export const expectFocus = (page: Page, after: string): Promise<void> =>
  expect.soft(page.locator('body:focus, body:not(:has(:focus))'), `the focus is lost after ${after}`).toHaveCount(0);

/** Calls these in turn. */
function inTurn(actions: readonly (() => Promise<void>)[]): () => Promise<void> {
  let round = 0;
  return async () => actions[round++ % actions.length]?.();
}

/** Works with keys alone. */
export function byKeys(page: Page): InboxDriver {
  const inbox = new InboxPage(page);
  const dialog = dialogOf(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const record = inTurn([
    async () => {
      await press('l', 'n');
      await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
      await page.keyboard.type(note);
      await press('ControlOrMeta+Enter');
      await dialog.waitFor({ state: 'detached' });
      await expectFocus(page, 'a note');
    },
    async () => {
      await press('l', 't');
      await expect(dialog.getByRole('textbox', { name: 'What needs to be done' })).toBeFocused();
      await page.keyboard.type('Call');
      await press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await expectFocus(page, 'a task');
    },
    async () => {
      await press('i');
      await isImportant(page);
    },
    async () => {
      await press('a');
      await expect(page.getByRole('button', { name: /^Assigned to /, pressed: true })).toBeVisible();
    },
  ]);
  const actions: Partial<Record<InboxAction, () => Promise<void>>> = {
    answer: async () => {
      await press('r');
      await page.keyboard.type(answer);
      await inbox.composer.getByRole('textbox').filter({ hasText: answer }).waitFor();
      await press('ControlOrMeta+Enter');
      await inbox.composer.waitFor({ state: 'detached' });
      await expectFocus(page, 'an answer');
      await press('j');
    },
    records: async () => {
      await record();
      await press('j');
    },
    block: async () => {
      await press('4');
      await expect(dialog).toContainText('Do Not Contact');
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await press('Tab', 'Enter');
      await dialog.waitFor({ state: 'detached' });
    },
    archive: () => press('e'),
  };
  return {
    begin: async () => {
      await press('j');
      await inbox.conversation.waitFor();
      return shown(page);
    },
    act: (action) => actions[action]?.() ?? press(action),
    next: async (open, left) => {
      const isLeft = () => expect(page.locator(`[data-thread][data-shown="${left}"]`), 'it is left').toHaveCount(0);
      if (await isLastRow(page, left)) {
        // Leads who wrote again in the meantime are further up.
        await press('k');
        await isLeft();
        while (!open.has(await shown(page))) await up(page);
        return shown(page);
      }
      await isLeft();
      await page.locator(settled).waitFor();
      return shown(page);
    },
  };
}

/** Whether a conversation is the last row of the list. */
const isLastRow = async (page: Page, id: number): Promise<boolean> => {
  const row = page.locator('li[aria-posinset]').filter({ has: page.locator(`[data-conversation="${id}"]`) });
  return (await row.count()) > 0 && (await row.evaluate((item) => item.ariaPosInSet === item.ariaSetSize));
};

/** Goes to the conversation above, and waits until it is shown. */
async function up(page: Page): Promise<void> {
  const before = await shown(page);
  await page.keyboard.press('k');
  await expect(page.locator(`[data-thread][data-shown="${before}"]`)).toHaveCount(0);
  await page.locator(settled).waitFor();
}

/** Drags the list until one of these is drawn, and opens it with a tap. */
async function openOneOf(page: Page, open: ReadonlySet<number>): Promise<number> {
  const rows = page.locator('[data-conversation]');
  await rows.first().waitFor();
  const id = await until('a conversation that is left', async () => {
    const ids = await rows.evaluateAll((links: HTMLElement[]) =>
      links.map((link) => Number(link.dataset['conversation'])),
    );
    const found = ids.find((each) => open.has(each));
    if (found === undefined) await rows.last().scrollIntoViewIfNeeded();
    return found;
  });
  await page.locator(`[data-conversation="${id}"]`).tap();
  await page.locator(`${settled}[data-shown="${id}"]`).waitFor();
  await new InboxPage(page).conversation.waitFor();
  return id;
}

/** Works with a thumb, on a screen that shows the list or a conversation; words come from the keys that such a screen shows. */
export function byTouch(page: Page): InboxDriver {
  const inbox = new InboxPage(page);
  const dialog = dialogOf(page);
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap();
  const choose = async (name: string) => {
    await tap('More for this conversation');
    await page.getByRole('menuitem', { name }).tap();
  };
  const fill = async (field: string, text: string, confirm: string) => {
    await dialog.getByRole('textbox', { name: field }).tap();
    await page.keyboard.insertText(text);
    await dialog.getByRole('button', { name: confirm, exact: true }).tap();
    await dialog.waitFor({ state: 'detached' });
  };
  const record = inTurn([
    async () => {
      await choose('Add note');
      await fill('Note', note, 'Add note');
    },
    async () => {
      await choose('Add task');
      await fill('What needs to be done', 'Call', 'Add task');
    },
    async () => {
      await choose('Important');
      await isImportant(page);
    },
    async () => {
      await choose('Assign to me');
      await expect(page.getByText('Assigned to you').last()).toBeVisible();
    },
  ]);
  /** Gives a category, unless it has been given already: a second tap would take it away. @returns whether it did */
  const sort = async (category: string) => {
    const key = inbox.categories.locator(`[data-category="${category}"]`);
    const isDone = (await key.getAttribute('aria-pressed')) === 'true';
    await (isDone ? tap('Back to the list') : key.tap());
    return !isDone;
  };
  const actions: Partial<Record<InboxAction, () => Promise<void>>> = {
    answer: async () => {
      await inbox.reply.tap();
      await inbox.composer.getByRole('textbox').last().tap();
      await page.keyboard.insertText(answer);
      await inbox.composer.getByRole('button', { name: 'Send', exact: true }).tap();
      await inbox.composer.waitFor({ state: 'detached' });
      await tap('Back to the list');
    },
    records: async () => {
      await record();
      await tap('Back to the list');
    },
    block: async () => {
      if (await sort('4')) await dialog.getByRole('button', { name: 'Stop and block' }).tap();
    },
    archive: () => tap('Archive'),
  };
  return {
    begin: (open) => openOneOf(page, open),
    act: async (action) => {
      await (actions[action]?.() ?? sort(action));
    },
    next: (open) => openOneOf(page, open),
  };
}
