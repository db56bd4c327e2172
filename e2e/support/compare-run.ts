import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { v1StatisticsContract } from '@skein/contracts/v1/statistics.contract';
import { allLeads, campaigns, sandbox, window } from './campaign-run';
import { callProduct } from './call-product';
import { endings, wordOf, words, type Ending, type Word } from './prospects';

const analytics = callProduct(campaignAnalyticsContract);
const v1 = callProduct(v1StatisticsContract);

export interface Comparison {
  /** One line a word: how many leads, how they ended, how many otherwise. */
  table: { word: Word; expected: string; leads: number; right: number; wrong: string[] }[];
  /** What must not have happened, in words; empty when all is well. */
  faults: string[];
  counts: { screenService: number; api: number; mailServer: number; perLead: number };
}

type Row = Awaited<ReturnType<typeof allLeads>>[number];
type Mail = Awaited<ReturnType<typeof sandbox.record>>['mails'][number];
type Statistics = Awaited<ReturnType<typeof analytics.campaignStatistics>>;
type Wire = Awaited<ReturnType<typeof v1.analytics>>;

/**
 * Milliseconds of real time between an event and the check that may not see it yet: an email whose check was under way
 * when its lead ended. At 1440 times the pace a second is 24 minutes of campaign time.
 */
const underWay = 1000;
/** @throws Error where the product knows no check of an email that the server has */
function checkOf({ checked_at, recipients }: { checked_at: string | null; recipients: string[] }): number {
  if (checked_at === null) throw new Error(`No check is known of the email to ${recipients.join()}`);
  return Date.parse(checked_at);
}
const minuteOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * Holds a campaign that is over against the table of the sandbox's people, the mail server's own record, and every
 * count against the others.
 */
export async function compareRun(campaignId: number): Promise<Comparison> {
  const params = { campaignId };
  const [{ scale }, campaign, rows, record, statistics, wire] = await Promise.all([
    sandbox.time({}),
    campaigns.getCampaign({ params }),
    allLeads(campaignId),
    sandbox.record({ query: { campaign_id: campaignId, with_mails: true } }),
    analytics.campaignStatistics({ params }),
    v1.analytics({ params }),
  ]);
  const faults: string[] = [];

  const table = tableOf(rows);
  if (record.duplicates.length > 0) faults.push(`${record.duplicates.length} emails were accepted twice`);
  faults.push(...record.violations.map((violation) => `the mail server saw: ${violation}`));

  faults.push(...mailFaults(record.mails, campaign.schedule.timezone));
  faults.push(...leadFaults(rows, record.mails, scale));

  const counts = {
    screenService: statistics.counts.sent,
    api: Number(wire.sent_count),
    mailServer: record.accepted,
    perLead: rows.reduce((sum, row) => sum + row.steps_sent, 0),
  };
  if (new Set(Object.values(counts)).size > 1) faults.push(`sent: ${JSON.stringify(counts)}`);
  faults.push(...countFaults(statistics, wire, rows));
  return { table, faults, counts };
}

/** How the leads of each word ended. */
const tableOf = (rows: readonly Row[]): Comparison['table'] =>
  words.map((word) => {
    const expected: Ending = endings[word];
    const mine = rows.filter((row) => wordOf(row.lead.email) === word);
    const wrong = mine
      .filter((row) => !endsAs(row, expected))
      .map((row) => `${row.lead.email} ${row.status} ${row.reason ?? ''} category ${row.category_id ?? 'none'}`);
    return {
      word,
      expected: [expected.status, expected.reason, expected.category ? `category ${expected.category}` : '']
        .filter(Boolean)
        .join(' '),
      leads: mine.length,
      right: mine.length - wrong.length,
      wrong,
    };
  });

/** Emails outside the campaign's window, and those that left before their check. */
function mailFaults(mails: readonly Mail[], timeZone: string): string[] {
  const faults: string[] = [];
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  for (const mail of mails) {
    // The product promises for the moment of its check: how long the dialogue after it takes is the machine's affair.
    const minute = minuteOfDay(clock.format(checkOf(mail)));
    if (minute < minuteOfDay(window.start) || minute > minuteOfDay(window.end))
      faults.push(`outside the window: ${mail.recipients.join()} at ${mail.checked_at}`);
    if (Date.parse(mail.accepted_at) < checkOf(mail))
      faults.push(`accepted before it was checked: ${mail.recipients.join()} at ${mail.accepted_at}`);
  }
  return faults;
}

/** Leads with other emails than the product says, from other mailboxes, outside their thread, or after their end. */
function leadFaults(rows: readonly Row[], record: readonly Mail[], scale: number): string[] {
  const faults: string[] = [];
  const byRecipient = new Map<string, Mail[]>();
  for (const mail of record)
    for (const recipient of mail.recipients) byRecipient.set(recipient, [...(byRecipient.get(recipient) ?? []), mail]);
  for (const row of rows) {
    const mails = byRecipient.get(row.lead.email) ?? [];
    // Accepted mails only: what was refused at RCPT never became one.
    if (mails.length !== row.steps_sent)
      faults.push(`${row.lead.email}: the mail server has ${mails.length}, the product ${row.steps_sent}`);
    if (mails.length > 3) faults.push(`${row.lead.email} got ${mails.length} emails of three steps`);
    if (new Set(mails.map((mail) => mail.sender)).size > 1)
      faults.push(`${row.lead.email} was emailed from two mailboxes`);
    if (mails.slice(1).some((mail) => !isAnswer(mail.subject)))
      faults.push(`${row.lead.email}: a follow-up left its thread`);
    const ended = row.ended_at && row.status !== 'COMPLETED' ? Date.parse(row.ended_at) : Infinity;
    const late = mails.filter((mail) => checkOf(mail) - underWay * scale > ended);
    if (late.length > 0) faults.push(`${row.lead.email} was emailed after it had ended (${row.reason ?? ''})`);
  }
  return faults;
}

/** Figures that differ between the screens, the API and the leads. */
function countFaults(statistics: Statistics, wire: Wire, rows: readonly Row[]): string[] {
  const faults: string[] = [];
  for (const [name, screen, api] of [
    ['replied', statistics.counts.replied, Number(wire.reply_count)],
    ['unsubscribed', statistics.counts.unsubscribed, Number(wire.unsubscribed_count)],
    ['bounced', statistics.counts.bounced, Number(wire.bounce_count)],
    ['opened', statistics.counts.opened, Number(wire.unique_open_count)],
    ['clicked', statistics.counts.clicked, Number(wire.unique_click_count)],
  ] as const)
    if (screen !== api) faults.push(`${name}: ${screen} on the screen, ${api} in the API`);
  const replied = rows.filter((row) => row.reply_count > 0).length;
  if (statistics.counts.replied !== replied)
    faults.push(`replied: ${statistics.counts.replied} in the figures, ${replied} leads`);
  const stats = wire.campaign_lead_stats;
  if (stats.total !== rows.length || stats.completed + stats.stopped + stats.blocked !== rows.length)
    faults.push(`leads: ${rows.length} on the screen, ${JSON.stringify(stats)} in the API`);
  return faults;
}

/** The record keeps the header as it was sent: a subject with a quotation mark is an encoded word (RFC 2047). */
const isAnswer = (subject: string | null): boolean => /^(?:re:|=\?utf-8\?q\?re=3a)/i.test(subject ?? '');

function endsAs(
  row: { status: string; reason: string | null; category_id: number | null; constraint_code: string | null },
  expected: Ending,
): boolean {
  return (
    row.status === expected.status &&
    (row.reason ?? null) === expected.reason &&
    (expected.category === undefined || row.category_id === expected.category)
  );
}
