import type { CampaignId } from '@skein/contracts/ids';
import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { csvLine as line } from '@skein/contracts/csv-cell';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { requireCampaign } from '#access/access.api';
import { serviceClient } from './service-client';
import type { EmailsQuery } from './statistics';

const page = 1_000;

/** The columns, in the names of `GET /campaigns/{id}/statistics` (docs/public-api.md, Statistics as a file). */
const header = [
  'stats_id',
  'lead_name',
  'lead_email',
  'lead_category',
  'sequence_number',
  'email_campaign_seq_id',
  'seq_variant_id',
  'email_subject',
  'sent_time',
  'open_time',
  'click_time',
  'reply_time',
  'open_count',
  'click_count',
  'is_unsubscribed',
  'is_bounced',
];
const cell = (value: string | number | boolean | null): string => (value === null ? '' : String(value));

/** The campaign and the emails asked for. */
interface StatisticsToDownload {
  campaignId: CampaignId;
  query: Omit<EmailsQuery, 'offset' | 'limit'>;
}

/** Emails of a campaign as CSV, streamed, without their texts. Values that a spreadsheet would run are disarmed. */
export async function downloadStatistics(
  deps: MainDeps,
  who: RequestActor,
  raw: Request,
  { campaignId, query }: StatisticsToDownload,
): Promise<Response> {
  await deps.db.tenantSql(who.workspaceId, (sql) => requireCampaign(sql, who, campaignId));
  const analytics = serviceClient(deps, raw, campaignAnalyticsContract, 'campaign');
  const encoder = new TextEncoder();
  const read = async (offset: number) => {
    const { rows } = await analytics.campaignEmails({
      params: { campaignId },
      query: {
        offset,
        limit: page,
        seq_numbers: query.email_sequence_number,
        statuses: query.email_status,
        sent_after: query.sent_time_start_date,
        sent_before: query.sent_time_end_date,
      },
    });
    return rows;
  };
  type Row = Awaited<ReturnType<typeof read>>[number];
  const lineOf = (row: Row) =>
    line(
      [
        row.stats_id,
        row.lead_name,
        row.lead_email,
        row.category_name,
        row.seq_number,
        row.step_id,
        row.variant_id,
        row.subject,
        row.sent_at,
        row.first_open_at,
        row.first_click_at,
        row.reply_at,
        row.open_count,
        row.click_count,
        row.is_unsubscribed,
        row.is_bounced,
      ].map(cell),
    );
  // Read before the answer begins: a caller who may not read figures is refused, and gets no half of a file.
  let rows = await read(0);
  let offset = 0;
  let known = new Set<string>();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(line(header))),
    async pull(controller) {
      if (offset > 0) rows = await read(offset);
      if (rows.length === 0) return controller.close();
      offset += rows.length;
      // What is sent while the file is written comes first, and moves the rows behind it onto the next page, where they are known.
      const fresh = rows.filter((row) => !known.has(row.stats_id));
      known = new Set(rows.map((row) => row.stats_id));
      controller.enqueue(encoder.encode(fresh.map(lineOf).join('')));
    },
  });
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="campaign-${campaignId}-statistics.csv"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}
