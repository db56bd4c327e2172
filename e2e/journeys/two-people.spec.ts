import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { teamContract } from '@skein/contracts/main/team.contract';
import { InboxPage } from '../pages/inbox.page';
import { answeredLead, until } from '../support/answered-lead';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { caughtMails, newAddress } from '../support/new-person';

test('two people in one thread see each other, read an unsent draft, and no second answer leaves by accident', async ({
  page,
  browser,
  loggedIn: _,
}, info) => {
  const email = newAddress('tom');
  await callProduct(teamContract).invite({ body: { email, role: 'FULL_MEMBER_ACCESS' } });
  const theirs = await (
    await browser.newContext({ baseURL: new URL((await page.goto('/health/live'))!.url()).origin })
  ).newPage();
  const link = await until('the invitation', async () => (await caughtMails(email))[0]?.links[0]);
  await theirs.goto(link);
  await theirs.getByLabel('Your name').fill('Tom Second');
  await theirs.getByLabel('Password', { exact: true }).fill('a long enough password');
  await theirs.getByRole('button', { name: 'Join the team' }).click();
  await expect(theirs).toHaveURL(/\/app\//);

  const lead = await answeredLead(`two${info.project.name}`, '<p>Sounds good, tell me more.</p>');
  const [mine, hers] = [new InboxPage(page), new InboxPage(theirs)];
  await mine.open(lead.enrolmentId);
  await hers.open(lead.enrolmentId);
  await expect(theirs.getByText('Maya Lindqvist is reading this too.')).toBeVisible();

  // One begins to write: the other sees it, and can read the words before they are sent.
  await mine.reply.click();
  await mine.composer.getByRole('textbox').last().click();
  await page.keyboard.insertText('Tuesday at ten?');
  await expect(theirs.getByText(/^Maya Lindqvist is writing a reply since/)).toBeVisible();
  await theirs.getByRole('button', { name: 'View draft' }).click();
  await expect(theirs.getByRole('dialog').getByText('Tuesday at ten?')).toBeVisible();
  await checkAccessibility(theirs, "a colleague's draft");
  await theirs.keyboard.press('Escape');

  // Both have written; one sends, and the other is asked before a second answer leaves.
  await theirs.getByRole('dialog').waitFor({ state: 'detached' });
  await hers.reply.click();
  await hers.composer.getByRole('textbox').last().click();
  await theirs.keyboard.insertText('Wednesday at nine?');
  // Answers that can still be cancelled, and those that have left meanwhile.
  const answers = async () => {
    const thread = await callProduct(inboxContract).getThread({ params: { enrolmentId: lead.enrolmentId } });
    const texts = [...thread.outgoing, ...thread.messages].map(({ html }) => html);
    return texts.filter((html) => /Tuesday at ten\?|Wednesday at nine\?/.test(html)).length;
  };
  await mine.composer.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(answers).toBe(1);
  await hers.composer.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(theirs.getByRole('alertdialog').or(theirs.getByRole('dialog'))).toContainText('Send anyway?');
  await checkAccessibility(theirs, 'asked before a second answer');
  await theirs.keyboard.press('Escape');
  expect(await answers()).toBe(1);
  await theirs.context().close();
});
