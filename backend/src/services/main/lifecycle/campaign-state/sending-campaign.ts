import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { StepSnapshot } from '#engine/sending/plan.types';
import type { SqlClient } from '#platform/db/database';
import {
  findSendingCampaign,
  findStepRows,
  lockDueCampaign,
  type CampaignRow,
  type StepRow,
} from './sending-campaign.store';

/** The steps of a campaign in their order, as the planner reads them. */
export async function readSteps(sql: SqlClient, campaign: CampaignRow): Promise<StepRow[]> {
  const rows = await findStepRows(sql, campaign);
  return rows.map((row) => ({
    id: row.id,
    seq_number: row.seq_number,
    variants: (row.variants ?? []).map((variant) => ({ ...variant, updated_at: new Date(variant.updated_at) })),
    snapshot: {
      id: String(row.id),
      number: row.seq_number,
      kind: row.seq_type as StepSnapshot['kind'],
      delay: {
        days: row.delay_days,
        hours: row.delay_hours,
        minutes: row.delay_minutes,
        basis: campaign.delay_basis === 'SENDING_DAYS' ? 'SENDING_DAYS' : 'CALENDAR',
      },
      distribution: row.distribution as StepSnapshot['distribution'],
      ...(row.pause_reason === null ? {} : { pauseReason: row.pause_reason }),
      winnerVariantId: row.winner_variant_id === null ? null : String(row.winner_variant_id),
      variants: (row.variants ?? []).map((variant) => ({
        id: String(variant.id),
        label: variant.label,
        percentage: variant.percentage ?? 0,
        enabled: !variant.is_paused,
        assigned: Number(variant.assigned),
      })),
    },
  }));
}

/** A campaign and its steps as the planner reads them; null when it is gone. */
export async function readSequence(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<{ campaign: CampaignRow; steps: StepRow[] } | null> {
  const campaign = await findSendingCampaign(sql, workspaceId, campaignId);
  return campaign && { campaign, steps: await readSteps(sql, campaign) };
}

/**
 * The campaign that is due first at a time, held until the transaction ends; other workers' campaigns are passed over.
 * @param now campaign time in milliseconds
 */
export const holdDueCampaign = (sql: SqlClient, now: number): Promise<CampaignRow | null> =>
  lockDueCampaign(sql, new Date(now));
