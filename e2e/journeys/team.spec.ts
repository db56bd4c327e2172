import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { TeamPage } from '../pages/team.page';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { caughtMails, createPerson, newAddress } from '../support/new-person';
import { beginLoggedIn } from '../support/session';

test('a member is invited by mail, joins, is given another role while they look, and is out when they are deactivated', async ({
  page,
  browser,
}) => {
  const owner = await createPerson('owner');
  await beginLoggedIn(page, owner);
  const team = new TeamPage(page);
  await team.open();
  await expect(team.row(owner.email)).toContainText('Owner');
  await checkAccessibility(page, 'team');

  const email = newAddress('ben');
  await test.step('the owner invites', async () => {
    await team.inviteButton.click();
    await checkAccessibility(page, 'invite to the team');
    await page.keyboard.press('Escape');
    await team.invite(email, 'Member');
    await expect(team.row(email)).toContainText('Invited');
  });

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const theirs = await context.newPage();
  await test.step('the mail arrives, and the member joins', async () => {
    let link: string | undefined;
    await expect.poll(async () => (link = (await caughtMails(email))[0]?.links[0])).toBeTruthy();
    await theirs.goto(link as string);
    await expect(theirs.getByRole('heading', { name: /^Join / })).toBeVisible();
    await checkAccessibility(theirs, 'accept an invitation');
    await theirs.getByLabel('Your name').fill('Ben Brightlane');
    await theirs.getByLabel('Password', { exact: true }).fill('a long enough password');
    await theirs.getByRole('button', { name: 'Join the team' }).click();
    await expect(theirs).toHaveURL(/\/app\/email-campaign\/all/);
    await expect(team.row('Ben Brightlane'), 'the owner sees it without a reload').toContainText('Active');
  });

  const theirToken = () =>
    theirs.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('skein') ?? '{}') as { areas: { auth: { token: string } } }).areas.auth.token,
    );
  const create = async () =>
    callProduct(
      campaignsContract,
      (
        (headers) => () =>
          headers
      )({ authorization: `Bearer ${await theirToken()}` }),
    ).createCampaign({ body: { name: 'By Ben' } });
  await test.step('a new role acts in their open browser, on the page and on the server', async () => {
    await expect(theirs.getByRole('navigation').getByRole('link', { name: 'Integrations' })).toBeVisible();
    await create();
    await expect(theirs.getByRole('link', { name: 'New campaign' }).first()).toBeVisible();
    await team.openMenu('Ben Brightlane');
    await page.getByRole('menuitem', { name: 'Change the role' }).click();
    await page.getByRole('radio', { name: 'Viewer' }).click();
    await page.getByRole('button', { name: 'Give this role' }).click();
    await expect(team.row('Ben Brightlane')).toContainText('Viewer');
    await expect(
      theirs.getByRole('navigation').getByRole('link', { name: 'Integrations' }),
      'the navigation follows',
    ).toBeHidden();
    await expect(theirs.getByRole('link', { name: 'New campaign' })).toHaveCount(0);
    await expect(create()).rejects.toMatchObject({ status: 403 });
    await theirs.goto('/app/email-campaign/new-campaign');
    await expect(theirs).toHaveURL(/\/app\/email-campaign\/all/);
    await theirs.goto('/app/settings/team-members');
    await expect(theirs).toHaveURL(/\/app\/settings\/profile/);
  });

  await test.step('deactivating ends the session at once', async () => {
    await team.openMenu('Ben Brightlane');
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Deactivate' })
      .click();
    await expect(team.row('Ben Brightlane')).toContainText('Deactivated');
    await expect(theirs.getByRole('alertdialog', { name: 'Session Expired' })).toBeVisible();
    await theirs.getByRole('button', { name: 'Okay' }).click();
    await expect(theirs).toHaveURL(/\/login/);
  });
  await context.close();
});
