import type { CampaignId } from '@skein/contracts/ids';
import type { Counts } from '@skein/contracts/analytics/figures';
import { measureDefinitions, measures, type Measure } from '@skein/contracts/analytics/measures';
import type { Narrowing } from '@skein/contracts/analytics/narrowing';
import type { Database } from '#platform/db/database';
import { campaignSelection, inCampaign } from '../campaign/read-campaign';
import { readDays, readRows } from '../figures/figures';
import { narrowedBy, requireNarrowing } from '../figures/may-narrow';
import type { Range, Selection, Who } from '../figures/selection';
import { campaignTable, mailboxTable, overallSelection, type OverallFilter } from '../overall/read-overall';
import { readSteps } from '../steps/read-steps';
import { csvAnswer, once } from './csv';
import { invalidField } from '#platform/http/skein-error';

const page = 1_000;
const names = measures.map((measure) => measureDefinitions[measure].label);
const figures = (counts: Counts) => measures.map((measure) => counts[measure]);
const span = (range: Range) => (range.from === undefined ? 'all' : `${range.from}-to-${range.to}`);

/** Figures of a campaign as CSV: exactly what the screen shows for the same range. */
export async function exportCampaign(
  db: Database,
  who: Who,
  campaignId: CampaignId,
  query: Range & { what: 'days' | 'steps' | 'rows'; measure: Measure },
): Promise<Response> {
  const selection = campaignSelection(campaignId, query);
  const { name } = await inCampaign(db, who, campaignId, async (_, campaign) => campaign);
  if (query.what === 'rows')
    return exportRows(db, who, {
      selection,
      measure: query.measure,
      fileName: `${name}-${query.measure}-${span(query)}`,
    });
  if (query.what === 'days') return exportDays(db, who, selection, `${name}-days-${span(query)}`);
  const { steps } = await db.tenantSql(who.workspaceId, (sql) => readSteps(who, sql, campaignId, selection));
  const lines = steps.flatMap((step) =>
    step.variants.map((variant) => [
      step.seq_number,
      step.seq_type,
      variant.label,
      variant.subject,
      variant.counts.sent,
      variant.counts.opened,
      variant.counts.clicked,
      variant.counts.replied,
      variant.counts.positive,
      variant.counts.bounced,
      variant.counts.sender_bounced,
      variant.counts.unsubscribed,
      variant.counts.skipped,
      variant.counts.failed,
      variant.evidence.text,
    ]),
  );
  return csvAnswer(
    `${name}-steps-${span(query)}`,
    [
      'Step',
      'Type',
      'Variant',
      'Subject',
      'Sent',
      'Opened',
      'Clicked',
      'Replied',
      'Positive',
      'Bounced',
      'Sender bounced',
      'Unsubscribed',
      'Skipped',
      'Failed',
      'Evidence',
    ],
    once(lines),
  );
}

/**
 * Figures over all campaigns as CSV.
 * @throws SkeinError FORBIDDEN, VALIDATION for narrowing that is not for this person, measure or file
 */
export async function exportOverall(
  db: Database,
  who: Who,
  query: Range & OverallFilter & Narrowing & { what: 'days' | 'campaigns' | 'mailboxes' | 'rows'; measure: Measure },
  now: number,
): Promise<Response> {
  requireNarrowing(who, query);
  const [narrowed] = narrowedBy(query);
  // A file of the whole must not pass for one of what was asked.
  if (narrowed && query.what !== 'rows') throw invalidField(narrowed, 'narrows rows only');
  const selection = overallSelection(query);
  const file = (what: string) => `analytics-${what}-${span(query)}`;
  switch (query.what) {
    case 'days':
      return exportDays(db, who, selection, file('days'));
    case 'rows':
      return exportRows(db, who, {
        selection: { ...selection, narrow: { by: query, now } },
        measure: query.measure,
        fileName: `${file(query.measure)}${narrowed ? '-narrowed' : ''}`,
      });
    case 'campaigns':
      return csvAnswer(
        file('campaigns'),
        ['Campaign id', 'Campaign', 'Status', 'Client', ...names],
        once(
          (await campaignTable(db, who, query)).map((row) => [
            row.campaign_id,
            row.name,
            row.status,
            row.client_name,
            ...figures(row.counts),
          ]),
        ),
      );
    case 'mailboxes':
      return csvAnswer(
        file('mailboxes'),
        ['Mailbox id', 'Mailbox', ...names],
        once(
          (await mailboxTable(db, who, query)).map((row) => [row.mailbox_id, row.from_email, ...figures(row.counts)]),
        ),
      );
  }
}

async function exportDays(db: Database, who: Who, selection: Selection, fileName: string): Promise<Response> {
  if (selection.range.from === undefined) throw invalidField('from', 'is required');
  const { days } = await db.tenantSql(who.workspaceId, (sql) => readDays(who, sql, selection));
  return csvAnswer(fileName, ['Day', ...names], once(days.map((day) => [day.date, ...figures(day)])));
}

/** The rows behind a measure, and the file they go to. */
interface RowsToExport {
  selection: Selection;
  measure: Measure;
  fileName: string;
}

function exportRows(db: Database, who: Who, { selection, measure, fileName }: RowsToExport): Response {
  let cursor: string | undefined;
  let isDone = false;
  return csvAnswer(
    fileName,
    [
      'When',
      'Email sent at',
      'Lead email',
      'Lead name',
      'Company',
      'Campaign',
      'Mailbox',
      'Step',
      'Variant',
      'Subject',
      'Category',
      'Evidence',
    ],
    async () => {
      if (isDone) return [];
      const { rows, next_cursor } = await readRows(db, who, { selection, measure, page: { cursor, limit: page } });
      cursor = next_cursor ?? undefined;
      isDone = next_cursor === null;
      return rows.map((row) => [
        row.at,
        row.sent_at,
        row.lead?.email ?? null,
        row.lead?.name ?? null,
        row.lead?.company_name ?? null,
        row.campaign?.name ?? null,
        row.mailbox?.from_email ?? null,
        row.seq_number,
        row.variant_label,
        row.subject,
        row.category_name,
        row.evidence_text,
      ]);
    },
  );
}
