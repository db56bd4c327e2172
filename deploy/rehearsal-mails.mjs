// The rehearsal's campaign, what its mail server has accepted, and what is right about it.
import { pause, waitFor } from './rehearsal-tools.mjs';

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

const PEOPLE = 5;
const campaignOf = (address) => /^silent\.p(\d+)-/.exec(address)?.[1];
/** Whom a campaign has emailed, in the order of their first emails. */
const reachedBy = (all, campaign) => [...new Set(all.map(({ to }) => to).filter((to) => campaignOf(to) === campaign))];

/** The newest email to somebody whose follow-up is still to come, as are the first emails to others of the campaign. */
export function newestFirst(all, optedOut) {
  const found = all.findLast(
    ({ to }) => !optedOut.has(to) && emailsTo(all, to) === 1 && reachedBy(all, campaignOf(to)).length < PEOPLE,
  );
  if (!found)
    throw new Error('Nobody waits for a follow-up in a campaign that goes on: an opt-out would prove nothing.');
  return found;
}

/** Whether somebody of the same campaign has their follow-up who was first emailed after this address: then its own was due before. */
function isFollowedUpBehind(all, address) {
  const reached = reachedBy(all, campaignOf(address));
  return reached.slice(reached.indexOf(address) + 1).some((to) => emailsTo(all, to) > 1);
}

/** What was accepted once a repetition would have come and, at the last, the follow-up to whoever opted out. */
export async function settled(optedOut, isLast) {
  await pause(60_000);
  const [address] = [...optedOut.keys()].slice(-1);
  if (isLast)
    await waitFor('A follow-up due after that of whoever opted out', 2_400, async () =>
      isFollowedUpBehind(await accepted(), address),
    );
  return accepted();
}

/** A campaign of an email every three minutes and a follow-up five minutes later, to `PEOPLE` people of its own. */
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
    leads: Array.from({ length: PEOPLE }, (_, index) => ({
      email: `silent.p${no}-${index}@prospects.test`,
      first_name: `P${index}`,
    })),
  });
  await must('POST', `/api/campaigns/${id}/status`, { action: 'START' });
}
