import type { SqlClient } from '#platform/db/database';

export interface PlacedMailbox {
  id: number;
  from_email: string;
  time_zone: string;
  type: string;
  message_per_day: number;
  is_suspended: boolean;
  resting_until: Date | null;
}

export async function lockMailbox(
  workspaceId: number,
  sql: SqlClient,
  mailboxId: number,
): Promise<PlacedMailbox | null> {
  const { rows } = await sql.query<PlacedMailbox>(
    `
      select id, from_email, time_zone, type, message_per_day, is_suspended, resting_until
      from mailbox
      where workspace_id = $1 and id = $2 and deleted_at is null
      for no key update
    `,
    [workspaceId, mailboxId],
  );
  return rows[0] ?? null;
}

/** Until when a mailbox rests, and why. */
interface MailboxRest {
  mailboxId: number;
  until: Date;
  why: string;
}

export const writeRest = (workspaceId: number, sql: SqlClient, { mailboxId, until, why }: MailboxRest) =>
  sql.query(
    `
      update mailbox
      set resting_until = $3,
        placement = coalesce(placement, '{}') || jsonb_build_object('rest', jsonb_build_object('until', $4::text, 'why', $5::text)),
        updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, mailboxId, until, until.toISOString(), why],
  );

/** The new daily limit of a mailbox, and why. */
interface MailboxCap {
  mailboxId: number;
  cap: number;
  why: string;
}

export const writeCap = (workspaceId: number, sql: SqlClient, { mailboxId, cap, why }: MailboxCap) =>
  sql.query(
    `
      update mailbox
      set message_per_day = $3,
        placement = coalesce(placement, '{}') || jsonb_build_object('cap', jsonb_build_object('to', $3::int, 'why', $4::text)),
        updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, mailboxId, cap, why],
  );

export interface CampaignOfMailbox {
  id: number;
  name: string;
  /** Other mailboxes of the campaign that can take its leads, those of the same provider and with the fewest open leads first. */
  others: number[];
}

/** A mailbox whose placement fell, and those of the test that fell as well. */
interface FallenMailbox {
  mailboxId: number;
  below: readonly number[];
  at: Date;
}

/** Campaigns in which leads keep a mailbox, with the mailboxes that can take them. `below` are those of the test that fell as well. */
export async function findCampaignsOf(
  workspaceId: number,
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
  campaignId: number;
  mailboxId: number;
  most: number;
}

/** Open leads of a campaign that keep a mailbox, some at a time. */
export async function findLeadsOf(
  workspaceId: number,
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

/** Switches the variants of a step off. @returns the step's number and its campaign; null when none was on */
export async function pauseVariants(
  workspaceId: number,
  sql: SqlClient,
  { campaignId, variantId, why, at }: { campaignId: number; variantId: number; why: string; at: Date },
): Promise<{ step: number; name: string } | null> {
  const { rows } = await sql.query<{ step: number; name: string }>(
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
      select seq_number as step, name
      from step
      where exists (select from paused)
    `,
    [workspaceId, campaignId, variantId, why, at],
  );
  return rows[0] ?? null;
}

/** Takes back what is reserved of a step. @returns ids of the leads */
export async function findReservedOf(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
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
