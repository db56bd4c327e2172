import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { fleetContract } from '@skein/contracts/main/fleet.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import { callProduct } from '../support/call-product';
import { confirmAddress } from '../support/new-person';
import { sendFromOutside } from '../support/send-mail';

const [campaigns, clients, fleet, mailboxes, sandbox, warmup] = [
  callProduct(campaignsContract),
  callProduct(clientsContract),
  callProduct(fleetContract),
  callProduct(mailboxesContract),
  callProduct(sandboxContract),
  callProduct(warmupContract),
];

async function campaignId(name: string): Promise<number> {
  const [found] = (await campaigns.listCampaigns({ query: { search: name, limit: 1 } })).rows;
  if (!found) throw new Error(`The demo has no campaign ${name}.`);
  return found.id;
}

/** The address of a tab of a campaign of the demo. */
export const overviewOf = async (name: string, tab: string): Promise<string> =>
  `/app/email-campaign/${await campaignId(name)}/overview/${tab}`;

/**
 * A copy of the demo's draft with its leads, under a name of its own, so that no film sees what another one changed.
 * @returns the address of a tab
 */
export async function draftCampaign(name: string, tab: string): Promise<string> {
  const { id } = await campaigns.duplicateCampaign({
    params: { campaignId: await campaignId('Yard managers, Midwest') },
    body: { name, with_unfinished_leads: true },
  });
  return `/app/email-campaign/new-campaign?id=${id}&tab=${tab}`;
}

async function findMailbox(email: string): Promise<number> {
  const [found] = (await mailboxes.list({ query: { search: email, limit: 1 } })).rows;
  if (!found) throw new Error(`The demo has no mailbox ${email}.`);
  return found.id;
}

/** The address of a tab of a mailbox of the demo. */
export const mailboxTab = async (email: string, tab: string): Promise<string> =>
  `/app/email-account/${await findMailbox(email)}/${tab}`;

/** A mailbox as it was connected: its provider's limits, no warmup. */
export async function resetMailbox(email: string): Promise<void> {
  const mailboxId = await findMailbox(email);
  await mailboxes.update({ params: { mailboxId }, body: { message_per_day: 120, min_time_to_wait_minutes: 3 } });
  await warmup.switchWarmup({ body: { mailbox_ids: [mailboxId], enabled: false } });
}

const agencyClients = [
  {
    name: 'Alderway',
    email: 'ops@alderway.test',
    permission: ['full_access' as const],
    campaigns: ['Q4 logistics directors'],
    mailboxes: ['rosa@trynorthlight.test', 'dan@trynorthlight.test'],
  },
  {
    name: 'Fennec Robotics',
    email: 'sales@fennec.test',
    permission: ['reply_master_inbox' as const],
    campaigns: ['Robotics integrators, DACH'],
    mailboxes: [],
  },
];

/** Clients that the demo does not have: an agency has some, with campaigns, mailboxes and a login. */
export async function addClients(): Promise<void> {
  const known = (await clients.listClients({ query: {} })).clients.map(({ email }) => email);
  for (const client of agencyClients.filter(({ email }) => !known.includes(email))) {
    const { id } = await clients.createClient({
      body: {
        name: client.name,
        email: client.email,
        password: 'a long enough password',
        permission: client.permission,
        campaign_ids: await Promise.all(client.campaigns.map(campaignId)),
      },
    });
    await confirmAddress(client.email);
    for (const email of client.mailboxes)
      await mailboxes.update({ params: { mailboxId: await findMailbox(email) }, body: { client_id: id } });
  }
}

/** What a provider writes back about an email: its recipient reported it as spam, or does not exist. */
function reportOn({ message_id: id, recipients: [to] }: { message_id: string; recipients: string[] }, isSpam: boolean) {
  const lines = isSpam
    ? ['Content-Type: message/feedback-report', '', 'Feedback-Type: abuse', 'Version: 1', `Original-Rcpt-To: ${to}`]
    : [
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; provider.test',
        '',
        `Final-Recipient: rfc822; ${to}`,
        'Action: failed',
        'Status: 5.1.1',
        'Diagnostic-Code: smtp; 550 5.1.1 The email account does not exist',
      ];
  const body = [
    '--b',
    'Content-Type: text/plain',
    '',
    isSpam ? 'This is an email abuse report.' : 'Your message could not be delivered.',
    '--b',
    ...lines,
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${id}`,
    `To: ${to}`,
    '',
    '--b--',
  ].join('\r\n');
  const type = `multipart/report; report-type=${isSpam ? 'feedback-report' : 'delivery-status'}; boundary="b"`;
  return { subject: isSpam ? 'Abuse report' : 'Undelivered Mail Returned to Sender', mime: { type, body } };
}

/**
 * One mailbox of the demo is worn out: a recipient reported it as spam, and several do not exist. Another one has a colleague's signature.
 */
export async function tireMailbox(email: string): Promise<void> {
  await mailboxes.update({
    params: { mailboxId: await findMailbox('amir@getnorthlight.test') },
    body: { signature: '<p>Clara Weiss<br>Northlight Growth</p>' },
  });
  const riskOf = async () => (await fleet.getFleet({})).mailboxes.find((row) => row.from_email === email);
  if ((await riskOf())?.level === 'HIGH') return;
  const { mails } = await sandbox.record({ query: { with_mails: true } });
  const written = new Map(mails.filter(({ sender }) => sender === email).map((mail) => [mail.recipients[0], mail]));
  const newest = [...written.values()].filter(({ recipients }) => recipients[0]?.endsWith('@prospects.test')).slice(-7);
  for (const [index, mail] of newest.entries()) {
    if (mail.message_id === null) continue;
    await sendFromOutside({
      from: index === 0 ? 'fbl@provider.test' : 'mailer-daemon@provider.test',
      to: email,
      messageId: mail.message_id.replace('<', '<report-'),
      ...reportOn({ message_id: mail.message_id, recipients: mail.recipients }, index === 0),
    });
  }
  while ((await riskOf())?.level !== 'HIGH') await new Promise((next) => setTimeout(next, 500));
}

/**
 * The last three weeks of campaign time, as an address has them: the demo has a week before them to compare with, and
 * midnight may pass while a film is made.
 */
export async function lastThreeWeeks(): Promise<string> {
  const { now } = await sandbox.time({});
  const from = new Date(Date.parse(now) - 21 * 86_400_000).toISOString();
  return `from=${from.slice(0, 10)}&to=${now.slice(0, 10)}`;
}
