import type { Page } from '@playwright/test';
import { authContract } from '@skein/contracts/main/auth.contract';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { operatorContract } from '@skein/contracts/main/operator.contract';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { whitelabelContract } from '@skein/contracts/main/whitelabel.contract';
import { until } from './answered-lead';
import { callProduct, type Credentials } from './call-product';
import { confirmAddress, createPerson, newAddress } from './new-person';
import { readDemo } from './product';
import { sendFromOutside } from './send-mail';

const password = 'a long enough password';
const mark = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 6);
type Calls = () => Credentials;

/** An agency with a brand of its own, and a client that can log in. */
interface Agency {
  calls: Calls;
  /** Where its clients log in. */
  origin: string;
  word: string;
  client: { id: number; email: string; password: string; calls: Calls };
}

/** An agency on a plan with everything, with a proven host name and sender, and one client with full access. */
export async function makeAgency(brand: { name: string; accent: string }): Promise<Agency> {
  const demo = readDemo();
  const owner = await createPerson('agency');
  const calls: Calls = () => ({ authorization: `Bearer ${owner.token}` });
  const operator = await callProduct(authContract, () => ({})).login({
    body: { email: demo.email, password: demo.password },
  });
  const operate = callProduct(operatorContract, () => ({ authorization: `Bearer ${operator.token}` }));
  const { workspaces } = await operate.listWorkspaces({ query: { search: owner.email } });
  await operate.changePlan({
    params: { operatedWorkspaceId: workspaces[0]?.id as number },
    body: { plan_type: 'expert', is_subscribed: true, subscription_end_at: null },
  });
  const word = mark();
  const domain = `agency-${word}.localhost`;
  const whitelabel = callProduct(whitelabelContract, calls);
  await whitelabel.change({ body: { ...brand, domain, font: 'serif', radius: 'round' } });
  await whitelabel.publishInSandbox({ body: {} });
  await whitelabel.verify({ body: {} });
  const email = newAddress('client');
  const client = await callProduct(clientsContract, calls).createClient({
    body: { name: 'Acme Freight', email, password, permission: ['full_access'] },
  });
  const session = await confirmAddress(email);
  return {
    calls,
    word,
    origin: Object.assign(new URL(demo.url), { hostname: domain }).origin,
    client: { id: client.id, email, password, calls: () => ({ authorization: `Bearer ${session.token}` }) },
  };
}

/** A campaign of the client that has sent one email, and the answer to it in the inbox. */
export async function answeredCampaign({ calls, client, word }: Agency, name: string, answer: string) {
  const demo = readDemo();
  const account = demo.free_mailboxes[2] as (typeof demo.free_mailboxes)[0];
  const { mailbox } = await callProduct(mailboxesContract, calls).create({
    body: {
      from_name: 'Ines Sommer',
      from_email: account.email,
      username: account.email,
      password: account.password,
      smtp_host: demo.smtp.host,
      smtp_port: demo.smtp.port,
      smtp_port_type: 'NONE',
      imap_host: demo.imap.host,
      imap_port: demo.imap.port,
      imap_port_type: 'NONE',
      message_per_day: 100,
      starts_gently: false,
      client_id: client.id,
    },
  });
  const campaigns = callProduct(campaignsContract, calls);
  const { id } = await campaigns.createCampaign({ body: { name } });
  const params = { campaignId: id };
  await callProduct(clientsContract, calls).setCampaigns({
    params: { clientId: client.id },
    body: { campaign_ids: [id] },
  });
  await callProduct(sequencesContract, calls).saveSequence({
    params,
    body: { steps: [{ variants: [{ subject: 'Dock times', email_body: '<p>How long does a truck wait?</p>' }] }] },
  });
  await callProduct(campaignMailboxesContract, calls).setCampaignMailboxes({
    params,
    body: { mailbox_ids: [mailbox.id] },
  });
  await campaigns.saveSchedule({
    params,
    body: {
      timezone: 'Etc/GMT',
      days: [1, 2, 3, 4, 5, 6, 7],
      start_hour: '00:00',
      end_hour: '23:59',
      min_time_btwn_emails: 3,
      max_leads_per_day: 100,
    },
  });
  const email = `silent.${word}@prospects.test`;
  await callProduct(campaignLeadsContract, calls).addLeads({
    params,
    body: { leads: [{ email, first_name: 'Nora', last_name: word }] },
  });
  await campaigns.setStatus({ params, body: { action: 'START' } });
  const record = callProduct(sandboxContract, calls);
  const sent = await until(
    'the first email',
    async () => (await record.record({ query: { campaign_id: id, with_mails: true } })).mails[0],
  );
  await sendFromOutside({
    from: email,
    to: sent.sender,
    subject: `Re: ${sent.subject}`,
    html: `<p>${answer}</p>`,
    inReplyTo: sent.message_id?.startsWith('<') ? sent.message_id : `<${sent.message_id}>`,
    messageId: `<${word}@prospects.test>`,
  });
  const row = await until(
    'the reply in the inbox',
    async () =>
      (await callProduct(inboxContract, calls).listConversations({ query: { folder: 'replies', search: word } }))
        .rows[0],
  );
  return { campaignId: id, enrolmentId: row.enrolment_id, email, lead: `Nora ${word}` };
}

/** As the client does on the agency's own address. */
export async function logInAsClient(page: Page, { origin, client }: Agency): Promise<void> {
  await page.goto(`${origin}/client-login`);
  await page.getByLabel('Email', { exact: true }).fill(client.email);
  await page.getByLabel('Password', { exact: true }).fill(client.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`${origin}/app/home`);
}
