import type { ClientId } from '@skein/contracts/ids';
import type { Counts, Rates, StatisticsView } from '@skein/contracts/analytics/figures';
import type { InsightGroup, InsightGrouping } from '@skein/contracts/analytics/insights.contract';
import { measureDefinitions, type Measure } from '@skein/contracts/analytics/measures';
import type { ReportFilter, ReportPage } from '@skein/contracts/analytics/reports.contract';
import { dayText } from '@skein/contracts/instant';
import type { Database } from '#platform/db/database';
import type { ReportDocument, ReportFigure, ReportTable } from '#platform/pdf/report-document';
import { scopeOf, type Who } from '../figures/selection';
import { readGroups } from '../insights/read-groups';
import { readOverall, readOverallDays } from '../overall/read-overall';
import { nameFilters, selectionOf } from './report-filters';

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

const filterWords: Record<ReportFilter, string> = {
  client: 'Client',
  campaign: 'Campaign',
  mailbox: 'Mailbox',
  tag: 'Campaign tag',
};

/** A report, its days, and the brand it bears. */
interface ContentToRead {
  report: { name: string; page: ReportPage; address: string; client_id: ClientId | null };
  range: { from: string; to: string; time_zone: string };
  brand: ReportDocument['brand'];
}

/** What a report of these days says to `who`; figures are those of the page. */
export async function readReportContent(
  db: Database,
  who: Who,
  { report, range, brand }: ContentToRead,
): Promise<ReportDocument> {
  const query = { ...selectionOf(report), ...range };
  // A report tells of its range alone, whenever it is made.
  const end = Date.parse(`${range.to}T23:59:59Z`);
  const [narrowed, statistics, days, ...groups] = await Promise.all([
    db.tenantSql(who.workspaceId, (sql) => nameFilters(who.workspaceId, sql, scopeOf(who), [report])),
    readOverall(db, who, query),
    readOverallDays(db, who, query),
    ...groupings[report.page]
      // A client is its only client.
      .filter(({ by }) => by !== 'client' || report.client_id === null)
      .map(async ({ by, title }) => tableOf(title, (await readGroups(db, who, { ...query, by }, end)).groups)),
  ]);
  const span = `${dayText(range.from)} to ${dayText(range.to, 'year')}`;
  return {
    brand,
    title: report.name,
    // A report of a client wears the client's name already.
    lines: [span, ...narrowed(report).map(({ filter, name }) => `${filterWords[filter]}: ${name ?? 'not available'}`)],
    figures: figuresOf(statistics),
    chart: {
      title: 'By day',
      categories: days.days.map((day) => dayText(day.date)),
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
