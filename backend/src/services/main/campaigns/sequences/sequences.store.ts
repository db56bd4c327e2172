import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { StepAttachment } from '@skein/contracts/main/attachments.contract';
import type { StepInput } from '@skein/contracts/main/sequence-views';
import type { SqlClient } from '#platform/db/database';

interface VariantRecord {
  id: number;
  label: string;
  subject: string;
  email_body: string;
  attachments: StepAttachment[];
  percentage: number | null;
  is_paused: boolean;
  sent: number;
}
export interface StepRecord {
  id: number;
  seq_number: number;
  seq_type: 'EMAIL' | 'MANUAL' | 'LINKEDIN';
  delay_days: number;
  delay_hours: number;
  delay_minutes: number;
  distribution: 'MANUAL_EQUAL' | 'MANUAL_PERCENTAGE' | 'AI_EQUAL';
  sample_percentage: number | null;
  winning_metric: string | null;
  winner_variant_id: number | null;
  winner_by: string | null;
  winner_at: Date | null;
  winner_evidence: unknown;
  detail: Record<string, unknown>;
  created_at: Date;
  updated_at: Date;
  sent: number;
  variants: VariantRecord[];
}

/** Steps of a campaign in their order, with variants A to Z and what was sent from each. */
export const findSteps = (workspaceId: WorkspaceId, sql: SqlClient, campaignId: CampaignId): Promise<StepRecord[]> =>
  readSteps(workspaceId, sql, campaignId, 'NOT s.is_deleted');

/** Steps that were removed, which may be brought back. */
export const findRemovedSteps = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<StepRecord[]> => readSteps(workspaceId, sql, campaignId, 's.is_deleted');

async function readSteps(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  which: string,
): Promise<StepRecord[]> {
  const { rows } = await sql.query<Omit<StepRecord, 'variants'> & { variants: VariantRecord[] | null }>(
    `
      with sent as (
        select step_id, variant_id, count(*)::int as count
        from intent
        where workspace_id = $1 and campaign_id = $2 and state in ('SENT', 'IN_DOUBT') and kind = 'CAMPAIGN'
        group by 1, 2
      )
      select s.id, s.seq_number, s.seq_type, s.delay_days, s.delay_hours, s.delay_minutes, s.distribution,
        s.sample_percentage, s.winning_metric, s.winner_variant_id, s.winner_by, s.winner_at,
        s.winner_evidence, s.detail, s.created_at, s.updated_at,
        coalesce((select sum(count)::int from sent where sent.step_id = s.id), 0) as sent,
        (
          select json_agg(
            json_build_object(
              'id', v.id, 'label', v.label, 'subject', v.subject, 'email_body', v.email_body, 'attachments',
                v.attachments, 'percentage', v.percentage, 'is_paused', v.is_paused, 'sent',
                coalesce((select count from sent where sent.step_id = s.id and sent.variant_id = v.id), 0)
            )
            order by v.label
          )
          from step_variant v
          where v.step_id = s.id and not v.is_deleted
        ) as variants
      from sequence_step s
      where s.workspace_id = $1 and s.campaign_id = $2 and ${which}
      order by s.seq_number
    `,
    [workspaceId, campaignId],
  );
  return rows.map((row) => ({ ...row, variants: row.variants ?? [] }));
}

/** A step and its number in the campaign. */
interface StepToWrite {
  campaignId: CampaignId;
  number: number;
  step: StepInput;
  at: Date;
}

/** Writes one step at its place and answers its id; a step with an id keeps it. */
export async function writeStep(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, number, step, at }: StepToWrite,
): Promise<number> {
  const { seq_delay_details: delay } = step;
  const values = [
    workspaceId,
    campaignId,
    number,
    step.seq_type,
    delay.delayInDays,
    delay.delayInHours,
    delay.delayInMinutes,
    step.variant_distribution_type,
    step.lead_distribution_percentage ?? null,
    step.winning_metric_property ?? null,
    JSON.stringify(step.detail),
    at,
  ];
  const { rows } = step.id
    ? await sql.query<{ id: number }>(
        `
          update sequence_step
          set seq_number = $3, seq_type = $4, delay_days = $5, delay_hours = $6, delay_minutes = $7,
            distribution = $8, sample_percentage = $9, winning_metric = $10, detail = $11, is_deleted = false,
            pause_reason = null,
            revived_at = case when is_deleted then $12 else revived_at end, updated_at = $12,
            winner_variant_id = case when $8 = distribution then winner_variant_id end,
            winner_by = case when $8 = distribution then winner_by end,
            winner_at = case when $8 = distribution then winner_at end
          where workspace_id = $1 and campaign_id = $2 and id = $13
          returning id
        `,
        [...values, step.id],
      )
    : await sql.query<{ id: number }>(
        `
          insert into sequence_step (
            workspace_id, campaign_id, seq_number, seq_type, delay_days, delay_hours, delay_minutes,
              distribution, sample_percentage, winning_metric, detail, created_at, updated_at
          )
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
          returning id
        `,
        values,
      );
  return (rows[0] as { id: number }).id;
}

/** The variants that a step has from now on. */
interface VariantsToWrite {
  stepId: number;
  variants: readonly {
    id?: number | null;
    label: string;
    subject: string;
    email_body: string;
    attachments: readonly StepAttachment[];
    percentage: number | null;
    is_paused: boolean;
  }[];
  at: Date;
}

/** Makes the variants of a step exactly these; those left out are marked deleted, for what was sent from them. */
export async function writeVariants(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { stepId, variants, at }: VariantsToWrite,
): Promise<void> {
  const kept: number[] = [];
  for (const variant of variants) {
    const values = [
      workspaceId,
      stepId,
      variant.label,
      variant.subject,
      variant.email_body,
      variant.percentage,
      variant.is_paused,
      at,
      JSON.stringify(variant.attachments),
    ];
    const { rows } = variant.id
      ? await sql.query<{ id: number }>(
          // A text that stays as it was keeps its time, so that what was parsed from it stays known.
          `
            update step_variant
            set label = $3, subject = $4, email_body = $5, percentage = $6, is_paused = $7, attachments = $9,
              is_deleted = false,
              updated_at = case when subject = $4 and email_body = $5 then updated_at else $8 end
            where workspace_id = $1 and step_id = $2 and id = $10
            returning id
          `,
          [...values, variant.id],
        )
      : await sql.query<{ id: number }>(
          `
            insert into step_variant (
              workspace_id, step_id, label, subject, email_body, percentage, is_paused, created_at,
                updated_at, attachments
            )
            values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)
            returning id
          `,
          values,
        );
    kept.push((rows[0] as { id: number }).id);
  }
  await sql.query(
    `
      update step_variant
      set is_deleted = true, updated_at = $4
      where workspace_id = $1 and step_id = $2 and not is_deleted and not (id = any($3))
    `,
    [workspaceId, stepId, kept, at],
  );
}

/**
 * Counts of leads given each variant begin anew, and a winner that the test named is open again: the variants or shares
 * of these steps are others now.
 */
export async function restartVariants(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  stepIds: readonly number[],
): Promise<void> {
  if (stepIds.length === 0) return;
  await sql.query('update step_variant set assigned_count = 0 where workspace_id = $1 and step_id = any($2)', [
    workspaceId,
    stepIds,
  ]);
  await sql.query(
    `
      update sequence_step
      set winner_variant_id = case when winner_by = 'USER' then winner_variant_id end,
        winner_evidence = case
          when winner_by = 'USER' and winner_variant_id is not null then winner_evidence
          end,
        winner_at = case when winner_by = 'USER' and winner_variant_id is not null then winner_at end,
        winner_by = case when winner_by = 'USER' and winner_variant_id is not null then winner_by end,
        tested_at = null
      where workspace_id = $1 and id = any($2)
    `,
    [workspaceId, stepIds],
  );
}

/** Names a step's winner, or takes it back. */
export async function writeWinner(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  winner: { stepId: number; variantId: number | null; by: 'TEST' | 'USER'; at: Date; evidence: unknown },
): Promise<void> {
  await sql.query(
    `
      update sequence_step
      set winner_variant_id = $3, winner_by = $4, winner_at = $5, winner_evidence = $6
      where workspace_id = $1 and id = $2
    `,
    [
      workspaceId,
      winner.stepId,
      winner.variantId,
      winner.by,
      winner.at,
      winner.evidence === null ? null : JSON.stringify(winner.evidence),
    ],
  );
}

/** The steps that a campaign keeps; the others are removed. */
interface StepsToKeep {
  campaignId: CampaignId;
  keep: number[];
  at: Date;
}

/** Marks the steps that were left out as deleted. @returns their ids */
export async function removeSteps(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, keep, at }: StepsToKeep,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      update sequence_step
      set is_deleted = true, updated_at = $4
      where workspace_id = $1 and campaign_id = $2 and not is_deleted and not (id = any($3))
      returning id
    `,
    [workspaceId, campaignId, keep, at],
  );
  return rows.map((row) => row.id);
}

/** Saves by themselves that follow each other within this many seconds of real time are one version. */
export const pauseSeconds = 60;
