import { authContract } from '@skein/contracts/main/auth.contract';
import { v1ClientsContract } from '@skein/contracts/v1/clients.contract';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { caughtMails, confirmAddress, createPerson, newAddress } from '../support/new-person';
import { beginLoggedIn } from '../support/session';

const password = 'a long enough password';

test('the login page loads the scripts that it is made of, and none of a later page', async ({ page, login }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script')
      scripts.add(new URL(request.url()).pathname.replace(/^\/|\.[0-9a-f]{8}\.js$/g, ''));
  });
  await login.open();
  await page.waitForLoadState('networkidle');
  // A module that no row of chunks names (packages/build/src/webpack-config.mjs) comes with those of the campaigns list.
  expect([...scripts].sort()).toEqual(['core', 'main', 'platform']);
});

test('what may not be used to sign up is refused beside its field, in words', async ({ page, signUp }) => {
  await signUp.open();
  await checkAccessibility(page, 'sign up');
  await signUp.submit.click();
  await expect(signUp.refusal('Name is required.')).toBeVisible();
  await expect(signUp.refusal('Email is required.')).toBeVisible();
  await expect(signUp.refusal('Password needs at least 8 characters.')).toBeVisible();

  for (const email of [
    'nobody',
    'a@b',
    'two@@brightlane.test',
    `${'x'.repeat(65)}@brightlane.test`,
    'name@brightlane.t',
    'name@-brightlane.test',
    'name@a.b.c.d.e.f.g.h.i.test',
  ]) {
    await signUp.fill({ email });
    await signUp.submit.click();
    await expect(signUp.refusal('Email must look like name@company.com.'), email).toBeVisible();
  }
  for (const email of [
    'someone@gmail.com',
    'someone@yahoo.co.uk',
    'someone@outlook.com',
    'someone@aol.com',
    'someone@HOTMAIL.com',
  ]) {
    await signUp.fill({ email });
    await signUp.submit.click();
    await expect(signUp.refusal('Email must be a work address, not a free one.'), email).toBeVisible();
  }
  for (const referralCode of ['SW-123', 'SW-abcdefghij', 'XX-ABCDEFGHIJ', 'SW-ABCDEFGHIJK']) {
    await signUp.fill({ referralCode });
    await signUp.submit.click();
    await expect(
      signUp.refusal('Referral code must be SW- followed by 10 capital letters or digits.'),
      referralCode,
    ).toBeVisible();
  }
  await checkAccessibility(page, 'sign up with refusals');
  expect(page.url()).toContain('/sign-up');
});

test('a person signs up, verifies by the mail, is led in, logs out and logs in again', async ({
  page,
  signUp,
  login,
  frame,
}) => {
  const email = newAddress('ada');
  await signUp.open();
  await signUp.fill({ name: 'Ada Brightlane', email, company: 'Brightlane', password });
  await signUp.submit.click();
  await expect(signUp.checkMail).toBeVisible();
  await checkAccessibility(page, 'check your mail');

  await test.step('before the address is verified there is no way in', async () => {
    await login.open();
    await login.logIn(email, password);
    await expect(signUp.checkMail).toBeVisible();
  });

  const mails = await caughtMails(email);
  expect(mails[0]).toMatchObject({ to: email, subject: 'Confirm your email address' });
  const link = mails[0]?.links[0] ?? '';
  await expect(signUp.caughtLink, 'the sandbox offers the same link on the screen').toBeVisible();
  await page.goto(link);
  await expect(page).toHaveURL(/\/app\/onboarding/);
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await checkAccessibility(page, 'onboarding');
  await page.getByRole('button', { name: 'Skip setup' }).click();
  await expect(page).toHaveURL(/\/app\/get-started/);
  await checkAccessibility(page, 'get started');

  await frame.logOut();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('skein') ?? ''), 'nothing of the person is left').not.toContain(
    'Ada Brightlane',
  );

  await test.step('the link works once', async () => {
    await page.goto(link);
    await expect(page.getByText('This link was used already or has expired. Please ask for a new one.')).toBeVisible();
    await checkAccessibility(page, 'used link');
  });

  await login.open();
  await checkAccessibility(page, 'log in');
  await login.logIn(email, 'not the password');
  await expect(login.problem).toContainText('The email or the password is not right.');
  await login.logIn(email, password);
  await expect(page).toHaveURL(/\/app\//);
  await frame.isShown();
});

test('whoever signs up with a taken address sees the same as everybody, and its owner is told by mail', async ({
  page,
  signUp,
  demo,
}) => {
  const answers: { uuid: string }[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/auth/signup'))
      void response.json().then((answer: { data: { user: { uuid: string } } }) => answers.push(answer.data.user));
  });
  await signUp.open();
  await signUp.fill({ name: 'Someone Else', email: demo.email, password });
  await signUp.submit.click();
  await expect(signUp.checkMail).toBeVisible();
  await expect
    .poll(() => answers[0])
    .toMatchObject({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: demo.email,
      has_onboarding_completed: false,
      onboarding_stage: 0,
    });
  await expect.poll(async () => (await caughtMails(demo.email))[0]?.subject).toBe('You already have an account');
});

test('a session that has ended says so in a dialog that only Okay closes, and forgets everything', async ({
  page,
  frame,
}) => {
  const person = await createPerson('eve');
  await beginLoggedIn(page, person);
  await page.goto('/app/get-started');
  await frame.isShown();
  await callProduct(authContract, () => ({ authorization: `Bearer ${person.token}` })).logoutEverywhere({ body: {} });
  await page.reload();
  await expect(frame.sessionExpired).toBeVisible();
  await expect(frame.sessionExpired).toContainText('Your session has expired. Please login again.');
  await checkAccessibility(page, 'session expired');
  await page.keyboard.press('Escape');
  await expect(frame.sessionExpired).toBeVisible();
  await frame.sessionExpired.getByRole('button', { name: 'Okay' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('skein') ?? ''), 'nothing of the person is left').not.toContain(
    person.email,
  );
});

test('a client of an agency comes in by the door of clients, and by no other', async ({ page, login, frame, demo }) => {
  const email = newAddress('client');
  const { id } = await callProduct(v1ClientsContract, () => ({ 'x-api-key': demo.api_key })).save({
    body: { name: 'Brightlane', email, password, permission: ['reply_master_inbox'] },
  });
  expect(id).toBeGreaterThan(0);
  await login.open();
  await login.logIn(email, password);
  await expect(login.problem).toContainText('The email or the password is not right.');
  await page.goto('/client-login');
  await expect(page.getByRole('heading', { name: 'Client login' })).toBeVisible();
  await checkAccessibility(page, 'client login');
  // The password that the agency chose opens nothing before the address is confirmed.
  await login.logIn(email, password);
  await expect(login.problem).toContainText('The email or the password is not right.');
  await confirmAddress(email);
  await login.logIn(email, password);
  await expect(page).toHaveURL(/\/app\//);
  await frame.isShown();
  await checkAccessibility(page, 'first page of a client');
});
