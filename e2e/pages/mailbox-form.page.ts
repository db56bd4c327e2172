import type { Locator, Page } from '@playwright/test';

type Protocol = 'SMTP' | 'IMAP';

/** /app/email-accounts/creation-page/{provider} */
export class MailboxFormPage {
  constructor(private readonly page: Page) {}

  get password() {
    return this.page.getByLabel('Password', { exact: true });
  }
  get test() {
    return this.page.getByRole('button', { name: 'Test connection' });
  }
  get connect() {
    return this.page.getByRole('button', { name: 'Connect mailbox' });
  }

  async open(provider: 'gmail' | 'outlook' | 'zoho' | 'smtp'): Promise<void> {
    await this.page.goto(`/app/email-accounts/creation-page/${provider}`);
    await this.connect.waitFor();
  }

  host(protocol: Protocol): Locator {
    return this.page.getByLabel(`${protocol} host`);
  }

  port(protocol: Protocol): Locator {
    return this.page.getByLabel(`${protocol} port`);
  }

  /** What one server answered to the test. */
  result(protocol: Protocol): Locator {
    return this.page.getByRole('region', { name: protocol, exact: true });
  }

  async choose(list: string, option: string): Promise<void> {
    await this.page.getByRole('combobox', { name: list }).click();
    await this.page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
  }

  async fill(box: {
    name: string;
    email: string;
    password: string;
    smtp: { host: string; port: number };
    imap: { host: string; port: number };
  }): Promise<void> {
    await this.page.getByLabel('Sender name').fill(box.name);
    await this.page.getByLabel('Email address').fill(box.email);
    await this.page.getByLabel('User name', { exact: true }).fill(box.email);
    await this.password.fill(box.password);
    for (const protocol of ['SMTP', 'IMAP'] as const) {
      const server = protocol === 'SMTP' ? box.smtp : box.imap;
      await this.host(protocol).fill(server.host);
      await this.choose(`${protocol} security`, 'None');
      await this.port(protocol).fill(String(server.port));
    }
  }
}
