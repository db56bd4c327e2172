import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { Measure } from '@skein/contracts/analytics/measures';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import type { Scope, Selection } from '../figures/selection';
import { countedColumns, eventConditions, rangeCondition } from '../figures/selection.store';

/** Measures that a step has. */
const stepMeasures = [
  'sent',
  'opened',
  'clicked',
  'replied',
  'positive',
  'bounced',
  'sender_bounced',
  'unsubscribed',
] as const satisfies readonly Measure[];

export type StepFigures = Record<(typeof stepMeasures)[number], number> & { skipped: number; failed: number };
export const noStepFigures = (): StepFigures => ({
  sent: 0,
  opened: 0,
  clicked: 0,
  replied: 0,
  positive: 0,
  bounced: 0,
  sender_bounced: 0,
  unsubscribed: 0,
  skipped: 0,
  failed: 0,
});

/** Figures of a campaign by step and variant; the same conditions as everywhere, opened and clicked once an e-mail. */
export async function countSteps(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  selection: Selection,
): Promise<{ step_id: number; variant_id: number | null; figures: StepFigures }[]> {
  const conditions = eventConditions(new Conditions(workspaceId), scope, selection);
  const counted = countedColumns(stepMeasures, selection, { perStep: true });
  const { rows } = await sql.query<StepFigures & { step_id: number; variant_id: number | null }>(
    `select v.step_id, v.variant_id, ${counted} from event v where ${conditions.sql} and v.step_id is not null group by 1, 2`,
    conditions.values,
  );
  const left = await countUnsent(workspaceId, sql, selection);
  const found = rows.map(({ step_id, variant_id, ...figures }) => ({
    step_id,
    variant_id,
    figures: { ...noStepFigures(), ...figures },
  }));
  for (const row of left) {
    const known = found.find((entry) => entry.step_id === row.step_id && entry.variant_id === row.variant_id);
    if (known) Object.assign(known.figures, { skipped: row.skipped, failed: row.failed });
    else
      found.push({
        step_id: row.step_id,
        variant_id: row.variant_id,
        figures: { ...noStepFigures(), skipped: row.skipped, failed: row.failed },
      });
  }
  return found;
}

/**
 * E-mails that were passed over or refused for good; no events, so they are counted on the e-mails themselves, by the time they were due.
 */
async function countUnsent(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  selection: Selection,
): Promise<{ step_id: number; variant_id: number | null; skipped: number; failed: number }[]> {
  const conditions = new Conditions(workspaceId);
  conditions.add('i.workspace_id = $1').add('i.campaign_id = ANY(?::int[])', [...(selection.campaignIds ?? [])]);
  rangeCondition(conditions, selection.range, 'i.send_at');
  const { rows } = await sql.query<{ step_id: number; variant_id: number | null; skipped: number; failed: number }>(
    `
      select i.step_id, i.variant_id, count(*) filter (where i.state = 'SKIPPED')::int as skipped,
        count(*) filter (where i.state = 'FAILED')::int as failed
      from intent i
      where ${conditions.sql} and i.state in ('SKIPPED', 'FAILED') and i.step_id is not null
      group by 1, 2
    `,
    conditions.values,
  );
  return rows;
}

export interface StepRecord {
  step_id: number;
  seq_number: number;
  seq_type: string;
  is_deleted: boolean;
  variants: { id: number; label: string; subject: string; is_paused: boolean; is_deleted: boolean }[];
}

/** Steps of a campaign with their variants, removed ones included: what was sent from them stays. */
export async function findSteps(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<StepRecord[]> {
  const { rows } = await sql.query<StepRecord>(
    `
      select s.id as step_id, s.seq_number, s.seq_type, s.is_deleted,
        coalesce(
          (
              select json_agg(
                json_build_object(
                  'id', v.id, 'label', v.label, 'subject', v.subject, 'is_paused', v.is_paused, 'is_deleted',
                    v.is_deleted
                )
                order by v.label, v.id
              )
              from step_variant v
              where v.workspace_id = $1 and v.step_id = s.id
            ),
            '[]'
        ) as variants
      from sequence_step s
      where s.workspace_id = $1 and s.campaign_id = $2
      order by s.is_deleted, s.seq_number, s.id
    `,
    [workspaceId, campaignId],
  );
  return rows;
}
