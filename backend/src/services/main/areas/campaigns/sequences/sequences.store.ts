import type { StepAttachment } from '@skein/contracts/main/attachments.contract';
import type { StepInput } from '@skein/contracts/main/sequences.contract';
import type { SqlClient } from '../../../../../platform/db/database';
import { hasHad } from '../../lifecycle/lifecycle.api';

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

/** The highest step number that any lead of the campaign is past, or whose mail is leaving: steps up to it keep their place. */
export async function highestPassedStep(workspaceId: number, sql: SqlClient, campaignId: number): Promise<number> {
  // In one statement: a mail whose outcome is recorded meanwhile is either still leaving, or its lead is past it.
  const { rows } = await sql.query<{ passed: number | null }>(
    `
      select greatest(
        (select max(last_seq_number) from enrolment where workspace_id = $1 and campaign_id = $2),
          (
            select max(seq_number)
            from intent
            where workspace_id = $1 and campaign_id = $2 and kind = 'CAMPAIGN' and state = 'SUBMITTING'
          )
      ) as passed
    `,
    [workspaceId, campaignId],
  );
  return rows[0]?.passed ?? 0;
}

/** The enrolments whose mail is leaving: between its commit and its outcome. */
export async function findLeaving(workspaceId: number, sql: SqlClient, campaignId: number): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select distinct enrolment_id as id
      from intent
      where workspace_id = $1
        and campaign_id = $2
        and kind = 'CAMPAIGN'
        and state = 'SUBMITTING'
        and enrolment_id is not null
    `,
    [workspaceId, campaignId],
  );
  return rows.map((row) => row.id);
}

/** Waits for outcomes that are being recorded for these enrolments; later ones wait for this transaction. */
export async function holdEnrolments(workspaceId: number, sql: SqlClient, ids: readonly number[]): Promise<void> {
  await sql.query('select from enrolment where workspace_id = $1 and id = any($2) order by id for no key update', [
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
        `
          update sequence_step
          set seq_number = $3, seq_type = $4, delay_days = $5, delay_hours = $6, delay_minutes = $7,
            distribution = $8, sample_percentage = $9, winning_metric = $10, detail = $11, is_deleted = false,
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

/** Counts of leads given each variant begin anew, and a winner that the test named is open again: the variants or shares of these steps are others now. */
export async function restartVariants(workspaceId: number, sql: SqlClient, stepIds: readonly number[]): Promise<void> {
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
  workspaceId: number,
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

/** Marks the steps that were left out as deleted. @returns their ids */
export async function removeSteps(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  keep: number[],
  at: Date,
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

/** Open tasks and LinkedIn actions of these steps are not done any more. */
export async function endOpenWork(
  workspaceId: number,
  sql: SqlClient,
  stepIds: readonly number[],
  at: Date,
): Promise<void> {
  if (stepIds.length === 0) return;
  await sql.query(`delete from lead_task where workspace_id = $1 and step_id = any($2) and status = 'CREATED'`, [
    workspaceId,
    stepIds,
  ]);
  await sql.query(
    `
      update linkedin_action
      set state = 'SKIPPED', settled_at = $3, note = 'The step was removed.'
      where workspace_id = $1 and step_id = any($2) and state in ('WAITING', 'ACTING', 'PENDING')
    `,
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
    `
      update campaign
      set sequence_version = sequence_version + 1, updated_at = $3
      where workspace_id = $1 and id = $2
      returning sequence_version as version
    `,
    [workspaceId, campaignId, at],
  );
  const { version } = rows[0] as { version: number };
  if (isAutosave) {
    const { rowCount } = await sql.query(
      `
        update sequence_version
        set version = $3, content = $4, created_at = $6, touched_at = clock_timestamp()
        where id = (
            select id
            from sequence_version
            where workspace_id = $1 and campaign_id = $2
            order by version desc
            limit 1
          )
          and is_autosave
          and created_by = $5
          and touched_at > clock_timestamp() - make_interval(secs => $7)
      `,
      [workspaceId, campaignId, version, JSON.stringify(content), userId, at, pauseSeconds],
    );
    if (rowCount === 1) return version;
  }
  await sql.query(
    `
      insert into sequence_version (
        workspace_id, campaign_id, version, content, created_by, created_at, is_autosave, touched_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
    `,
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
    `
      select v.version,
        (
          select count(*)::int
          from sequence_version o
          where o.campaign_id = v.campaign_id and o.version <= v.version
        ) as number,
        v.created_at, coalesce(u.name, u.email) as user_name, v.content
      from sequence_version v
      left join app_user u on u.id = v.created_by
      where v.workspace_id = $1 and v.campaign_id = $2 and ($3::int is null or v.version = $3)
      order by v.version desc
      limit $4
    `,
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
    `
      select id, greatest(last_sent_at, last_step_at) as last_at
      from enrolment
      where workspace_id = $1
        and campaign_id = $2
        and status in ('STARTED', 'INPROGRESS', 'PAUSED')
        and (last_sent_at is not null or last_step_at is not null)
        and next_step_id = $3
        and id > $4
        and (id = any($6)) <> $7
      order by id
      limit $5
    `,
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
    `select e.id from enrolment e where e.workspace_id = $1 and e.id = any($3) and ${hasHad('e.id', '$2')}`,
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
    `
      update enrolment e
      set next_step_id = $2, next_seq_number = $3, last_seq_number = $3 - 1, next_due_at = g.due_at,
        next_eligible_at = g.due_at, is_parked = false, updated_at = $6,
        status = case
          when $2::int is null and status in ('STARTED', 'INPROGRESS') then 'COMPLETED'
          else status
          end,
        ended_at = case when $2::int is null and status in ('STARTED', 'INPROGRESS') then $6 else ended_at end
      from unnest($4::int[], $5::timestamptz[]) as g(id, due_at)
      where e.workspace_id = $1 and e.id = g.id
    `,
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
    `
      update enrolment
      set next_step_id = $3, next_seq_number = 1, is_parked = false
      where workspace_id = $1
        and campaign_id = $2
        and status in ('STARTED', 'PAUSED')
        and last_sent_at is null
        and last_step_at is null
        and (next_step_id is distinct from $3 or next_seq_number <> 1 or is_parked)
        and (id = any($4)) <> $5
    `,
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
    `
      update enrolment e
      set next_seq_number = g.number
      from unnest($3::int[], $4::int[]) as g(id, number)
      where e.workspace_id = $1
        and e.campaign_id = $2
        and e.next_step_id = g.id
        and e.next_seq_number <> g.number
        and (e.id = any($5)) <> $6
    `,
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
    `
      update intent i
      set seq_number = s.seq_number
      from sequence_step s
      where i.workspace_id = $1
        and i.enrolment_id = any($2)
        and i.kind = 'CAMPAIGN'
        and i.state = 'SUBMITTING'
        and s.id = i.step_id
        and not s.is_deleted
        and i.seq_number <> s.seq_number
    `,
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
    `
      update enrolment e
      set last_seq_number = g.new_number
      from unnest($3::int[], $4::int[]) as g(old_number, new_number)
      where e.workspace_id = $1
        and e.campaign_id = $2
        and e.last_seq_number = g.old_number
        and g.old_number > 0
        and (e.id = any($5)) <> $6
    `,
    [workspaceId, campaignId, steps.map((step) => step.from), steps.map((step) => step.to), part.ids, part.isOthers],
  );
}
