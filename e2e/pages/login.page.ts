import type { Page } from '@playwright/test';

/** /login */
export class LoginPage {
  constructor(private readonly page: Page) {}

  get email() {
    return this.page.getByLabel('Email', { exact: true });
  }
  get password() {
    return this.page.getByLabel('Password', { exact: true });
  }
  get code() {
    return this.page.getByLabel('One-time code', { exact: true });
  }
  get submit() {
    return this.page.getByRole('button', { name: 'Log in', exact: true });
  }
  get problem() {
    return this.page.getByRole('alert');
  }

  async open(): Promise<void> {
    await this.page.goto('/login');
    await this.page.getByRole('heading', { name: 'Log in' }).waitFor();
  }

  async logIn(email: string, password: string): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }
}
