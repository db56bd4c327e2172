import { test } from '@playwright/test';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { campaigns, prepareCampaign, sandbox } from './campaign-run';
import { callProduct } from './call-product';
import { sendFromOutside } from './send-mail';

export interface Answered {
  campaignId: number;
  enrolmentId: number;
  email: string;
  mailbox: string;
  messageId: string;
  subject: string;
}

/** A campaign with one silent lead that was mailed once, and answers with the given mail. */
export async function answeredLead(word: string, html: string): Promise<Answered> {
  const mark = `${word}${Date.now().toString(36)}`;
  const email = `silent.${mark}@prospects.test`;
  const campaignId = await prepareCampaign(`One lead ${mark}`, [
    { email, word: 'silent', first_name: `Nora ${mark}`, company_name: 'Kestrel Supply', city: 'Malmö' },
  ]);
  await campaigns.setStatus({ params: { campaignId }, body: { action: 'START' } });
  const sent = await until(
    'the first email',
    async () => (await sandbox.record({ query: { campaign_id: campaignId, with_mails: true } })).mails[0],
  );
  const messageId = sent.message_id?.startsWith('<') ? sent.message_id : `<${sent.message_id}>`;
  await sendFromOutside({
    from: email,
    to: sent.sender,
    subject: `Re: ${sent.subject}`,
    html,
    inReplyTo: messageId,
    messageId: `<${mark}@prospects.test>`,
  });
  const row = await until(
    'the reply in the inbox',
    async () =>
      (await callProduct(inboxContract).listConversations({ query: { folder: 'replies', search: mark } })).rows[0],
  );
  return {
    campaignId,
    enrolmentId: row.enrolment_id,
    email,
    mailbox: sent.sender,
    messageId,
    subject: sent.subject ?? '',
  };
}

/** Asks again until there is an answer; what never comes is named by the step that the journey's limit ends. */
export const until = <T>(what: string, ask: () => Promise<T | undefined | null | false>): Promise<T> =>
  test.step(`wait for ${what}`, async () => {
    for (;;) {
      const answer = await ask();
      if (answer) return answer;
      await new Promise((next) => setTimeout(next, 300));
    }
  });
