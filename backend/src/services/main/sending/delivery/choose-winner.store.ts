import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { compareVariants, evidenceOf, type TestedStep } from './compare-variants';

/** How often a campaign's variants are compared, in milliseconds of campaign time; looking oftener would change no chance of error. */
const compareEvery = 3_600_000;

/**
 * Names the winner of every step of a campaign that lets its variants be compared (AI_EQUAL), at most once an hour, in the transaction
 * of a trigger, before it plans. Steps for which a person decided are left alone.
 */
export async function chooseWinners(
  sql: SqlClient,
  campaign: { id: number; workspace_id: WorkspaceId },
  now: number,
): Promise<void> {
  const at = new Date(now);
  const { rows } = await sql.query<TestedStep>(
    `
      select s.id, s.winning_metric, s.sample_percentage,
        (
          select json_agg(json_build_object('id', v.id, 'label', v.label) order by v.label)
          from step_variant v
          where v.step_id = s.id and not v.is_deleted and not v.is_paused
        ) as variants
      from sequence_step s
      where s.workspace_id = $1
        and s.campaign_id = $2
        and not s.is_deleted
        and s.seq_type = 'EMAIL'
        and s.distribution = 'AI_EQUAL'
        and s.winning_metric is not null
        and s.winner_variant_id is null
        and s.winner_by is null
        and (s.tested_at is null or s.tested_at <= $3)
    `,
    [campaign.workspace_id, campaign.id, new Date(now - compareEvery)],
  );
  for (const step of rows) {
    if (!step.variants || step.variants.length < 2) continue;
    const comparison = await compareVariants(campaign.workspace_id, sql, { campaignId: campaign.id, step, now });
    await sql.query('update sequence_step set tested_at = $2 where id = $1', [step.id, at]);
    if (comparison.winnerId === null) continue;
    await sql.query(
      `
        update sequence_step
        set winner_variant_id = $2, winner_by = 'TEST', winner_at = $3, winner_evidence = $4
        where id = $1
      `,
      [step.id, Number(comparison.winnerId), at, JSON.stringify(evidenceOf(comparison))],
    );
    await sql.query(
      `
        insert into campaign_edit (workspace_id, campaign_id, area, detail, at)
        values ($1, $2, 'sequence', $3, $4)
      `,
      [
        campaign.workspace_id,
        campaign.id,
        JSON.stringify({ winner: comparison.labels.get(comparison.winnerId), step_id: step.id, by: 'TEST' }),
        at,
      ],
    );
  }
}
