// The rehearsal's campaign, what its mail server has accepted, and what is right about it.

/** Its record, on loopback. */
const RECORD = 'http://127.0.0.1:9925/';
const addressOf = (recipient) => recipient.address ?? recipient.email ?? recipient;

/** What it accepted for leads: one address a mail. */
export async function accepted() {
  const rows = await (await fetch(RECORD)).json();
  const to = ({ recipients }) => recipients.map(addressOf).join();
  return rows.filter((row) => to(row).includes('@prospects.test')).map((row) => ({ to: to(row), id: row.messageId }));
}

export const emailsTo = (all, address) => all.filter(({ to }) => to === address).length;

/** Follows the unsubscribe link of the newest email to an address, as a mail program does with one click. */
export async function unsubscribe(address, ask) {
  const texts = await (await fetch(`${RECORD}texts`)).json();
  const mails = texts.filter(({ recipients }) => recipients.map(addressOf).includes(address));
  const link = /<(https:\/\/[^>]+\/u\/[^>]+)>/.exec(mails.at(-1).text.replace(/\r\n[ \t]/g, ''))?.[1];
  const { hostname, pathname } = new URL(link);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status } = await ask(
    { host: hostname, path: pathname, method: 'POST', headers },
    'List-Unsubscribe=One-Click',
  );
  if (status !== 200) throw new Error(`The unsubscribe of ${address} was answered with ${status}.`);
}

/** No email twice, and none to somebody who had opted out. `optedOut`: how many emails each of them had by then. */
export function judge(all, optedOut, check) {
  const repeated = all.length - new Set(all.map(({ id }) => id)).size;
  check(`${all.length} mails, ${repeated} twice`, repeated === 0);
  const after = [...optedOut].filter(([to, count]) => emailsTo(all, to) > count);
  check(`${optedOut.size} people opted out, ${after.length} were mailed afterwards`, after.length === 0);
}

/** The newest email to somebody who has got no other: their follow-up is still to come. */
export const newestFirst = (all, optedOut) =>
  all.findLast(({ to }) => !optedOut.has(to) && emailsTo(all, to) === 1) ?? all.find(({ to }) => !optedOut.has(to));

/** A campaign of an email every three minutes and a follow-up five minutes later, to five people of its own. */
export async function startCampaign(must, mailboxId, no) {
  const { id } = await must('POST', '/api/campaigns', { name: `Rehearsal ${no}` });
  await must('PUT', `/api/campaigns/${id}/sequences`, {
    steps: [
      { variants: [{ subject: 'A question', email_body: '<p>Hello {{first_name}}</p>' }] },
      {
        seq_delay_details: { delayInMinutes: 5 },
        variants: [{ subject: '', email_body: '<p>Hello again, {{first_name}}</p>' }],
      },
    ],
  });
  await must('PUT', `/api/campaigns/${id}/mailboxes`, { mailbox_ids: [mailboxId] });
  await must('PUT', `/api/campaigns/${id}/schedule`, {
    timezone: 'Etc/GMT',
    days: [1, 2, 3, 4, 5, 6, 7],
    start_hour: '00:00',
    end_hour: '23:59',
    min_time_btwn_emails: 3,
    max_leads_per_day: 100,
  });
  await must('POST', `/api/campaigns/${id}/leads`, {
    leads: Array.from({ length: 5 }, (_, index) => ({
      email: `silent.p${no}-${index}@prospects.test`,
      first_name: `P${index}`,
    })),
  });
  await must('POST', `/api/campaigns/${id}/status`, { action: 'START' });
}
