import type { Page } from '@playwright/test';

/** /app/settings/team-members */
export class TeamPage {
  constructor(private readonly page: Page) {}

  get inviteButton() {
    return this.page.getByRole('button', { name: 'Invite', exact: true });
  }
  row(text: string) {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  async open(): Promise<void> {
    await this.page.goto('/app/settings/team-members');
    await this.inviteButton.waitFor();
  }

  async invite(email: string, role: string): Promise<void> {
    await this.inviteButton.click();
    const dialog = this.page.getByRole('dialog', { name: 'Invite to the team' });
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('radio', { name: role, exact: true }).click();
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Opens the menu of a member's row. */
  async openMenu(name: string): Promise<void> {
    await this.row(name)
      .getByRole('button', { name: /Actions|More|menu/i })
      .click();
  }
}
