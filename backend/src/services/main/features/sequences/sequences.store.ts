import type { StepAttachment } from '@skein/contracts/main/attachments.contract';
import type { StepInput } from '@skein/contracts/main/sequences.contract';
import type { SqlClient } from '../../../../platform/db/database';
import { hasHad } from '../../../../platform/outcomes/next-step.store';

export interface VariantRecord {
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
export const findSteps = (workspaceId: number, sql: SqlClient, campaignId: number): Promise<StepRecord[]> =>
  readSteps(workspaceId, sql, campaignId, 'NOT s.is_deleted');

/** Steps that were removed, which may be brought back. */
export const findRemovedSteps = (workspaceId: number, sql: SqlClient, campaignId: number): Promise<StepRecord[]> =>
  readSteps(workspaceId, sql, campaignId, 's.is_deleted');

async function readSteps(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  which: string,
): Promise<StepRecord[]> {
  const { rows } = await sql.query<Omit<StepRecord, 'variants'> & { variants: VariantRecord[] | null }>(
    `WITH sent AS (SELECT step_id, variant_id, count(*)::int AS count FROM intent WHERE workspace_id = $1 AND campaign_id = $2 AND state IN ('SENT', 'IN_DOUBT') AND kind = 'CAMPAIGN' GROUP BY 1, 2)
     SELECT s.id, s.seq_number, s.seq_type, s.delay_days, s.delay_hours, s.delay_minutes, s.distribution, s.sample_percentage, s.winning_metric, s.winner_variant_id, s.winner_by, s.winner_at, s.winner_evidence, s.detail, s.created_at, s.updated_at,
       coalesce((SELECT sum(count)::int FROM sent WHERE sent.step_id = s.id), 0) AS sent,
       (SELECT json_agg(json_build_object('id', v.id, 'label', v.label, 'subject', v.subject, 'email_body', v.email_body, 'attachments', v.attachments, 'percentage', v.percentage, 'is_paused', v.is_paused, 'sent', coalesce((SELECT count FROM sent WHERE sent.step_id = s.id AND sent.variant_id = v.id), 0)) ORDER BY v.label)
        FROM step_variant v WHERE v.step_id = s.id AND NOT v.is_deleted) AS variants
     FROM sequence_step s WHERE s.workspace_id = $1 AND s.campaign_id = $2 AND ${which} ORDER BY s.seq_number`,
    [workspaceId, campaignId],
  );
  return rows.map((row) => ({ ...row, variants: row.variants ?? [] }));
}

/** The highest step number that any lead of the campaign is past, or whose mail is leaving: steps up to it keep their place. */
export async function highestPassedStep(workspaceId: number, sql: SqlClient, campaignId: number): Promise<number> {
  // In one statement: a mail whose outcome is recorded meanwhile is either still leaving, or its lead is past it.
  const { rows } = await sql.query<{ passed: number | null }>(
    `SELECT greatest((SELECT max(last_seq_number) FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2), (SELECT max(seq_number) FROM intent WHERE workspace_id = $1 AND campaign_id = $2 AND kind = 'CAMPAIGN' AND state = 'SUBMITTING')) AS passed`,
    [workspaceId, campaignId],
  );
  return rows[0]?.passed ?? 0;
}

/** The enrolments whose mail is leaving: between its commit and its outcome. */
export async function findLeaving(workspaceId: number, sql: SqlClient, campaignId: number): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `SELECT DISTINCT enrolment_id AS id FROM intent WHERE workspace_id = $1 AND campaign_id = $2 AND kind = 'CAMPAIGN' AND state = 'SUBMITTING' AND enrolment_id IS NOT NULL`,
    [workspaceId, campaignId],
  );
  return rows.map((row) => row.id);
}

/** Waits for outcomes that are being recorded for these enrolments; later ones wait for this transaction. */
export async function holdEnrolments(workspaceId: number, sql: SqlClient, ids: readonly number[]): Promise<void> {
  await sql.query('SELECT FROM enrolment WHERE workspace_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE', [
    workspaceId,
    ids,
  ]);
}

/** Writes one step at its place and answers its id; a step with an id keeps it. */
export async function writeStep(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  number: number,
  step: StepInput,
  at: Date,
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
        `UPDATE sequence_step SET seq_number = $3, seq_type = $4, delay_days = $5, delay_hours = $6, delay_minutes = $7, distribution = $8, sample_percentage = $9, winning_metric = $10, detail = $11, is_deleted = false, revived_at = CASE WHEN is_deleted THEN $12 ELSE revived_at END, updated_at = $12,
         winner_variant_id = CASE WHEN $8 = distribution THEN winner_variant_id END, winner_by = CASE WHEN $8 = distribution THEN winner_by END, winner_at = CASE WHEN $8 = distribution THEN winner_at END WHERE workspace_id = $1 AND campaign_id = $2 AND id = $13 RETURNING id`,
        [...values, step.id],
      )
    : await sql.query<{ id: number }>(
        `INSERT INTO sequence_step (workspace_id, campaign_id, seq_number, seq_type, delay_days, delay_hours, delay_minutes, distribution, sample_percentage, winning_metric, detail, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) RETURNING id`,
        values,
      );
  return (rows[0] as { id: number }).id;
}

/** Makes the variants of a step exactly these; those left out are marked deleted, for what was sent from them. */
export async function writeVariants(
  workspaceId: number,
  sql: SqlClient,
  stepId: number,
  variants: readonly {
    id?: number | null;
    label: string;
    subject: string;
    email_body: string;
    attachments: readonly StepAttachment[];
    percentage: number | null;
    is_paused: boolean;
  }[],
  at: Date,
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
          `UPDATE step_variant SET label = $3, subject = $4, email_body = $5, percentage = $6, is_paused = $7, attachments = $9, is_deleted = false, updated_at = CASE WHEN subject = $4 AND email_body = $5 THEN updated_at ELSE $8 END WHERE workspace_id = $1 AND step_id = $2 AND id = $10 RETURNING id`,
          [...values, variant.id],
        )
      : await sql.query<{ id: number }>(
          'INSERT INTO step_variant (workspace_id, step_id, label, subject, email_body, percentage, is_paused, created_at, updated_at, attachments) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9) RETURNING id',
          values,
        );
    kept.push((rows[0] as { id: number }).id);
  }
  await sql.query(
    'UPDATE step_variant SET is_deleted = true, updated_at = $4 WHERE workspace_id = $1 AND step_id = $2 AND NOT is_deleted AND NOT (id = ANY($3))',
    [workspaceId, stepId, kept, at],
  );
}

/** Counts of leads given each variant begin anew, and a winner that the test named is open again: the variants or shares of these steps are others now. */
export async function restartVariants(workspaceId: number, sql: SqlClient, stepIds: readonly number[]): Promise<void> {
  if (stepIds.length === 0) return;
  await sql.query('UPDATE step_variant SET assigned_count = 0 WHERE workspace_id = $1 AND step_id = ANY($2)', [
    workspaceId,
    stepIds,
  ]);
  await sql.query(
    `UPDATE sequence_step SET winner_variant_id = CASE WHEN winner_by = 'USER' THEN winner_variant_id END, winner_evidence = CASE WHEN winner_by = 'USER' AND winner_variant_id IS NOT NULL THEN winner_evidence END,
    winner_at = CASE WHEN winner_by = 'USER' AND winner_variant_id IS NOT NULL THEN winner_at END, winner_by = CASE WHEN winner_by = 'USER' AND winner_variant_id IS NOT NULL THEN winner_by END, tested_at = NULL WHERE workspace_id = $1 AND id = ANY($2)`,
    [workspaceId, stepIds],
  );
}

/** Names a step's winner, or takes it back. */
export async function writeWinner(
  workspaceId: number,
  sql: SqlClient,
  winner: { stepId: number; variantId: number | null; by: 'TEST' | 'USER'; at: Date; evidence: unknown },
): Promise<void> {
  await sql.query(
    'UPDATE sequence_step SET winner_variant_id = $3, winner_by = $4, winner_at = $5, winner_evidence = $6 WHERE workspace_id = $1 AND id = $2',
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

/** Marks the steps that were left out as deleted. @returns their ids */
export async function removeSteps(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  keep: number[],
  at: Date,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    'UPDATE sequence_step SET is_deleted = true, updated_at = $4 WHERE workspace_id = $1 AND campaign_id = $2 AND NOT is_deleted AND NOT (id = ANY($3)) RETURNING id',
    [workspaceId, campaignId, keep, at],
  );
  return rows.map((row) => row.id);
}

/** Open tasks and LinkedIn actions of these steps are not done any more. */
export async function endOpenWork(
  workspaceId: number,
  sql: SqlClient,
  stepIds: readonly number[],
  at: Date,
): Promise<void> {
  if (stepIds.length === 0) return;
  await sql.query(`DELETE FROM lead_task WHERE workspace_id = $1 AND step_id = ANY($2) AND status = 'CREATED'`, [
    workspaceId,
    stepIds,
  ]);
  await sql.query(
    `UPDATE linkedin_action SET state = 'SKIPPED', settled_at = $3, note = 'The step was removed.' WHERE workspace_id = $1 AND step_id = ANY($2) AND state IN ('WAITING', 'ACTING', 'PENDING')`,
    [workspaceId, stepIds, at],
  );
}

/** Saves by themselves that follow each other within this many seconds of real time are one version. */
const pauseSeconds = 60;

/**
 * Counts the version up, keeps its content, and answers its number. While somebody types, the newest version follows: it takes the
 * new number instead of standing beside it.
 */
export async function writeVersion(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  content: unknown,
  userId: number,
  at: Date,
  isAutosave: boolean,
): Promise<number> {
  const { rows } = await sql.query<{ version: number }>(
    'UPDATE campaign SET sequence_version = sequence_version + 1, updated_at = $3 WHERE workspace_id = $1 AND id = $2 RETURNING sequence_version AS version',
    [workspaceId, campaignId, at],
  );
  const { version } = rows[0] as { version: number };
  if (isAutosave) {
    const { rowCount } = await sql.query(
      `UPDATE sequence_version SET version = $3, content = $4, created_at = $6, touched_at = clock_timestamp() WHERE id = (SELECT id FROM sequence_version WHERE workspace_id = $1 AND campaign_id = $2 ORDER BY version DESC LIMIT 1)
         AND is_autosave AND created_by = $5 AND touched_at > clock_timestamp() - make_interval(secs => $7)`,
      [workspaceId, campaignId, version, JSON.stringify(content), userId, at, pauseSeconds],
    );
    if (rowCount === 1) return version;
  }
  await sql.query(
    'INSERT INTO sequence_version (workspace_id, campaign_id, version, content, created_by, created_at, is_autosave, touched_at) VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())',
    [workspaceId, campaignId, version, JSON.stringify(content), userId, at, isAutosave],
  );
  return version;
}

export interface VersionRecord {
  version: number;
  /** Its place among the versions that are kept, from 1. */ number: number;
  created_at: Date;
  user_name: string | null;
  content: StepInput[];
}

/** Saved versions, newest first; with a number only that one. */
export async function findVersions(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  options: { version?: number; limit: number },
): Promise<VersionRecord[]> {
  const { rows } = await sql.query<VersionRecord>(
    `SELECT v.version, (SELECT count(*)::int FROM sequence_version o WHERE o.campaign_id = v.campaign_id AND o.version <= v.version) AS number, v.created_at, coalesce(u.name, u.email) AS user_name, v.content FROM sequence_version v LEFT JOIN app_user u ON u.id = v.created_by WHERE v.workspace_id = $1 AND v.campaign_id = $2 AND ($3::int IS NULL OR v.version = $3) ORDER BY v.version DESC LIMIT $4`,
    [workspaceId, campaignId, options.version ?? null, options.limit],
  );
  return rows;
}

/** A part of a campaign's leads: these enrolments, or all others. */
export interface Part {
  ids: readonly number[];
  isOthers: boolean;
}

/** A lead that is past a step and waits for the next. */
export interface WaitingLead {
  id: number;
  /** When it was last put forward: by a sent email, or a step done by hand. */ last_at: Date;
}

/** Leads that are past a step and whose next step is this one, by id, from after `after`. */
export async function findWaitingLeads(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  stepId: number,
  part: Part,
  after: number,
  limit: number,
): Promise<WaitingLead[]> {
  const { rows } = await sql.query<WaitingLead>(
    `SELECT id, greatest(last_sent_at, last_step_at) AS last_at FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2 AND status IN ('STARTED', 'INPROGRESS', 'PAUSED') AND (last_sent_at IS NOT NULL OR last_step_at IS NOT NULL) AND next_step_id = $3 AND id > $4 AND (id = ANY($6)) <> $7 ORDER BY id LIMIT $5`,
    [workspaceId, campaignId, stepId, after, limit, part.ids, part.isOthers],
  );
  return rows;
}

/** Which of these enrolments have had a step. */
export async function findHad(
  workspaceId: number,
  sql: SqlClient,
  stepId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql.query<{ id: number }>(
    `SELECT e.id FROM enrolment e WHERE e.workspace_id = $1 AND e.id = ANY($3) AND ${hasHad('e.id', '$2')}`,
    [workspaceId, stepId, ids],
  );
  return new Set(rows.map((row) => row.id));
}

/** Points leads at a step with the time it is due: they are past those before it, and are looked at again from the start. Without a step they are done. */
export async function pointLeads(
  workspaceId: number,
  sql: SqlClient,
  step: { id: number | null; number: number },
  leads: readonly { id: number; dueAt: Date | null }[],
  at: Date,
): Promise<void> {
  await sql.query(
    `UPDATE enrolment e SET next_step_id = $2, next_seq_number = $3, last_seq_number = $3 - 1, next_due_at = g.due_at, next_eligible_at = g.due_at, is_parked = false, updated_at = $6,
       status = CASE WHEN $2::int IS NULL AND status IN ('STARTED', 'INPROGRESS') THEN 'COMPLETED' ELSE status END, ended_at = CASE WHEN $2::int IS NULL AND status IN ('STARTED', 'INPROGRESS') THEN $6 ELSE ended_at END FROM unnest($4::int[], $5::timestamptz[]) AS g(id, due_at) WHERE e.workspace_id = $1 AND e.id = g.id`,
    [workspaceId, step.id, step.number, leads.map((lead) => lead.id), leads.map((lead) => lead.dueAt), at],
  );
}

/** Leads that are past no step yet stand before the first. */
export async function pointNewLeads(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  firstStepId: number | null,
  part: Part,
): Promise<void> {
  await sql.query(
    `UPDATE enrolment SET next_step_id = $3, next_seq_number = 1, is_parked = false WHERE workspace_id = $1 AND campaign_id = $2 AND status IN ('STARTED', 'PAUSED') AND last_sent_at IS NULL AND last_step_at IS NULL AND (next_step_id IS DISTINCT FROM $3 OR next_seq_number <> 1 OR is_parked) AND (id = ANY($4)) <> $5`,
    [workspaceId, campaignId, firstStepId, part.ids, part.isOthers],
  );
}

/** Leads keep waiting for the same step under its new number. */
export async function renumberWaiting(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  steps: readonly { id: number; number: number }[],
  part: Part,
): Promise<void> {
  await sql.query(
    `UPDATE enrolment e SET next_seq_number = g.number FROM unnest($3::int[], $4::int[]) AS g(id, number) WHERE e.workspace_id = $1 AND e.campaign_id = $2 AND e.next_step_id = g.id AND e.next_seq_number <> g.number AND (e.id = ANY($5)) <> $6`,
    [workspaceId, campaignId, steps.map((step) => step.id), steps.map((step) => step.number), part.ids, part.isOthers],
  );
}

/** Mails that are leaving get the number that their step has now: it is what their leads are past afterwards. A step that is gone keeps its number. */
export async function renumberLeaving(
  workspaceId: number,
  sql: SqlClient,
  enrolmentIds: readonly number[],
): Promise<void> {
  await sql.query(
    `UPDATE intent i SET seq_number = s.seq_number FROM sequence_step s WHERE i.workspace_id = $1 AND i.enrolment_id = ANY($2) AND i.kind = 'CAMPAIGN' AND i.state = 'SUBMITTING' AND s.id = i.step_id AND NOT s.is_deleted AND i.seq_number <> s.seq_number`,
    [workspaceId, enrolmentIds],
  );
}

/** The number of the last step a lead was sent follows the step, where steps that were sent have a new number. */
export async function renumberPassed(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  steps: readonly { from: number; to: number }[],
  part: Part,
): Promise<void> {
  await sql.query(
    `UPDATE enrolment e SET last_seq_number = g.new_number FROM unnest($3::int[], $4::int[]) AS g(old_number, new_number) WHERE e.workspace_id = $1 AND e.campaign_id = $2 AND e.last_seq_number = g.old_number AND g.old_number > 0 AND (e.id = ANY($5)) <> $6`,
    [workspaceId, campaignId, steps.map((step) => step.from), steps.map((step) => step.to), part.ids, part.isOthers],
  );
}
