import type { Locator, Page } from '@playwright/test';

export interface SignUpDetails {
  name: string;
  email: string;
  company: string;
  password: string;
  referralCode: string;
}

/** /sign-up, and the screen after it that says that a mail is on its way. */
export class SignUpPage {
  constructor(private readonly page: Page) {}

  get submit() {
    return this.page.getByRole('button', { name: 'Sign up', exact: true });
  }
  get checkMail() {
    return this.page.getByRole('heading', { name: 'Check your email' });
  }
  get caughtLink() {
    return this.page.getByRole('link', { name: 'Open the link' });
  }

  async open(): Promise<void> {
    await this.page.goto('/sign-up');
    await this.page.getByRole('heading', { name: 'Sign up' }).waitFor();
  }

  async fill(details: Partial<SignUpDetails>): Promise<void> {
    const fields: [keyof SignUpDetails, Locator][] = [
      ['name', this.page.getByRole('textbox', { name: 'Name', exact: true })],
      ['email', this.page.getByLabel('Work email')],
      ['company', this.page.getByLabel(/^Company/)],
      ['password', this.page.getByLabel('Password', { exact: true })],
      ['referralCode', this.page.getByLabel(/^Referral code/)],
    ];
    for (const [name, field] of fields) {
      const value = details[name];
      if (value === undefined) continue;
      if (name === 'referralCode' && !(await field.isVisible()))
        await this.page.getByRole('button', { name: 'Have a referral code?' }).click();
      await field.fill(value);
    }
  }

  /** What stands beside a field because its content is refused. */
  refusal(text: string | RegExp): Locator {
    return this.page.getByText(text);
  }
}
