import type { PlanType } from '@skein/contracts/constants';
import { selectedBy, type ColumnsReadBy } from '@skein/contracts/main/campaign-columns';
import type { CampaignSnapshot, StepSnapshot } from '#engine/sending/plan.types';
import type { SqlClient } from '#platform/db/database';

/** A campaign row as the sending stores read it, with the plan of its workspace as it counts (view workspace_plan). */
export interface CampaignRow extends ColumnsReadBy<'PLANNER'> {
  id: number;
  workspace_id: number;
  status: CampaignSnapshot['status'];
  status_reason: string | null;
  parent_campaign_id: number | null;
  bounce_guard_muted_until: Date | null;
  last_trigger_slot_at: Date | null;
  trigger_sequence: number;
  next_trigger_at: Date | null;
  uuid: string;
  plan_type: PlanType;
  trial_end_at: Date | null;
  is_subscribed: boolean;
  subscription_end_at: Date | null;
  email_credits_used: number;
  lead_limit: number | null;
  email_limit: number | null;
  disabled_at: Date | null;
}
export const sendingColumns = `
  ${selectedBy('PLANNER', 'c')},
  c.id, c.workspace_id, c.status, c.status_reason, c.parent_campaign_id, c.bounce_guard_muted_until, c.last_trigger_slot_at, c.trigger_sequence,
  c.next_trigger_at, c.uuid, w.plan_type, w.trial_end_at, w.is_subscribed, w.subscription_end_at, w.email_credits_used, w.lead_limit,
  w.email_limit, w.disabled_at`;
export async function readCampaign(
  sql: SqlClient,
  workspaceId: number,
  campaignId: number,
): Promise<CampaignRow | null> {
  const { rows } = await sql.query<CampaignRow>(
    `select ${sendingColumns} from campaign c join workspace_plan w on w.id = c.workspace_id where c.workspace_id = $1 and c.id = $2`,
    [workspaceId, campaignId],
  );
  return rows[0] ?? null;
}

/** A variant's texts beside its snapshot, for the check of merge data. */
export interface StepRow {
  id: number;
  seq_number: number;
  snapshot: StepSnapshot;
  variants: { id: number; subject: string; email_body: string; updated_at: Date }[];
}
export async function readSteps(sql: SqlClient, campaign: CampaignRow): Promise<StepRow[]> {
  const { rows } = await sql.query<{
    id: number;
    seq_number: number;
    seq_type: string;
    delay_days: number;
    delay_hours: number;
    delay_minutes: number;
    distribution: string;
    winner_variant_id: number | null;
    pause_reason: string | null;
    variants:
      | {
          id: number;
          label: string;
          percentage: number | null;
          is_paused: boolean;
          subject: string;
          email_body: string;
          updated_at: string;
          assigned: number;
        }[]
      | null;
  }>(
    `
      select s.id, s.seq_number, s.seq_type, s.delay_days, s.delay_hours, s.delay_minutes, s.distribution,
        s.winner_variant_id, s.pause_reason,
        (
          select json_agg(
            json_build_object(
              'id', v.id, 'label', v.label, 'percentage', v.percentage, 'is_paused', v.is_paused, 'subject',
                v.subject, 'email_body', v.email_body, 'updated_at', v.updated_at, 'assigned',
                v.assigned_count
            )
            order by v.label
          )
          from step_variant v
          where v.step_id = s.id and not v.is_deleted
        ) as variants
      from sequence_step s
      where s.workspace_id = $1 and s.campaign_id = $2 and not s.is_deleted
      order by s.seq_number
    `,
    [campaign.workspace_id, campaign.id],
  );
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
