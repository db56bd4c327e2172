import type { Locator, Page } from '@playwright/test';
import type { Film } from './film';

/** Milliseconds between two places of a moving pointer: three of them in each picture of the film. */
const tick = 33;

interface Point {
  x: number;
  y: number;
}

/** Works on a page as a person does who shows it to others: the pointer travels, text is typed letter by letter, pages scroll smoothly. */
export class Hand {
  private at: Point = { x: 760, y: 640 };

  constructor(
    readonly page: Page,
    private readonly film: Film,
  ) {}

  /** The page itself, without the navigation of the shell. */
  get main(): Locator {
    return this.page.locator('#page');
  }

  button = (name: string | RegExp): Locator => this.page.getByRole('button', { name }).first();
  link = (name: string | RegExp): Locator => this.main.getByRole('link', { name }).first();

  /** Moves the pointer to something and leaves it there. */
  async point(target: Locator): Promise<void> {
    await this.moveTo(await this.placeOf(target));
  }

  /**
   * Moves the pointer to something and presses.
   * @param most pixels from its left edge: a text field may hold variables that open when pressed
   */
  async click(target: Locator, most = 160): Promise<void> {
    const { x, y } = await this.placeOf(target, most);
    await this.moveTo({ x, y });
    await this.rest(150);
    const box = await target.boundingBox();
    await target.click({ delay: 90, ...(box ? { position: { x: x - box.x, y: y - box.y } } : {}) });
    // What a press sets off begins to load a moment later; neither is filmed.
    await this.film.cut(async () => {
      await this.rest(250);
      await isAtRest(this.page);
    });
  }

  /** Opens a list box and takes one of its options. */
  async choose(list: Locator, option: string | RegExp): Promise<void> {
    await this.click(list);
    await this.rest(500);
    await this.click(this.page.getByRole('option', { name: option }).first());
  }

  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: 38 });
  }

  /** Replaces what a field holds. */
  async write(field: Locator, text: string): Promise<void> {
    await this.click(field, 12);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.type(text);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await this.settle();
      await this.rest(350);
    }
  }

  /** Gives the page's file field a CSV. */
  async upload(name: string, text: string): Promise<void> {
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
    await this.page.locator('input[type=file]').first().setInputFiles(file);
    await this.settle();
  }

  /** Scrolls until something is in the middle of the screen, and points at it. */
  async show(target: Locator): Promise<void> {
    await this.settle();
    await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'smooth' }));
    await this.rest(900);
    await this.point(target);
  }

  /** Goes to an address; its loading is not filmed. */
  async open(address: string): Promise<void> {
    await this.film.cut(() => goTo(this.page, address));
  }

  /** Waits for something; the wait is not filmed. */
  async until(work: () => Promise<unknown>): Promise<void> {
    await this.film.cut(work);
  }

  /** Lets the audience look: their time, not the page's, so there is no event to wait for. */
  async rest(milliseconds: number): Promise<void> {
    await this.page.waitForTimeout(milliseconds);
  }

  private async settle(): Promise<void> {
    await this.film.cut(() => isAtRest(this.page));
  }

  private async placeOf(target: Locator, most = 160): Promise<Point> {
    // Not Playwright's own: it waits until a row stands still, which in a list that is alive may be never.
    await target.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
    const box = await target.boundingBox();
    if (!box) throw new Error('What the scene points at is not shown.');
    return { x: box.x + Math.min(box.width / 2, most), y: box.y + Math.min(box.height / 2, 24) };
  }

  private async moveTo(to: Point): Promise<void> {
    const from = this.at;
    const steps = Math.round(8 + Math.min(16, Math.hypot(to.x - from.x, to.y - from.y) / 40));
    for (let step = 1; step <= steps; step += 1) {
      const part = (1 - Math.cos((Math.PI * step) / steps)) / 2;
      await this.page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
      await this.rest(tick);
    }
    this.at = to;
  }
}

export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#page').getByRole('heading').first().waitFor();
  await isAtRest(page);
  // Grey shapes appear only when something takes a moment, and charts are drawn after the figures.
  await page.waitForTimeout(600);
  await isAtRest(page);
}

/**
 * Nothing is loading any more: nothing says so, and no grey shape pulses in the place of what comes. The live channel
 * stays open, so the network itself never rests.
 */
async function isAtRest(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy=true], [role=progressbar][aria-label^=Loading]') &&
      !document.getAnimations().some(({ effect }) => effect?.getComputedTiming().iterations === Infinity),
  );
}
