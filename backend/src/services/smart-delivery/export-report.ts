import type { WorkspaceId } from '@skein/contracts/ids';
import type { PlacementGroup, PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { csvAnswer } from '#platform/csv/csv-answer';
import { csvLine } from '@skein/contracts/csv-cell';
import type { ReportBrand } from '#platform/mail/report-mail';
import { drawReportTask } from '#platform/pdf/draw-report';
import { workForRequest } from '#platform/workers/answer-heavy';
import type { ReportDocument, ReportTable } from '#platform/pdf/report-document';
import type { SmartDeliveryDeps } from './deps';
import type { Who } from './placement-tests';
import { readReport } from './read-report';

const places = { INBOX: 'Inbox', TAB: 'Tab', SPAM: 'Spam', MISSING: 'Missing' } as const;
const header = [
  'Seed',
  'Provider',
  'Region',
  'From',
  'Email',
  'Variant',
  'Placement',
  'Folder',
  'Sent',
  'Arrived',
  'Seconds',
  'SPF',
  'DKIM',
  'DMARC',
  'Sending IP',
  'Server response',
];

/** A name that every file system takes. */
const fileName = ({ name, run }: PlacementReport, ending: string): string =>
  `${
    name
      .normalize('NFKD')
      .split(/[^\w]+/)
      .filter(Boolean)
      .join('-')
      .toLowerCase() || 'placement'
  }-run-${run}.${ending}`;

/** Every email of a run, one row each. */
export async function exportCsv(deps: SmartDeliveryDeps, who: Who, id: number, run?: number): Promise<Response> {
  const report = await readReport(deps, who, id, run);
  const lines = report.mails.map((mail) => {
    const seconds =
      mail.sent_at && mail.landed_at && mail.landed !== 'MISSING'
        ? Math.max(0, Math.round((Date.parse(mail.landed_at) - Date.parse(mail.sent_at)) / 1_000))
        : null;
    return csvLine([
      mail.seed,
      mail.provider,
      mail.region,
      mail.sender,
      mail.kind === 'CONTROL' ? 'Control' : 'Copy',
      mail.variant,
      mail.landed ? places[mail.landed] : mail.state === 'FAILED' ? 'Refused' : '',
      mail.found_in,
      mail.sent_at,
      mail.landed === 'MISSING' ? null : mail.landed_at,
      seconds,
      mail.spf,
      mail.dkim,
      mail.dmarc,
      mail.client_ip,
      mail.failure_text,
    ]);
  });
  const pages = [lines];
  return csvAnswer(fileName(report, 'csv'), header, async () => pages.shift() ?? []);
}

/** The report of a run in the brand of the workspace. */
export async function exportPdf(deps: SmartDeliveryDeps, who: Who, id: number, run?: number): Promise<Response> {
  return pdfAnswer(deps, who.workspaceId, await readReport(deps, who, id, run));
}

export async function pdfAnswer(
  deps: SmartDeliveryDeps,
  workspaceId: WorkspaceId,
  report: PlacementReport,
): Promise<Response> {
  const brand = await deps.reports.brandOf(workspaceId);
  const pdf = await workForRequest(deps.heavyWork, drawReportTask, documentOf(report, brand, await brand.readLogo()));
  return new Response(pdf.slice().buffer, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName(report, 'pdf')}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}

/** What a report says of a run whose emails are no longer kept. */
export const goneEmails = (at: string): string =>
  `The emails of this run were deleted on ${at.slice(0, 10)}. Placement and results stay.`;

export const percent = (score: number | null): string => (score === null ? '–' : `${score}%`);

/** What a report says on paper. */
function documentOf(report: PlacementReport, { name, look }: ReportBrand, logo: Uint8Array | null): ReportDocument {
  const shown = report.history.find(({ number }) => number === report.run) ?? report.latest;
  const started = report.history.find(({ number }) => number === report.run)?.started_at ?? report.created_at;
  const figure = (label: string, value: number) => ({
    label,
    value: String(value),
    change: shown.mails === 0 ? '' : `${Math.round((100 * value) / shown.mails)}% of emails`,
  });
  const groups = (title: string, first: string, rows: readonly PlacementGroup[]): ReportTable => ({
    title,
    columns: [first, 'Placement', 'Inbox', 'Tabs', 'Spam', 'Missing', 'Refused'],
    rows: rows
      .slice(0, 50)
      .map((row) => [
        row.name,
        percent(row.score),
        ...[row.inbox, row.tab, row.spam, row.missing, row.failed].map(String),
      ]),
    note: rows.length > 50 ? `${rows.length - 50} more are on the screen.` : '',
  });
  return {
    brand: { name, look, logo },
    title: report.name,
    lines: [
      `Run ${report.run}, ${started.slice(0, 16).replace('T', ' ')} UTC`,
      `Subject: ${report.subject}`,
      ...(report.emails_deleted_at ? [goneEmails(report.emails_deleted_at)] : []),
      ...(report.is_sandbox ? ['Simulated: the seeds are stand-ins, and say nothing about real providers.'] : []),
    ],
    figures: [
      { label: 'Placement', value: percent(shown.score), change: `passes at ${report.pass_percent}%` },
      figure('Inbox', shown.inbox),
      figure('Tabs', shown.tab),
      figure('Spam', shown.spam),
      figure('Missing', shown.missing),
    ],
    chart:
      report.by_provider.length === 0
        ? null
        : {
            title: 'Placement by provider, in percent',
            categories: report.by_provider.slice(0, 8).map((row) => row.name.slice(0, 14)),
            series: [{ label: 'Placement', values: report.by_provider.slice(0, 8).map((row) => row.score ?? 0) }],
          },
    tables: [
      groups('Providers', 'Provider', report.by_provider),
      groups('Regions', 'Region', report.by_region),
      groups('Mailboxes', 'Mailbox', report.by_sender),
      ...(report.by_variant.length > 0 ? [groups('Variants', 'Variant', report.by_variant)] : []),
      {
        title: 'Authentication',
        columns: ['Mailbox', 'SPF', 'DKIM', 'DMARC'],
        rows: report.authentication.slice(0, 50).map(({ sender, arrived, now }) => {
          const { spf, dkim, dmarc } = now ?? arrived;
          const signed = dkim.some(({ result }) => result === 'pass') ? 'pass' : (dkim[0]?.result ?? 'none');
          return [sender, spf.result, signed, dmarc.result];
        }),
        note: report.authentication.length > 0 || report.emails_deleted_at ? '' : 'No email of this run has arrived.',
      },
    ],
    notes: report.steps
      .filter(({ is_fixed: isFixed }) => !isFixed)
      .slice(0, 8)
      .map(({ title, text }) => `${title}. ${text}`),
  };
}
