import type { CampaignId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredMailbox } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';
import type { LoweredCap } from './lowered-cap';

/** What placement tests wrote on a mailbox, beside its scores; those of before name no test. */
interface PlacementNote {
  rest?: { until: string; why: string; test_id?: number };
  cap?: LoweredCap;
}

export interface PlacedMailbox extends Pick<
  StoredMailbox,
  'id' | 'from_email' | 'time_zone' | 'type' | 'message_per_day' | 'is_suspended' | 'resting_until'
> {
  placement: PlacementNote | null;
}

/**
 * Holds a test that follows falling placement, so that whoever stops it waits for what it does.
 * @returns false when it is stopped, deleted, or has no rule
 */
export async function lockFollowingTest(workspaceId: WorkspaceId, sql: SqlClient, testId: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      select
      from placement_test
      where workspace_id = $1 and id = $2 and not is_stopped and rest_below is not null
      for share
    `,
    [workspaceId, testId],
  );
  return rowCount === 1;
}

export async function lockMailbox(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
): Promise<PlacedMailbox | null> {
  const { rows } = await sql.query<PlacedMailbox>(
    `
      select id, from_email, time_zone, type, message_per_day, is_suspended, resting_until, placement
      from mailbox
      where workspace_id = $1 and id = $2 and deleted_at is null
      for no key update
    `,
    [workspaceId, mailboxId],
  );
  return rows[0] ?? null;
}

/** Until when a mailbox rests, why, and by which test. */
interface MailboxRest {
  mailboxId: MailboxId;
  until: Date;
  why: string;
  testId: number;
}

export const writeRest = (workspaceId: WorkspaceId, sql: SqlClient, { mailboxId, until, why, testId }: MailboxRest) =>
  sql.query(
    `
      update mailbox
      set resting_until = $3,
        placement = coalesce(placement, '{}') || jsonb_build_object('rest', $4::jsonb),
        updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, mailboxId, until, JSON.stringify({ until: until.toISOString(), why, test_id: testId })],
  );

export const writeCap = (workspaceId: WorkspaceId, sql: SqlClient, mailboxId: MailboxId, cap: LoweredCap) =>
  sql.query(
    `
      update mailbox
      set message_per_day = $3,
        placement = coalesce(placement, '{}') || jsonb_build_object('cap', $4::jsonb),
        updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, mailboxId, cap.to, JSON.stringify(cap)],
  );

/** A mailbox as it is after a test let go of it. */
interface RecoveredMailbox {
  mailboxId: MailboxId;
  restingUntil: Date | null;
  messagePerDay: number;
  /** What still stands of what tests did; null removes the note. */
  rest: PlacementNote['rest'] | null;
  cap: LoweredCap | null;
}

export const writeRecovered = (workspaceId: WorkspaceId, sql: SqlClient, given: RecoveredMailbox) =>
  sql.query(
    `
      update mailbox
      set resting_until = $3, message_per_day = $4,
        placement = (coalesce(placement, '{}') - 'rest' - 'cap') || jsonb_strip_nulls($5::jsonb),
        updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [
      workspaceId,
      given.mailboxId,
      given.restingUntil,
      given.messagePerDay,
      JSON.stringify({ rest: given.rest, cap: given.cap }),
    ],
  );

/** Active campaigns that send from a mailbox. */
export async function findActiveOf(workspaceId: WorkspaceId, sql: SqlClient, mailboxId: MailboxId): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select c.id
      from campaign_mailbox cm
      join campaign c on c.workspace_id = cm.workspace_id and c.id = cm.campaign_id
      where cm.workspace_id = $1 and cm.mailbox_id = $2 and c.status = 'ACTIVE'
      order by c.id
    `,
    [workspaceId, mailboxId],
  );
  return rows.map(({ id }) => id);
}

export interface CampaignOfMailbox {
  id: number;
  name: string;
  /** Other mailboxes of the campaign that can take its leads, those of the same provider and with the fewest open leads first. */
  others: number[];
}

/** A mailbox whose placement fell, and those of the test that fell as well. */
interface FallenMailbox {
  mailboxId: MailboxId;
  below: readonly number[];
  at: Date;
}

/** Campaigns in which leads keep a mailbox, with the mailboxes that can take them. `below` are those of the test that fell as well. */
export async function findCampaignsOf(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { mailboxId, below, at }: FallenMailbox,
): Promise<CampaignOfMailbox[]> {
  return (
    await sql.query<CampaignOfMailbox>(
      `
        select c.id, c.name,
          array(
            select m.id
            from campaign_mailbox cm
            join mailbox m on m.workspace_id = $1 and m.id = cm.mailbox_id
            where cm.workspace_id = $1
              and cm.campaign_id = c.id
              and m.id <> $2
              and m.id <> all($3::int[])
              and m.deleted_at is null
              and not m.is_suspended
              and m.failing_since is null
              and (m.resting_until is null or m.resting_until <= $4)
            order by m.type is distinct from (select type from mailbox where workspace_id = $1 and id = $2),
              (
                select count(*)
                from enrolment o
                where o.campaign_id = c.id and o.mailbox_id = m.id and o.status in ('STARTED', 'INPROGRESS')
              ), m.id
          ) as others
        from campaign c
        where c.workspace_id = $1
          and exists (
            select
            from enrolment e
            where e.campaign_id = c.id and e.mailbox_id = $2 and e.status in ('STARTED', 'INPROGRESS')
          )
        order by c.id
      `,
      [workspaceId, mailboxId, below, at],
    )
  ).rows;
}

/** The leads that one mailbox keeps in a campaign, up to a number. */
interface LeadsOfMailbox {
  campaignId: CampaignId;
  mailboxId: MailboxId;
  most: number;
}

/** Open leads of a campaign that keep a mailbox, some at a time. */
export async function findLeadsOf(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, mailboxId, most }: LeadsOfMailbox,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select id
      from enrolment
      where workspace_id = $1 and campaign_id = $2 and mailbox_id = $3 and status in ('STARTED', 'INPROGRESS')
      order by id
      limit $4
    `,
    [workspaceId, campaignId, mailboxId, most],
  );
  return rows.map(({ id }) => id);
}

/** Switches the variants of a step off. @returns the step's number, its campaign and these variants; null when none was on */
export async function pauseVariants(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, variantId, why, at }: { campaignId: CampaignId; variantId: number; why: string; at: Date },
): Promise<{ step: number; name: string; variants: number[] } | null> {
  const { rows } = await sql.query<{ step: number; name: string; variants: number[] }>(
    `
      with step as (
          select s.id, s.seq_number, c.name
          from sequence_step s
          join campaign c on c.workspace_id = s.workspace_id and c.id = s.campaign_id
          join step_variant v on v.workspace_id = s.workspace_id and v.step_id = s.id
          where s.workspace_id = $1 and s.campaign_id = $2 and v.id = $3 and not s.is_deleted
        ),
        paused as (
          update step_variant v
          set is_paused = true
          from step
          where v.workspace_id = $1 and v.step_id = step.id and not v.is_paused and not v.is_deleted
          returning v.id
        ),
        noted as (
          update sequence_step s
          set pause_reason = $4, updated_at = $5
          from step
          where s.workspace_id = $1 and s.id = step.id and exists (select from paused)
        )
      select seq_number as step, name, array(select id from paused order by id) as variants
      from step
      where exists (select from paused)
    `,
    [workspaceId, campaignId, variantId, why, at],
  );
  return rows[0] ?? null;
}

/**
 * Switches the variants on that a test switched off, if nobody saved the step since: the pause's reason still stands on it. The campaign's
 * history says which variants they were. @returns the step's number and its campaign; null when there is nothing to switch on
 */
export async function resumeVariants(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, variantId, testId, at }: { campaignId: CampaignId; variantId: number; testId: number; at: Date },
): Promise<{ step: number; name: string } | null> {
  const { rows } = await sql.query<{ step: number; name: string }>(
    `
      with step as (
          select s.id, s.seq_number, c.name, e.detail -> 'variants' as variants
          from sequence_step s
          join campaign c on c.workspace_id = s.workspace_id and c.id = s.campaign_id
          join step_variant v on v.workspace_id = s.workspace_id and v.step_id = s.id
          join campaign_edit e
            on e.workspace_id = s.workspace_id
              and e.campaign_id = s.campaign_id
              and e.area = 'sequence'
              and e.detail @> jsonb_build_object('test_id', $4::int, 'why', s.pause_reason)
          where s.workspace_id = $1
            and s.campaign_id = $2
            and v.id = $3
            and not s.is_deleted
            and s.pause_reason is not null
          order by e.id desc
          limit 1
        ),
        resumed as (
          update step_variant v
          set is_paused = false
          from step
          where v.workspace_id = $1
            and v.step_id = step.id
            and v.is_paused
            and not v.is_deleted
            and step.variants @> to_jsonb(v.id)
          returning v.id
        ),
        cleared as (
          update sequence_step s
          set pause_reason = null, updated_at = $5
          from step
          where s.workspace_id = $1 and s.id = step.id
        )
      select seq_number as step, name
      from step
      where exists (select from resumed)
    `,
    [workspaceId, campaignId, variantId, testId, at],
  );
  return rows[0] ?? null;
}

/** Cancels what is reserved of a step. @returns ids of the leads */
export async function findReservedOf(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  step: number,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select i.enrolment_id as id
      from intent i
      join sequence_step s on s.workspace_id = i.workspace_id and s.id = i.step_id
      where i.workspace_id = $1
        and i.campaign_id = $2
        and i.state = 'RESERVED'
        and s.seq_number = $3
        and i.enrolment_id is not null
      order by i.enrolment_id
    `,
    [workspaceId, campaignId, step],
  );
  return rows.map(({ id }) => id);
}
