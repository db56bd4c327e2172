import type { CampaignId } from '@skein/contracts/ids';
import { csvLine as line } from '@skein/contracts/csv-cell';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { requireCampaign } from '#access/access.api';
import { listCategories } from '#labels/labels.api';
import { eachLead, type LeadPageRecord } from '#lifecycle/lifecycle.api';

const header = [
  'id',
  'campaign_lead_map_id',
  'status',
  'category',
  'is_interested',
  'created_at',
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'company_name',
  'website',
  'location',
  'custom_fields',
  'linkedin_profile',
  'company_url',
  'is_unsubscribed',
  'unsubscribed_client_id_map',
  'last_email_sequence_sent',
  'open_count',
  'click_count',
  'reply_count',
];
const page = 2_000;

/** Leads of a campaign as CSV, streamed, in the columns of the wire. Values that a spreadsheet would run are disarmed. */
export async function exportLeads(
  deps: Pick<MainDeps, 'db' | 'live'>,
  who: RequestActor,
  campaignId: CampaignId,
): Promise<Response> {
  await deps.db.tenantSql(who.workspaceId, (sql) => requireCampaign(sql, who, campaignId));
  const { categories } = await listCategories(deps, who);
  const byId = new Map(categories.map((category) => [category.id, category]));
  const cellsOf = (lead: LeadPageRecord) => {
    const category = lead.category_id === null ? undefined : byId.get(lead.category_id);
    return [
      String(lead.id),
      String(lead.enrolment_id),
      lead.status,
      category?.name ?? '',
      String(category?.sentiment === 'positive'),
      lead.created_at.toISOString(),
      lead.first_name ?? '',
      lead.last_name ?? '',
      lead.email,
      lead.phone_number ?? '',
      lead.company_name ?? '',
      lead.website ?? '',
      lead.location ?? '',
      JSON.stringify(lead.custom_fields),
      lead.linkedin_profile ?? '',
      lead.company_url ?? '',
      String(lead.is_unsubscribed || lead.enrolment_is_unsubscribed),
      '{}',
      String(lead.last_seq_number),
      String(lead.open_count),
      String(lead.click_count),
      String(lead.reply_count),
    ];
  };
  const encoder = new TextEncoder();
  const pages = eachLead((read) => deps.db.tenantSql(who.workspaceId, read), who.workspaceId, campaignId, page);
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(line(header))),
    async pull(controller) {
      const { value: rows, done } = await pages.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(rows.map((row) => line(cellsOf(row))).join('')));
    },
  });
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="campaign-${campaignId}-leads.csv"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}
