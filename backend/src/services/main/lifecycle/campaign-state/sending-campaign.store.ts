import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredCampaign } from '#engine/rows/central-rows';
import type { PlanType } from '@skein/contracts/constants';
import { selectedBy, type ColumnsReadBy } from '@skein/contracts/main/campaign-columns';
import type { StepSnapshot } from '#engine/sending/plan.types';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import { inItsTime } from '#platform/db/enabled-workspace';

/** A campaign row as the sending stores read it, with the plan of its workspace as it counts (view workspace_plan). */
export interface CampaignRow
  extends
    ColumnsReadBy<'PLANNER'>,
    Pick<
      StoredCampaign,
      | 'id'
      | 'workspace_id'
      | 'status'
      | 'status_reason'
      | 'parent_campaign_id'
      | 'bounce_guard_muted_until'
      | 'last_trigger_slot_at'
      | 'trigger_sequence'
      | 'next_trigger_at'
      | 'uuid'
    > {
  plan_type: PlanType;
  trial_end_at: Date | null;
  is_subscribed: boolean;
  subscription_end_at: Date | null;
  email_credits_used: number;
  lead_limit: number | null;
  email_limit: number | null;
  disabled_at: Date | null;
}
const sendingColumns = `
  ${selectedBy('PLANNER', 'c')},
  c.id, c.workspace_id, c.status, c.status_reason, c.parent_campaign_id, c.bounce_guard_muted_until,
    c.last_trigger_slot_at, c.trigger_sequence,
  c.next_trigger_at, c.uuid, w.plan_type, w.trial_end_at, w.is_subscribed, w.subscription_end_at, w.email_credits_used, w.lead_limit,
  w.email_limit, w.disabled_at`;
export async function findSendingCampaign(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<CampaignRow | null> {
  const { rows } = await prepared<CampaignRow>(
    sql,
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

/** One due campaign, locked for this transaction; another worker's campaigns are passed over. */
export async function lockDueCampaign(sql: SqlClient, now: Date): Promise<CampaignRow | null> {
  const { rows } = await prepared<CampaignRow>(
    sql,
    `
      select ${sendingColumns}
      from campaign c
      join workspace_plan w on w.id = c.workspace_id
      where c.status = 'ACTIVE' and c.next_trigger_at <= $1 and ${inItsTime('$1', 'c.workspace_id')}
      order by c.next_trigger_at, c.id
      limit 1
      for no key update of c skip locked
    `,
    [now],
  );
  return rows[0] ?? null;
}

/** A step with its variants, as its table has it. */
interface StepColumns {
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
}

export async function findStepRows(
  sql: SqlClient,
  campaign: Pick<CampaignRow, 'id' | 'workspace_id'>,
): Promise<StepColumns[]> {
  const { rows } = await prepared<StepColumns>(
    sql,
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
  return rows;
}
