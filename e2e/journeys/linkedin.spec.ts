import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { InboxPage } from '../pages/inbox.page';
import { until } from '../support/answered-lead';
import { callProduct } from '../support/call-product';
import { campaigns, leads, prepareCampaign } from '../support/campaign-run';
import { checkBothWidths } from '../support/check-both-widths';
import { expect, test } from '../support/journey';

/** On the sandbox's LinkedIn she is a connection of every account, and answers half a campaign day after a message. */
const person = { profile: 'https://www.linkedin.com/in/ida-weller', name: 'Ida Weller' };
const hers = 'Sounds interesting. How about a call on Thursday?';
const ours = 'Thursday at ten suits us.';

/** A campaign that writes to her on LinkedIn, by an account whose owner has signed in. @returns her conversation, once she has answered */
async function answeredOnLinkedIn(): Promise<number> {
  const accounts = callProduct(linkedInContract);
  const { id: account, connect_url: page } = await accounts.connectLinkedInAccount({
    body: { name: 'Maya Lindqvist' },
  });
  await fetch(page as string, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ name: 'Maya Lindqvist', decision: 'allow' }),
  });
  await until('the sign-in', async () => {
    const { accounts: all } = await accounts.listLinkedInAccounts({});
    return all.some(({ id, state }) => id === account && state === 'SUCCESS');
  });
  const mark = `ida${Date.now().toString(36)}`;
  const campaignId = await prepareCampaign(`On LinkedIn ${mark}`, []);
  const params = { campaignId };
  await callProduct(sequencesContract).saveSequence({
    params,
    body: {
      steps: [
        {
          seq_type: 'LINKEDIN',
          detail: { linkedin_type: 'MESSAGE' },
          variants: [{ subject: '', email_body: 'Hello {{first_name}}, how long does a truck wait at your gate?' }],
        },
        {
          seq_delay_details: { delayInDays: 20 },
          variants: [{ subject: 'Gate times', email_body: '<p>Shall I write by email instead?</p>' }],
        },
      ],
    },
  });
  await leads.addLeads({
    params,
    body: {
      leads: [
        {
          email: `silent.${mark}@prospects.test`,
          first_name: 'Ida',
          last_name: `Weller ${mark}`,
          linkedin_profile: person.profile,
        },
      ],
    },
  });
  await campaigns.setStatus({ params, body: { action: 'START' } });
  const found = await until(
    'her answer in the inbox',
    async () =>
      (await callProduct(inboxContract).listConversations({ query: { folder: 'replies', search: mark } })).rows[0],
  );
  return found.enrolment_id;
}

test('what a lead writes on LinkedIn is read in the inbox, and answered there', async ({ page, loggedIn: _ }) => {
  const enrolmentId = await answeredOnLinkedIn();
  const inbox = new InboxPage(page);
  await inbox.open(enrolmentId);
  const form = page.getByRole('form', { name: /^Answer Ida/ });

  await test.step('her message is there, with who wrote it to whom', async () => {
    const message = page.getByRole('article', { name: new RegExp(`^LinkedIn message from ${person.name}`) });
    await expect(message).toContainText(hers);
    await expect(message).toContainText('to Maya Lindqvist on LinkedIn');
    await checkBothWidths(page, 'a conversation on LinkedIn');
  });

  await test.step('it is answered by the account that she wrote to', async () => {
    await page.getByRole('button', { name: 'Answer on LinkedIn' }).click();
    await form.getByLabel(/^Message to Ida/).fill(ours);
    await expect(form.getByText('Sent on LinkedIn by Maya Lindqvist, as plain text.')).toBeVisible();
    await checkBothWidths(page, 'an answer on LinkedIn that is being written');
    await form.getByRole('button', { name: 'Send on LinkedIn' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('article', { name: /^LinkedIn message to Ida/ })).toContainText(ours);
    await checkBothWidths(page, 'a conversation that was answered on LinkedIn');
    const thread = await callProduct(inboxContract).getThread({ params: { enrolmentId } });
    expect(thread.linkedin_answers).toMatchObject([{ text: ours, state: 'SENT' }]);
  });
});
