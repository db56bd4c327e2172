import { expect, type Locator, type Page } from '@playwright/test';

/** /app/email-campaign/new-campaign with its five tabs. */
export class CampaignFormPage {
  constructor(private readonly page: Page) {}

  get name() {
    return this.page.getByLabel(/^Name of the campaign/);
  }
  get preview() {
    return this.page.getByRole('region', { name: 'Preview' });
  }
  get gate() {
    return this.page.getByRole('region', { name: 'Launch check' });
  }
  get forecast() {
    return this.page.getByRole('region', { name: 'Forecast' });
  }
  get launch() {
    return this.page.getByRole('button', { name: 'Launch', exact: true });
  }
  get outcomes() {
    return this.page.getByRole('table', { name: 'Outcomes of the rows' });
  }
  get mailboxes() {
    return this.page.getByRole('table').filter({ hasText: 'Sent today' });
  }

  async open(): Promise<void> {
    await this.page.goto('/app/email-campaign/new-campaign');
    await this.name.waitFor();
  }

  /** The id of the campaign, from the address; the draft is made with the first change. */
  async campaignId(): Promise<number> {
    await this.page.waitForURL(/[?&]id=\d+/);
    return Number(new URL(this.page.url()).searchParams.get('id'));
  }

  async goOn(tab: string): Promise<void> {
    await this.page.getByRole('button', { name: `Continue to ${tab}` }).click();
  }

  async isSaved(): Promise<void> {
    await expect(this.page.getByText(/^(?:All changes saved|Saved)/).first()).toBeVisible();
  }

  async chooseFile(name: string, content: Buffer): Promise<void> {
    await this.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: content });
  }

  /** What a column of the file becomes: its list box. */
  column(name: string): Locator {
    return this.page.getByRole('combobox', { name: `${name} becomes` });
  }

  async choose(list: Locator, option: string): Promise<void> {
    await list.click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  async outcome(text: string): Promise<number> {
    const cell = this.outcomes
      .getByRole('row', { name: new RegExp(`^${text}`) })
      .getByRole('cell')
      .last();
    return Number((await cell.innerText()).replaceAll(',', ''));
  }

  async write(part: 'Subject' | 'Text', content: string): Promise<void> {
    const editor = this.page.getByRole('textbox', { name: part, exact: true });
    await editor.click();
    await this.page.keyboard.press('ControlOrMeta+a');
    // As one paste: the way a text comes from where it was written.
    await editor.evaluate((element, text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, content);
  }

  async addVariant(): Promise<void> {
    await this.page.getByRole('button', { name: 'Add a variant' }).click();
    await this.page.getByRole('menuitem', { name: 'Empty variant' }).click();
  }

  async addStep(): Promise<void> {
    await this.page.getByRole('button', { name: 'Add step' }).click();
  }

  async wait(step: number, days: number, hours: number): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^Wait before step ${step}:`) }).click();
    const panel = this.page.getByRole('dialog', { name: `Wait before step ${step}` });
    await panel.getByLabel('Days').fill(String(days));
    await panel.getByLabel('Hours').fill(String(hours));
    await panel.getByLabel('Hours').blur();
    await this.page.keyboard.press('Escape');
  }

  /** The text of the mail in the preview's frame. */
  get mail() {
    return this.preview.frameLocator('iframe').locator('body');
  }

  async chooseMailboxes(addresses: readonly string[]): Promise<void> {
    await this.page.getByRole('button', { name: 'Choose mailboxes' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Choose mailboxes' });
    for (const address of addresses) await dialog.getByRole('checkbox', { name: address }).check();
    await dialog.getByRole('button', { name: /^Use / }).click();
    await expect(dialog).toBeHidden();
  }
}
