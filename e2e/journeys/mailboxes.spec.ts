import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { MailboxFormPage } from '../pages/mailbox-form.page';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { createPerson } from '../support/new-person';
import { beginLoggedIn } from '../support/session';

test("a mailbox is connected once the server takes the login; a wrong password shows the server's own words", async ({
  page,
  demo,
}) => {
  const person = await createPerson('mara');
  const credentials = () => ({ authorization: `Bearer ${person.token}` });
  const box = demo.mailboxes[2] as { email: string; password: string };
  const form = new MailboxFormPage(page);
  await beginLoggedIn(page, person);

  await test.step('presets bring hosts and default ports', async () => {
    await form.open('gmail');
    await expect(form.host('SMTP')).toHaveValue('smtp.gmail.com');
    await expect(form.port('IMAP')).toHaveValue('993');
    await form.open('smtp');
    await form.choose('SMTP security', 'TLS');
    await expect(form.port('SMTP')).toHaveValue('587');
    await form.choose('SMTP security', 'SSL');
    await expect(form.port('SMTP')).toHaveValue('465');
    await form.choose('SMTP security', 'None');
    await expect(form.port('SMTP')).toHaveValue('25');
  });

  await form.fill({
    name: 'Lena Vogt',
    email: box.email,
    password: 'not the password',
    smtp: demo.smtp,
    imap: demo.imap,
  });
  await checkAccessibility(page, 'connect a mailbox');
  await form.test.click();
  await expect(form.result('SMTP')).toContainText('login refused');
  await expect(form.result('SMTP')).toContainText(/535 5\.7\.8/);
  await expect(form.result('SMTP')).toContainText('does not accept this user name and password');
  await expect(form.result('IMAP')).toContainText('login refused');
  await checkAccessibility(page, 'refused login');
  expect((await callProduct(mailboxesContract, credentials).list({})).rows, 'a test stores nothing').toEqual([]);

  await form.password.fill(box.password);
  await form.test.click();
  await expect(form.result('SMTP')).toContainText('login accepted');
  await expect(form.result('IMAP')).toContainText('login accepted');
  await form.connect.click();
  await expect(page).toHaveURL(/\/app\/email-account\/\d+\/overview/);
  await expect(page.getByText(`${box.email} is connected`)).toBeVisible();
  await expect(page.getByText('Connected').first()).toBeVisible();

  const list = await callProduct(mailboxesContract, credentials).list({});
  expect(list.rows[0]).toMatchObject({
    from_email: box.email,
    state: 'connected',
    is_smtp_success: true,
    is_imap_success: true,
  });
  expect(list.rows[0]?.dns).toMatchObject({
    domain: 'getnorthlight.test',
    spf: { verdict: 'pass' },
    dmarc: { verdict: 'pass' },
  });
  expect(JSON.stringify(list), 'secrets never come back').not.toContain(box.password);
  await checkAccessibility(page, 'mailbox');
  await page.goto('/app/email-accounts');
  await expect(page.getByText(box.email).first()).toBeVisible();
  await checkAccessibility(page, 'email accounts');
});
