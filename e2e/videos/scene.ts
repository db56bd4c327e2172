import type { Locator, Page } from '@playwright/test';

/** Ids that a scene goes to. */
export interface Places {
  campaign: number;
  draft: number;
  mailbox: number;
}

/** One sentence of a recording and what is done on the screen while it is read. */
export interface Step {
  say: string;
  /** Moves the pointer there. */
  point?: (page: Page) => Locator;
  /** Moves the pointer there and presses. */
  click?: (page: Page) => Locator;
  /** Types into what has the focus. */
  type?: string;
  press?: string;
  /** Gives the page's file field a CSV. */
  file?: { name: string; text: string };
  /** Goes to an address of the product. */
  open?: (places: Places) => string;
  /** Scrolls the page by pixels. */
  scroll?: number;
}

/** A short recording: the item of the library it belongs to, where it begins, and its chapters. */
export interface Scene {
  slug: string;
  begin: (places: Places) => string;
  chapters: readonly { title: string; steps: readonly Step[] }[];
}
