import { expect, type Page } from '@playwright/test';

/** /app/settings/security */
export class SecurityPage {
  constructor(private readonly page: Page) {}

  get password() {
    return this.dialog.getByLabel('Password', { exact: true });
  }
  get code() {
    return this.dialog.getByLabel('Code', { exact: true });
  }
  get dialog() {
    return this.page.getByRole('dialog').or(this.page.getByRole('alertdialog'));
  }
  get otherSessions() {
    return this.page.getByRole('button', { name: /^Log out .+, since/ });
  }

  async open(): Promise<void> {
    await this.page.goto('/app/settings/security');
    await expect(this.page.getByRole('heading', { name: 'Two-factor login' })).toBeVisible();
  }

  /** The key that the dialog shows for typing into the app manually. */
  async readKey(): Promise<string> {
    return (
      await this.dialog
        .getByRole('region', { name: 'Key for the app' })
        .or(this.dialog.getByLabel('Key for the app'))
        .first()
        .innerText()
    ).replace(/\s/g, '');
  }

  async readRecoveryCodes(): Promise<string[]> {
    return this.dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  }

  button(name: string) {
    return this.dialog.getByRole('button', { name, exact: true });
  }
}
