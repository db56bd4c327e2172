import { expect, type Page } from '@playwright/test';
import { actUntil } from '../support/act-until';

/** What surrounds every page behind the login: navigation, top bar, dialogs of the session. */
export class FramePage {
  constructor(
    private readonly page: Page,
    private readonly isPhone: boolean,
  ) {}

  get sessionExpired() {
    return this.page.getByRole('alertdialog', { name: 'Session Expired' });
  }

  /** Waits until the frame is there with its person. */
  async isShown(): Promise<void> {
    await expect(this.page.getByRole('banner').or(this.page.getByRole('main')).first()).toBeVisible();
  }

  async logOut(): Promise<void> {
    if (this.isPhone) await this.page.getByRole('button', { name: 'Open navigation' }).click();
    const logOut = this.page.getByRole('menuitem', { name: 'Log out' });
    // Right after a login the first page may still give way to the next one, and close the menu with it.
    await actUntil(
      this.page,
      () => this.page.getByRole('button', { name: /^You: / }).click(),
      () => logOut.isVisible(),
    );
    // The server ends the session first; then the page itself is left. Its address changes before, so that the load of
    // the next one is what is waited for.
    const left = this.page.waitForEvent('load');
    await logOut.click();
    await left;
    await this.page.waitForURL(/\/login/);
  }
}
