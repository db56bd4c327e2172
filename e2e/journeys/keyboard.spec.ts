import type { Page } from '@playwright/test';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { CampaignFormPage } from '../pages/campaign-form.page';
import { until } from '../support/answered-lead';
import { callProduct } from '../support/call-product';
import { campaigns } from '../support/campaign-run';
import { expect, test } from '../support/journey';
import { caughtMails, newAddress } from '../support/new-person';

/** Goes with Tab to the control of that name, as somebody without a mouse does; every stop on the way must show that it has the focus. */
async function tabTo(page: Page, name: RegExp, { back = false, most = 60 } = {}): Promise<void> {
  for (let stop = 0; stop < most; stop++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return { name: '', lost: true };
      const name =
        element.getAttribute('aria-label') ??
        ('labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : null) ??
        element.textContent ??
        '';
      // A field for dates keeps the focus while Tab goes through its parts, and is then no :focus-visible: the ring
      // that its edge draws counts.
      const isDrawn =
        element.parentElement?.matches(':has(> input):focus-within') &&
        getComputedStyle(element.parentElement).outlineStyle !== 'none';
      return { name: name.trim(), lost: !isDrawn && !element.matches(':focus-visible') };
    });
    expect.soft(at.lost && at.name !== '', `the focus on "${at.name}" is not shown`).toBe(false);
    if (name.test(at.name)) return;
  }
  throw new Error(`${most} times Tab did not lead to ${name}.`);
}

test('from an empty form to a running campaign without a mouse', async ({ page, loggedIn: _ }) => {
  const form = new CampaignFormPage(page);
  const press = (key: string) => page.keyboard.press(key);
  const mark = Date.now().toString(36);
  await form.open();
  await expect(form.name, 'the name is typed at once').toBeFocused();
  await page.keyboard.type(`Without a mouse ${mark}`);
  await form.isSaved();
  const id = await form.campaignId();
  await tabTo(page, /^Continue to Import Leads$/, { back: true });
  await press('Enter');

  await test.step('rows are pasted and imported', async () => {
    await page.getByText('From a file', { exact: true }).waitFor();
    await tabTo(page, /^From a file$/);
    await press('ArrowRight');
    await tabTo(page, /^Rows$/);
    await page.keyboard.insertText(
      `Kontakt\tVorname\tFirma\nsilent.a.${mark}@prospects.test\tJörg\tHöhe & Co\nsilent.b.${mark}@prospects.test\tÄnne\tÜber GmbH\n`,
    );
    await tabTo(page, /^Preview 3 lines$/);
    await press('Enter');
    await page.waitForURL(/upload=/);
    await page
      .getByLabel(/^Kontakt becomes/)
      .first()
      .waitFor();
    await tabTo(page, /^Kontakt becomes/);
    await tabTo(page, /^Import 2 rows$/, { back: true });
    await press('Enter');
    await expect.poll(() => form.outcome('Imported as new')).toBe(2);
    await tabTo(page, /^Continue to Sequences$/);
    await press('Enter');
  });

  await test.step('a variable goes into the subject, where the cursor was, and writing goes on there', async () => {
    const subject = page.getByRole('textbox', { name: 'Subject', exact: true });
    await subject.waitFor();
    await tabTo(page, /^Subject$/);
    await page.keyboard.type('Hello ');
    await tabTo(page, /^Bold$/);
    for (let tool = 0; tool < 6; tool++) await press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Variable', exact: true })).toBeFocused();
    await press('Enter');
    await expect(page.getByRole('combobox', { name: 'Search variables' })).toBeFocused();
    await page.keyboard.type('First name');
    await expect(page.getByRole('option', { name: /^First name/ })).toBeVisible();
    await press('Enter');
    await expect(subject).toBeFocused();
    await page.keyboard.type(', one question');
    await expect(subject).toHaveText(/^Hello .*First name.*, one question$/s);
    await press('Tab');
    await tabTo(page, /^Text$/, { most: 1 });
    await page.keyboard.type('How long does a truck wait at your gate?');
    await form.isSaved();
    await tabTo(page, /^Continue to Setup$/, { back: true });
    await press('Enter');
  });

  await test.step('a mailbox is chosen; the focus comes back from the dialog', async () => {
    await page.waitForURL(/tab=setup/);
    await expect(page.getByRole('button', { name: 'Choose mailboxes' })).toBeVisible();
    await tabTo(page, /^Choose mailboxes$/);
    await press('Enter');
    await expect(page.getByRole('searchbox', { name: 'Search mailboxes' })).toBeFocused();
    await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
    await tabTo(page, /@/);
    await press('Space');
    await tabTo(page, /^Use 1 mailbox$/);
    await press('Enter');
    await expect(page.getByRole('button', { name: 'Choose mailboxes' })).toBeFocused();
    await tabTo(page, /^Continue to Final Review$/, { back: true });
    await press('Enter');
  });

  await test.step('it is launched; the next page begins at its own beginning', async () => {
    await expect(form.gate.getByRole('heading', { name: 'Ready to launch' })).toBeVisible();
    await tabTo(page, /^Launch$/, { back: true });
    await press('Enter');
    await tabTo(page, /^Launch now$/);
    await press('Enter');
    await expect(page).toHaveURL(new RegExp(`/email-campaign/${id}/overview`));
    await expect(page.locator('#page')).toBeFocused();
    expect((await campaigns.getCampaign({ params: { campaignId: id } })).status).toBe('ACTIVE');
  });
});

test('a note on a lead, and a verifier whose key is refused, without a mouse', async ({ page, loggedIn: _ }) => {
  const press = (key: string) => page.keyboard.press(key);
  await test.step('what is typed is saved, and the field is there for the next one', async () => {
    const {
      rows: [lead],
    } = await callProduct(leadsContract).listLeads({ query: { limit: 1 } });
    const note = `Wants a call in March ${Date.now().toString(36)}`;
    await page.goto(`/app/lead/${lead?.id}/view`);
    await page.getByLabel('New note').waitFor();
    await tabTo(page, /^New note$/);
    await page.keyboard.type(note);
    await tabTo(page, /^Save note$/, { most: 1 });
    await press('Enter');
    await expect(page.getByText(note, { exact: true }).first()).toBeVisible();
    await expect(page.getByLabel('New note')).toHaveValue('');
    await tabTo(page, /^New note$/, { back: true, most: 2 });
  });

  await test.step('the refusal stands in the dialog, with what was typed; Escape leads back', async () => {
    await page.goto('/app/leads/verification');
    await page.getByRole('button', { name: 'Verification provider' }).waitFor();
    await tabTo(page, /^Verification provider$/);
    await press('Enter');
    await expect(page.getByRole('dialog').getByRole('radio', { name: /^Skein/ })).toBeFocused();
    await press('ArrowDown');
    await tabTo(page, /^Key of ZeroBounce/, { most: 1 });
    await page.keyboard.type('no-key-of-anybody');
    await press('Enter');
    await expect(
      page
        .getByRole('dialog')
        .getByText(/does not accept this key|was refused by ZeroBounce/)
        .first(),
    ).toBeVisible();
    await expect(page.getByLabel(/^Key of ZeroBounce/)).toHaveValue('no-key-of-anybody');
    await press('Escape');
    await expect(page.getByRole('button', { name: 'Verification provider' })).toBeFocused();
  });
});

test('a person signs up and goes through the introduction without a mouse', async ({ page, signUp }) => {
  const press = (key: string) => page.keyboard.press(key);
  const email = newAddress('keys');
  await signUp.open();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true }), 'the name is typed at once').toBeFocused();
  await page.keyboard.type('Kay Brightlane');
  await tabTo(page, /^Work email/);
  await page.keyboard.type(email);
  await tabTo(page, /^Password/);
  await page.keyboard.type('a long enough password');
  await press('Enter');
  await expect(signUp.checkMail).toBeVisible();
  await page.goto(await until('the mail with the link', async () => (await caughtMails(email))[0]?.links[0]));
  await expect(page.getByRole('heading', { name: 'Welcome, Kay' })).toBeVisible();
  for (const answer of [/^Agency/, /^Meetings/]) {
    const choice = page.getByRole('radio', { name: answer });
    // Tab leads round through the browser's own bar, arrows within the choices.
    for (let stop = 0; stop < 20; stop += 1) {
      const at = await choice.evaluate((element) => {
        const { activeElement } = document;
        return element === activeElement ? 'it' : (activeElement?.getAttribute('role') ?? '');
      });
      if (at === 'it') break;
      await press(at === 'radio' ? 'ArrowDown' : 'Tab');
    }
    await expect(choice).toBeFocused();
    await press('Space');
    await tabTo(page, /^Next$/, { most: 12 });
    await press('Enter');
    await choice.waitFor({ state: 'detached' });
  }
  await expect(page.getByRole('textbox', { name: 'Company' })).toBeVisible();
  await tabTo(page, /^Skip setup$/, { most: 20 });
  await press('Enter');
  await expect(page).toHaveURL(/\/app\/get-started/);
});
