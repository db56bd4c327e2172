import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { createPerson } from '../support/new-person';
import { beginLoggedIn } from '../support/session';

test('a mailbox signs in with Google, sends, loses its consent at Google, and one click connects it again', async ({
  page,
}, { project }) => {
  const person = await createPerson('tove');
  const credentials = () => ({ authorization: `Bearer ${person.token}` });
  // Each width takes a mailbox of its own: a consent withdrawn is gone for every workspace.
  const email = project.name === 'phone' ? 'goran@getnorthlight.test' : 'gina@getnorthlight.test';
  await beginLoggedIn(page, person);

  await test.step('refusing on the consent page is told, and what was typed is kept', async () => {
    await page.goto('/app/email-accounts/creation-page/gmail');
    await page.getByLabel('Sender name').fill('Gina of Northlight');
    await checkAccessibility(page, 'connect a mailbox with Google');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await expect(page.getByText('Sandbox: this is not Google.')).toBeVisible();
    await checkAccessibility(page, 'consent page');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('The permission was declined')).toBeVisible();
    await checkAccessibility(page, 'declined consent');
  });

  await test.step('allowing connects', async () => {
    await page.getByRole('button', { name: 'Sign in with Google again' }).click();
    await page.getByRole('radio', { name: email }).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page).toHaveURL(/\/app\/email-account\/\d+\/overview/);
    await expect(page.getByText(`${email} is connected`)).toBeVisible();
  });
  const mailboxes = callProduct(mailboxesContract, credentials);
  const mailbox = (await mailboxes.list({})).rows[0];
  expect(mailbox).toMatchObject({ from_email: email, from_name: 'Gina of Northlight', auth_method: 'XOAUTH2' });
  const params = { mailboxId: mailbox?.id as number };

  await test.step('it sends without a password', async () => {
    const { id: campaignId } = await callProduct(campaignsContract, credentials).createCampaign({
      body: { name: 'Signed in' },
    });
    const sequences = callProduct(sequencesContract, credentials);
    await sequences.saveSequence({
      params: { campaignId },
      body: { steps: [{ variants: [{ subject: 'A question', email_body: '<p>Hello</p>' }] }] },
    });
    const sent = await sequences.sendTest({
      params: { campaignId },
      body: { seq_number: 1, mailbox_id: params.mailboxId, to: 'silent@prospects.test' },
    });
    await expect
      .poll(async () =>
        (await sequences.getTestMail({ params: { campaignId, testMailId: String(sent.id) } })).state.toUpperCase(),
      )
      .toBe('SENT');
  });

  await test.step('access that is removed at Google leads to the error state and its words', async () => {
    await page.goto('/sandbox/sign-in/google/connections');
    await checkAccessibility(page, 'apps with access');
    await page.getByRole('button', { name: `Remove access to ${email}` }).click();
    await expect(page.getByText(`mail of ${email}`)).toBeHidden();
    await mailboxes.reconnect({ params, body: {} });
    await page.goto(`/app/email-account/${params.mailboxId}/error-state`);
    await expect(page.getByText('invalid_grant').first()).toBeVisible();
    await expect(page.getByText('The consent has expired or was revoked.').first()).toBeVisible();
    await checkAccessibility(page, 'consent cancelled');
  });

  await test.step('one click at the mailbox, one at Google', async () => {
    await page.getByRole('button', { name: `Sign in as ${email}` }).click();
    await expect(page.getByRole('radio', { name: email })).toBeChecked();
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByText(`${email} is connected again`)).toBeVisible();
    expect((await mailboxes.get({ params })).state).toBe('connected');
  });

  await test.step('disconnecting tells Google', async () => {
    await page.goto(`/app/email-account/${params.mailboxId}/general`);
    await expect(page.getByText('Google sign-in', { exact: true })).toBeVisible();
    await checkAccessibility(page, 'signed-in mailbox');
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('Google revoked the access.')).toBeVisible();
    expect((await mailboxes.get({ params })).state).toBe('failing');
  });
});
