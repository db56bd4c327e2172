import { campaignLeadsContract, type CampaignLeadRow } from '@skein/contracts/main/campaign-leads.contract';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { uploadsContract } from '@skein/contracts/main/uploads.contract';
import { callProduct } from './call-product';
import { threeSteps } from './campaign-steps';
import { readDemo } from './product';
import type { Prospect } from './prospects';

export const campaigns = callProduct(campaignsContract);
export const leads = callProduct(campaignLeadsContract);
export const sandbox = callProduct(sandboxContract);
const sequences = callProduct(sequencesContract);
const mailboxes = callProduct(mailboxesContract);
const campaignMailboxes = callProduct(campaignMailboxesContract);
const uploads = callProduct(uploadsContract);

const hour = 3_600_000;
export const window = { start: '07:00', end: '19:00' };

/** A zone in which it is now about seven in the morning of campaign time: a run then loses nothing by waiting for its window. */
async function zoneOfTheMorning(): Promise<string> {
  const { now } = await sandbox.time({});
  const utc = new Date(now).getUTCHours();
  // Of the zones with whole hours; the sign of Etc/GMT is the other way round.
  const ahead = ((7 - utc + 36) % 24) - 12;
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

const csvField = (text: string) => (/[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** The file as a spreadsheet saves it: quoted where it must be, with CRLF. */
const csvOf = (people: readonly Prospect[]): string =>
  [
    ['E-Mail', 'Vorname', 'Company', 'City'],
    ...people.map((person) => [person.email, person.first_name, person.company_name, person.city]),
  ]
    .map((row) => row.map(csvField).join(','))
    .join('\r\n');

/** The demo's mailboxes that nothing else sends from, with 200 sends a day. */
async function freeMailboxIds(): Promise<number[]> {
  const free = new Set(readDemo().mailboxes.map((mailbox) => mailbox.email));
  const { rows } = await mailboxes.list({ query: { limit: 500 } });
  return rows.filter((row) => free.has(row.from_email)).map((row) => row.id);
}

/** Uploads a CSV and imports it with the mapping that was proposed. */
export async function importCsv(campaignId: number, text: string) {
  const address = new URL('/api/uploads', readDemo().url);
  address.search = new URLSearchParams({ file_name: 'prospects.csv', campaign_id: String(campaignId) }).toString();
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'x-api-key': readDemo().api_key, 'content-type': 'text/csv' },
    body: text,
  });
  const { data } = (await answer.json()) as { data: { id: number; columns: { target: never }[] } };
  await uploads.startUpload({
    params: { uploadId: data.id },
    body: { mapping: data.columns.map((column) => column.target) },
  });
  for (;;) {
    const upload = await uploads.getUpload({ params: { uploadId: data.id } });
    if (upload.status === 'COMPLETED') return upload;
    if (upload.status === 'FAILED') throw new Error(upload.error ?? 'The import failed.');
    await pause(250);
  }
}

/** A campaign of three steps over the given people, ready to start. A share of bounces that would pause it is wanted here. */
export async function prepareCampaign(name: string, people: readonly Prospect[]): Promise<number> {
  const { id } = await campaigns.createCampaign({ body: { name } });
  const params = { campaignId: id };
  await sequences.saveSequence({
    params,
    body: {
      steps: threeSteps,
    },
  });
  await campaignMailboxes.setCampaignMailboxes({ params, body: { mailbox_ids: await freeMailboxIds() } });
  await campaigns.saveSchedule({
    params,
    body: {
      timezone: await zoneOfTheMorning(),
      days: [1, 2, 3, 4, 5, 6, 7],
      start_hour: window.start,
      end_hour: window.end,
      min_time_btwn_emails: 3,
      max_leads_per_day: 100_000,
    },
  });
  await campaigns.updateCampaign({
    params,
    body: { bounce_guard_enabled: false, unsubscribe_text: 'Not for you? Unsubscribe' },
  });
  if (people.length > 0) {
    const upload = await importCsv(id, csvOf(people));
    const imported = upload.counts
      .filter((count) => count.outcome === 'IMPORTED_NEW' || count.outcome === 'UPDATED_EXISTING')
      .reduce((sum, count) => sum + count.count, 0);
    if (imported !== people.length)
      throw new Error(`${imported} of ${people.length} were imported: ${JSON.stringify(upload.counts)}`);
  }
  return id;
}

/** Every lead of a campaign, page by page. */
export async function allLeads(campaignId: number): Promise<CampaignLeadRow[]> {
  const found: CampaignLeadRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await leads.listCampaignLeads({ params: { campaignId }, query: { limit: 200, cursor } });
    found.push(...page.rows);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return found;
}

/** Waits until no lead of the campaign is on its way any more, and the last reactions (four hours at most) had their time. */
export async function waitUntilOver(campaignId: number, tell: (line: string) => void = () => undefined): Promise<void> {
  let said = '';
  for (;;) {
    const { total, by_status: states } = await leads.countCampaignLeads({ params: { campaignId } });
    const open = (states['STARTED'] ?? 0) + (states['INPROGRESS'] ?? 0) + (states['PAUSED'] ?? 0);
    const line = `${total - open} of ${total} leads have ended (${Object.entries(states)
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `${count} ${state.toLowerCase()}`)
      .join(', ')})`;
    if (line !== said) tell(line);
    said = line;
    if (open === 0) break;
    await pause(1000);
  }
  const { now, scale } = await sandbox.time({});
  const reactedAt = Date.parse(now) + 4.5 * hour;
  await pause((reactedAt - Date.parse(now)) / scale + 3000);
}

const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds));
