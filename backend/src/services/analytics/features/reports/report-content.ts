import type { Counts, Rates, StatisticsView } from '@skein/contracts/analytics/figures';
import type { InsightGroup, InsightGrouping } from '@skein/contracts/analytics/insights.contract';
import { measureDefinitions, type Measure } from '@skein/contracts/analytics/measures';
import type { ReportPage } from '@skein/contracts/analytics/reports.contract';
import type { Database } from '#platform/db/database';
import type { ReportDocument, ReportFigure, ReportTable } from '#platform/pdf/report-document';
import type { Range, Who } from '../figures/selection';
import { readGroups } from '../insights/read-groups';
import { readOverall, readOverallDays, type OverallFilter } from '../overall/read-overall';

/** Rows of a table of the report; the screen has all of them. */
const mostRows = 20;
const rated = ['opened', 'replied', 'positive', 'bounced', 'unsubscribed', 'meetings'] as const;
const number = (count: number) => count.toLocaleString('en-US');
const percent = (rate: number | null) => (rate === null ? '–' : `${rate.toFixed(1)}%`);

/** What each page is about, beside the figures and the days that all have. */
const groupings: Record<ReportPage, readonly { by: InsightGrouping; title: string }[]> = {
  'global-analytics': [{ by: 'campaign', title: 'Campaigns' }],
  'agency-insights': [
    { by: 'client', title: 'Clients' },
    { by: 'campaign', title: 'Campaigns' },
  ],
  'performance-metrics': [{ by: 'mailbox_tag', title: 'Mailbox tags' }],
  'overall-client-performance': [
    { by: 'client', title: 'Clients' },
    { by: 'campaign', title: 'Campaigns' },
  ],
  'lead-response': [{ by: 'campaign', title: 'Campaigns' }],
  'team-board': [{ by: 'campaign', title: 'Campaigns' }],
  'email-health-metrics': [{ by: 'mailbox', title: 'Mailboxes' }],
  'domain-health-metrics': [{ by: 'domain', title: 'Domains' }],
  'campaign-performance': [{ by: 'campaign', title: 'Campaigns' }],
  'campaign-response-analysis': [{ by: 'campaign', title: 'Campaigns' }],
  'email-provider-performance': [{ by: 'provider', title: 'Mailbox providers' }],
};

/** The filters of a page as they stand in its address; what is malformed narrows nothing. */
function filterOf(address: string): OverallFilter & Pick<Range, 'axis' | 'include_out_of_office'> {
  const query = new URLSearchParams(address);
  const ids = (name: string) => {
    const text = query.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? [Number(text)] : undefined;
  };
  return {
    client_ids: ids('client'),
    campaign_ids: ids('campaign'),
    mailbox_ids: ids('mailbox'),
    tag_ids: ids('tag'),
    axis: query.get('by') === 'sent' ? 'sent' : 'event',
    include_out_of_office: query.get('ooo') === 'counted',
  };
}

function figuresOf({ counts, rates, previous }: StatisticsView): ReportFigure[] {
  const count = (measure: 'contacted' | 'sent'): ReportFigure => ({
    label: measureDefinitions[measure].label,
    value: number(counts[measure]),
    change: previous ? `${number(previous.counts[measure])} the week before` : '',
  });
  return [
    count('contacted'),
    count('sent'),
    ...rated.map((measure) => ({
      label: measureDefinitions[measure].label,
      value: number(counts[measure]),
      change: [percent(rates[measure]), pointsOf(rates[measure], previous?.rates[measure] ?? null)]
        .filter(Boolean)
        .join(', '),
    })),
  ];
}

function pointsOf(now: number | null, before: number | null): string {
  if (now === null || before === null) return '';
  const points = Math.round((now - before) * 10) / 10;
  return points === 0 ? 'no change' : `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)} pt`;
}

function tableOf(title: string, groups: readonly InsightGroup[]): ReportTable {
  const rate = ({ counts, rates }: { counts: Counts; rates: Rates }, measure: Measure & keyof Rates) =>
    `${number(counts[measure])} · ${percent(rates[measure])}`;
  const shown = groups.filter((group) => group.counts.sent > 0 || group.counts.replied > 0);
  return {
    title,
    columns: ['Name', 'Contacted', 'Sent', 'Replied', 'Positive', 'Bounced'],
    rows: shown
      .slice(0, mostRows)
      .map((group) => [
        group.name,
        number(group.counts.contacted),
        number(group.counts.sent),
        rate(group, 'replied'),
        rate(group, 'positive'),
        rate(group, 'bounced'),
      ]),
    note:
      shown.length === 0
        ? 'Nothing in this week.'
        : shown.length > mostRows
          ? `And ${number(shown.length - mostRows)} more.`
          : '',
  };
}

const dayText = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`));

/** A report, its days, and the brand it bears. */
interface ContentToRead {
  report: { name: string; page: ReportPage; address: string; client_id: number | null };
  range: { from: string; to: string; time_zone: string };
  brand: ReportDocument['brand'];
}

/** What a report of these days says to `who`; figures are those of the page. */
export async function readReportContent(
  db: Database,
  who: Who,
  { report, range, brand }: ContentToRead,
): Promise<ReportDocument> {
  const query = {
    ...filterOf(report.address),
    ...range,
    ...(report.client_id === null ? {} : { client_ids: [report.client_id] }),
  };
  // A report tells of its range alone, whenever it is made.
  const end = Date.parse(`${range.to}T23:59:59Z`);
  const [statistics, days, ...groups] = await Promise.all([
    readOverall(db, who, query),
    readOverallDays(db, who, query),
    ...groupings[report.page]
      // A client is its only client.
      .filter(({ by }) => by !== 'client' || report.client_id === null)
      .map(async ({ by, title }) => tableOf(title, (await readGroups(db, who, { ...query, by }, end)).groups)),
  ]);
  const span = `${dayText(range.from, { day: 'numeric', month: 'long' })} to ${dayText(range.to, { day: 'numeric', month: 'long', year: 'numeric' })}`;
  return {
    brand,
    title: report.name,
    // A report of a client wears the client's name already.
    lines: [span],
    figures: figuresOf(statistics),
    chart: {
      title: 'By day',
      categories: days.days.map((day) => dayText(day.date, { weekday: 'short', day: 'numeric' })),
      series: [
        { label: 'Contacted', values: days.days.map((day) => day.contacted) },
        { label: 'Replied', values: days.days.map((day) => day.replied) },
      ],
    },
    tables: groups,
    notes: [
      `Days are counted in ${range.time_zone.replaceAll('_', ' ')}. Changes compare with the seven days before.`,
      `Replied, positive and opened are shares of contacted leads, bounced of sent emails.`,
    ],
  };
}
