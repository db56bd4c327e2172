import { ImapFlow } from 'imapflow';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { callProduct } from './call-product';
import { campaigns, importCsv } from './campaign-run';
import { readDemo } from './product';

/** A campaign of the demo with one email from one of its mailboxes, not started. */
export async function oneEmail(name: string, to: string | readonly string[], from: string): Promise<number> {
  const { id } = await campaigns.createCampaign({ body: { name } });
  const params = { campaignId: id };
  await callProduct(sequencesContract).saveSequence({
    params,
    body: { steps: [{ variants: [{ subject: name, email_body: '<p>How long does a truck wait at your gate?</p>' }] }] },
  });
  const { rows } = await callProduct(mailboxesContract).list({ query: { search: from } });
  await callProduct(campaignMailboxesContract).setCampaignMailboxes({
    params,
    body: { mailbox_ids: rows.filter((row) => row.from_email === from).map((row) => row.id) },
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
  await importCsv(id, ['E-Mail,Vorname', ...[to].flat().map((email) => `${email},Nora`)].join('\r\n'));
  return id;
}

/** The header of the mail with this subject in an inbox of the sandbox, or null. */
export async function headerOf(account: { email: string; password: string }, subject: string): Promise<string | null> {
  const client = new ImapFlow({
    ...readDemo().imap,
    secure: false,
    auth: { user: account.email, pass: account.password },
    // The sandbox makes its certificate itself.
    tls: { rejectUnauthorized: false },
    logger: false,
  });
  await client.connect();
  try {
    const lock = await client.getMailboxLock('INBOX');
    try {
      const [uid] = (await client.search({ header: { subject } }, { uid: true })) || [];
      const mail = uid ? await client.fetchOne(String(uid), { uid: true, headers: true }, { uid: true }) : false;
      return mail ? (mail.headers?.toString('utf8') ?? null) : null;
    } finally {
      lock.release();
    }
  } finally {
    await client.logout();
  }
}
