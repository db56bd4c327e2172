import type { CampaignLeadRow } from '@skein/contracts/main/campaign-leads.contract';
import type { CampaignLeadSelection } from '@skein/contracts/main/lead-actions.contract';
import { leadStateLabels } from '@skein/contracts/main/lead-state-labels';
import type { HeldRun } from '#platform/bulk-runs/bulk-run';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who } from '#access/access.api';
import { listCategories } from '#labels/labels.api';
import { readSelectedLeads } from '#lifecycle/lifecycle.api';
import { exportPage, writeLeadsFile, type ExportedLeads } from './write-leads-file';

/** Leads of a campaign as a file: with each of them where it is in the campaign and what became of it, as its lead list shows it. */
export async function exportCampaignLeads(
  deps: Pick<MainDeps, 'db' | 'files' | 'live'>,
  who: Who,
  { campaign_id: campaignId, enrolments }: CampaignLeadSelection,
  commit: HeldRun['commit'],
): Promise<string> {
  const { categories } = await listCategories(deps, who);
  const categoryNames = new Map<number | null, string>(categories.map(({ id, name }) => [id, name]));
  const leads: ExportedLeads<CampaignLeadRow> = {
    async read(sql, before) {
      const campaign = await requireCampaign(sql, who, campaignId);
      const rows = await readSelectedLeads(sql, who, campaign, { enrolments, before, limit: exportPage });
      return { ids: rows.map((row) => row.enrolment_id), rows };
    },
    lead: (row) => row.lead,
    columns: {
      lead_esp: (row) => row.lead.provider,
      status: (row) => leadStateLabels[row.status],
      status_reason: (row) => row.reason_text ?? '',
      current_step: (row) => row.current_seq_num,
      category: (row) => categoryNames.get(row.category_id) ?? '',
      mailbox: (row) => row.mailbox?.from_email ?? '',
      first_sent_at: (row) => row.first_sent_at ?? '',
      last_sent_at: (row) => row.last_sent_at ?? '',
      last_reply_at: (row) => row.last_reply_at ?? '',
      open_count: (row) => row.open_count,
      click_count: (row) => row.click_count,
      reply_count: (row) => row.reply_count,
      is_unsubscribed: (row) => String(row.is_unsubscribed || row.lead.is_unsubscribed),
      is_bounced: (row) => String(row.is_bounced || row.lead.is_bounced),
      created_at: (row) => row.created_at,
    },
  };
  return writeLeadsFile(deps, who, leads, commit);
}
