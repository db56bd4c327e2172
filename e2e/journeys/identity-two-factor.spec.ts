import { authContract } from '@skein/contracts/main/auth.contract';
import { TOTP } from 'otpauth';
import { SecurityPage } from '../pages/security.page';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { caughtMails, createPerson } from '../support/new-person';
import { beginLoggedIn } from '../support/session';

const password = 'a long enough password';
const auth = callProduct(authContract, () => ({}));

/** What the app shows now, or `ahead` steps of half a minute later: a server takes one step either way, and each code once. */
const codeOf = (secret: string, ahead = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * 30_000 });

/** The newest mail to the person whose subject fits, once it is there. */
async function mailTo(email: string, subject: RegExp) {
  await expect
    .poll(async () => (await caughtMails(email))[0]?.subject ?? '', { message: `a mail ${subject} to ${email}` })
    .toMatch(subject);
  return (await caughtMails(email))[0]!;
}

test('two-factor login: switched on with an app, asked for at every door, switched off', async ({
  page,
  login,
  frame,
}) => {
  const security = new SecurityPage(page);
  const person = await createPerson('factor');
  await beginLoggedIn(page, person);
  await security.open();
  await page.getByRole('button', { name: 'Switch on' }).click();

  const secret = await test.step('enrolment asks for the password, then for a code of the app', async () => {
    await security.password.fill('not the password');
    await security.button('Next').click();
    await expect(security.dialog).toContainText('Password isn’t correct.');
    await checkAccessibility(page, 'two-factor, password');
    await security.password.fill(password);
    await security.button('Next').click();
    await expect(security.dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await checkAccessibility(page, 'two-factor, QR code');
    const key = await security.readKey();
    await security.code.fill(codeOf(key, 20));
    await security.button('Switch on').click();
    await expect(security.dialog).toContainText('Code is not the one that the app shows now.');
    await security.code.fill(codeOf(key));
    await security.button('Switch on').click();
    return key;
  });

  const recovery = await test.step('ten recovery codes are shown, this once', async () => {
    await expect(security.dialog).toContainText('They are not shown again.');
    await checkAccessibility(page, 'recovery codes');
    const codes = await security.readRecoveryCodes();
    expect(codes).toHaveLength(10);
    await page.keyboard.press('Escape');
    await security.button('I’ve saved them').click();
    await expect(page.getByText('10 recovery codes left')).toBeVisible();
    await checkAccessibility(page, 'security, two-factor on');
    return codes;
  });

  await test.step('a login asks for the code', async () => {
    await frame.logOut();
    await login.open();
    await login.logIn(person.email, password);
    await expect(login.code).toBeFocused();
    await checkAccessibility(page, 'one-time code');
    // The next code of the app counts too, so that this one lasts for a minute at least.
    const code = codeOf(secret, 1);
    await login.code.fill(code);
    await login.submit.click();
    await expect(page).toHaveURL(/\/app\//);
    // A new person is led to the setup, a page without the menu of a person.
    await security.open();
    await frame.logOut();
    await login.open();
    await login.logIn(person.email, password);
    await login.code.fill(code);
    await login.submit.click();
    await expect(login.problem).toContainText('This code was used already.');
  });

  await test.step('a login link waits for the app too; a recovery code stands in for it', async () => {
    await page.goto('/email-magic-link');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Email me a login link' }).click();
    const link = (await mailTo(person.email, /^Your login link$/)).links[0]!;
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await checkAccessibility(page, 'login link, code');
    await login.code.fill(recovery[0]!);
    await login.submit.click();
    await expect(page).toHaveURL(/\/app\//);
    // A new person is led to the setup, a page without the menu of a person.
    await security.open();
    await frame.logOut();
    await page.goto(link);
    await expect(page.getByText('This link was used already or has expired.')).toBeVisible();
  });

  await test.step('so does a new password', async () => {
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.goto((await mailTo(person.email, /^Set a new password$/)).links[0]!);
    await page.getByLabel('New password').fill('another long password');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await expect(login.code).toBeFocused();
    await checkAccessibility(page, 'new password, code');
    await login.code.fill(recovery[1]!);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
  });

  await test.step('without the app a code comes by mail, beside the password', async () => {
    await login.open();
    await login.logIn(person.email, 'another long password');
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await expect(page.getByText('A code is on its way to you, valid for 10 minutes.')).toBeVisible();
    const { subject } = await mailTo(person.email, /is your one-time code$/);
    await login.code.fill(subject.slice(0, 6));
    await login.submit.click();
    await expect(page).toHaveURL(/\/app\//);
  });

  await security.open();
  await expect(page.getByText('8 recovery codes left')).toBeVisible();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await checkAccessibility(page, 'switch off two-factor');
  await security.password.fill('another long password');
  await security.code.fill(recovery[2]!);
  await security.button('Switch off').click();
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeVisible();
});

test('one session is logged out from another, then all of them', async ({ page, frame, browser, baseURL }) => {
  const security = new SecurityPage(page);
  const person = await createPerson('sessions');
  const elsewhere = await browser.newContext({ baseURL: baseURL! });
  const other = await elsewhere.newPage();
  await beginLoggedIn(page, person);
  await beginLoggedIn(other, await auth.login({ body: { email: person.email, password } }));
  await other.goto('/app/get-started');
  await expect(other.getByRole('heading', { name: 'Get started' })).toBeVisible();

  await security.open();
  await expect(page.getByText('This one')).toBeVisible();
  await checkAccessibility(page, 'security');
  await security.otherSessions.first().click();
  await security.button('Log out').click();
  await expect(security.otherSessions).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole('alertdialog', { name: 'Session Expired' })).toBeVisible();
  await elsewhere.close();

  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  const left = page.waitForEvent('load');
  await security.button('Log out everywhere').click();
  await left;
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('skein') ?? ''), 'nothing of the person is left').not.toContain(
    person.email,
  );
  await page.goto('/app/get-started');
  await expect(page).toHaveURL(/\/login/);
  await expect(frame.sessionExpired).toBeHidden();
});

test('a key is made, shown and replaced by its owner', async ({ page }) => {
  const security = new SecurityPage(page);
  await beginLoggedIn(page, await createPerson('keys'));
  await page.goto('/app/settings/api-keys');
  await page.getByRole('button', { name: 'New API key' }).click();
  await security.dialog.getByLabel('Name').fill('Nightly export');
  await security.button('Create key').click();
  const first = await security.dialog.getByText(/^skein_/).innerText();
  await security.button('Done').click();
  await page.getByRole('button', { name: 'Replace Nightly export' }).click();
  await security.button('Replace key').click();
  const second = security.dialog.getByText(/^skein_/);
  await expect(second).toBeVisible();
  await checkAccessibility(page, 'a replaced key');
  const keys = { first, second: await second.innerText() };
  expect(keys.second).not.toBe(keys.first);
  await security.button('Done').click();
  const status = async (key: string) =>
    (await page.request.get('/api/auth/me', { headers: { 'x-api-key': key } })).status();
  expect([await status(keys.first), await status(keys.second)]).toEqual([401, 200]);
});

test('the introduction goes on where it was left, on another machine too', async ({ page, browser, baseURL }) => {
  const person = await createPerson('intro');
  await beginLoggedIn(page, person);
  await page.goto('/app/onboarding');
  await page.getByRole('radio', { name: 'Agency' }).click();
  await checkAccessibility(page, 'onboarding, you');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: 'Meetings' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Company' }).fill('Brightlane Labs');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Connect your first mailbox')).toBeVisible();
  await checkAccessibility(page, 'onboarding, first mailbox');
  await page.goto('/app/get-started');
  await expect(page.getByText('Finish setting up (step 4 of 4).')).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: baseURL! });
  const other = await elsewhere.newPage();
  const session = await auth.login({ body: { email: person.email, password } });
  expect(session.user?.workspace.name).toBe('Brightlane Labs');
  await beginLoggedIn(other, session);
  await other.goto('/app/onboarding');
  await expect(other.getByText('Connect your first mailbox')).toBeVisible();
  await other.getByRole('button', { name: 'Back' }).click();
  await expect(other.getByRole('textbox', { name: 'Company' })).toHaveValue('Brightlane Labs');
  await other.getByRole('button', { name: 'Next' }).click();
  await other.getByRole('button', { name: 'Next' }).click();
  await other.getByLabel('Invite a colleague').fill(`colleague.${Date.now()}@brightlane.test`);
  await other.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(other.getByRole('list', { name: 'Your team' })).toContainText('invited');
  await checkAccessibility(other, 'onboarding, team');
  await other.getByRole('button', { name: 'Finish' }).click();
  await expect(other).toHaveURL(/\/app\/get-started/);
  await expect(other.getByText('Finish setting up')).toBeHidden();
  await elsewhere.close();
});
