import type { Page } from '@playwright/test';

/** /app/master-inbox */
export class InboxPage {
  constructor(private readonly page: Page) {}

  get conversation() {
    return this.page.getByRole('region', { name: /^Conversation with / });
  }
  get mails() {
    return this.page.getByRole('region', { name: 'Mails' });
  }
  get categories() {
    return this.page.getByRole('group', { name: 'Category' }).last();
  }
  get reply() {
    return this.page.getByRole('button', { name: /^(?:Reply to|Continue your draft to)/ });
  }
  get composer() {
    return this.page.getByRole('region', { name: /^Reply to / });
  }

  async open(enrolmentId: number): Promise<void> {
    await this.page.goto(`/app/master-inbox/replies/${enrolmentId}`);
    await this.conversation.waitFor();
  }

  /** The frame in which a mail of the thread is shown. */
  frame(from: string | RegExp) {
    return this.page.locator('iframe').and(this.page.getByTitle(from)).last();
  }

  /** As somebody does who never waits: every key comes right after `r`, many of them commands elsewhere. */
  async answerByKeys(text: string): Promise<void> {
    await this.page.keyboard.press('r');
    await this.page.keyboard.type(text, { delay: 60 });
    await this.composer.getByRole('textbox').filter({ hasText: text }).waitFor();
    await this.composer.getByRole('button', { name: 'Send', exact: true }).click();
  }

  async answer(text: string): Promise<void> {
    await this.reply.click();
    const editor = this.composer.getByRole('textbox').last();
    await editor.click();
    await this.page.keyboard.insertText(text);
    await this.composer.getByRole('button', { name: 'Send', exact: true }).click();
  }
}
