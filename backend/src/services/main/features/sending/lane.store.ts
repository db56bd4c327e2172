import { prepared } from '../../../../platform/db/prepared';
import type { SqlClient, Database } from '../../../../platform/db/database';
import type { StepRow } from './load-campaign.store';
import type { LeadColumns } from './missing-fields';

/** How long a worker may hold a mailbox's lane without renewing, in seconds of real time. Longer than the longest SMTP exchange, so that a living worker never loses it. */
export const leaseSeconds = 180;

/** One mailbox's lane with its first due intent: nobody else may send from the mailbox while the lease holds. */
export interface ClaimedIntent {
  intentId: string; mailboxId: number; workspaceId: number; token: string;
}

/**
 * Claims lanes of mailboxes that have a due intent. One mailbox is one lane: a claim takes the lane, gives it a new fencing token, and names its first due intent.
 * Lanes that another worker holds are passed over; a dead worker's lanes come back when their lease ends.
 */
export async function claimLanes(db: Database, now: number, worker: string, most: number, lease: number = leaseSeconds): Promise<ClaimedIntent[]> {
  return db.systemSql(async (sql) => {
    const { rows } = await prepared<{ id: string; mailbox_id: number; workspace_id: number; lane_token: string }>(sql,
      `with due as (
         select mailbox_id, min(send_at) as send_at from (select mailbox_id, send_at from intent where state = 'RESERVED' and send_at <= $1 order by send_at limit $3 * 8) d group by 1 order by 2 limit $3
       ), free as (
         select m.id from mailbox m join due on due.mailbox_id = m.id where m.lane_leased_until is null or m.lane_leased_until < clock_timestamp() order by m.id for update of m skip locked
       ), taken as (
         update mailbox m set lane_owner = $2, lane_leased_until = clock_timestamp() + make_interval(secs => $4), lane_token = lane_token + 1 from free where m.id = free.id returning m.id, m.lane_token
       ), first as (
         select distinct on (i.mailbox_id) i.id, i.mailbox_id, i.workspace_id, t.lane_token from taken t join intent i on i.mailbox_id = t.id where i.state = 'RESERVED' and i.send_at <= $1 order by i.mailbox_id, i.send_at, i.id
       )
       update intent i set lease_owner = $2, leased_until = clock_timestamp() + make_interval(secs => $4), fencing_token = f.lane_token, attempts = i.attempts + 1, updated_at = now() from first f where i.id = f.id
         -- Its old holder may have committed SUBMITTING while this statement waited for the row.
         and i.state = 'RESERVED'
       returning i.id, i.mailbox_id, i.workspace_id, f.lane_token`, [new Date(now), worker, most, lease]);
    return rows.map((row) => ({ intentId: row.id, mailboxId: row.mailbox_id, workspaceId: row.workspace_id, token: row.lane_token }));
  });
}

/** Gives a lane back; only its present holder can. */
export async function releaseLane(sql: SqlClient, claim: ClaimedIntent): Promise<void> {
  await prepared(sql, 'update mailbox set lane_owner = null, lane_leased_until = null where id = $1 and lane_token = $2', [claim.mailboxId, claim.token]);
}

/** Campaign time at which the next reserved mail is due, or null. */
export async function nextSendAt(db: Database): Promise<number | null> {
  return db.systemSql(async (sql) => {
    const { rows } = await prepared<{ at: Date | null }>(sql, `select min(send_at) as at from intent where state = 'RESERVED'`);
    return rows[0]?.at?.getTime() ?? null;
  });
}

type SentVariant = StepRow['variants'][number] & { attachments?: SendJob['intent']['attachments'] };

/** Everything needed to make and send one mail. */
export interface SendJob {
  intent: {
    id: string; kind: 'CAMPAIGN' | 'REPLY' | 'FORWARD' | 'TEST'; workspace_id: number; state: string; campaign_id: number | null; enrolment_id: number | null; step_id: number | null; seq_number: number | null; variant_id: number | null; mailbox_id: number;
    slot_at: Date; send_at: Date; not_after: Date | null; message_id: string; envelope_id: string; to_email: string; cc: string[]; bcc: string[]; subject: string | null; body_html: string | null; body_text: string | null; in_reply_to: string | null; references: string[];
    attachments: { name: string; content_type: string; storage_key: string }[]; attempts: number; is_new_lead: boolean; reallocated_from: number | null; trigger_run_id: string | null; stats_id: string;
  };
  mailbox: { id: number; from_name: string; from_email: string; signature: string | null; bcc_email: string | null; different_reply_to_address: string | null; custom_tracking_domain: string | null; files_sent_mail: boolean };
  campaign: { id: number; name: string; client_id: number | null; time_zone: string; track_opens: boolean; track_clicks: boolean; send_as_plain_text: boolean; force_plain_text: boolean; unsubscribe_text: string | null; add_unsubscribe_header: boolean; spintax_mode: string; allow_missing_fields: string[]; uuid: string } | null;
  enrolment: { id: number; lead_id: number; steps_sent: number; thread_subject: string | null; thread_references: string[]; last_message_id: string | null; spin_index: number } | null;
  lead: LeadColumns | null;
  variant: SentVariant | null;
}

export async function loadSendJob(sql: SqlClient, claim: ClaimedIntent, state: 'RESERVED' | 'SUBMITTING' | 'IN_DOUBT' = 'RESERVED'): Promise<SendJob | null> {
  // Not prepared: a column that an upgrade adds would make its plan useless on every connection.
  const { rows: [intent] } = await sql.query<SendJob['intent']>('select * from intent where id = $1 and state = $3 and fencing_token = $2', [claim.intentId, claim.token, state]);
  if (!intent) return null;
  const { rows: [mailbox] } = await prepared<SendJob['mailbox']>(sql, 'select id, from_name, from_email, signature, bcc_email, different_reply_to_address, custom_tracking_domain, files_sent_mail from mailbox where id = $1', [intent.mailbox_id]);
  if (!mailbox) return null;
  const campaign = intent.campaign_id === null ? undefined : (await prepared<NonNullable<SendJob['campaign']>>(sql,
    'select id, uuid, name, client_id, time_zone, track_opens, track_clicks, send_as_plain_text, force_plain_text, unsubscribe_text, add_unsubscribe_header, spintax_mode, allow_missing_fields from campaign where id = $1', [intent.campaign_id])).rows[0];
  const enrolment = intent.enrolment_id === null ? undefined : (await prepared<NonNullable<SendJob['enrolment']>>(sql, 'select id, lead_id, steps_sent, thread_subject, thread_references, last_message_id, spin_index from enrolment where id = $1', [intent.enrolment_id])).rows[0];
  const lead = enrolment ? (await prepared<LeadColumns>(sql, 'select email, first_name, last_name, phone_number, company_name, website, location, linkedin_profile, company_url, custom_fields from lead where id = $1', [enrolment.lead_id])).rows[0] : undefined;
  const variant = intent.variant_id === null ? undefined : (await prepared<SentVariant>(sql, 'select id, subject, email_body, updated_at, attachments from step_variant where id = $1', [intent.variant_id])).rows[0];
  // A campaign mail takes the files of its variant; every other mail brings its own.
  if (intent.kind === 'CAMPAIGN' && variant) intent.attachments = variant.attachments ?? [];
  return { intent, mailbox, campaign: campaign ?? null, enrolment: enrolment ?? null, lead: lead ?? null, variant: variant ?? null };
}

/** Why a reserved mail may not leave after all. */
export type StandDown = 'CAMPAIGN_NOT_ACTIVE' | 'LEAD_ENDED' | 'LEAD_PAUSED' | 'LEAD_SUPPRESSED' | 'MAILBOX_SUSPENDED' | 'MAILBOX_FAILING' | 'WINDOW_CLOSED' | 'MAILBOX_DAILY_CAP' | 'MAILBOX_GAP' | 'SENDING_HELD' | 'LOST_LEASE' | 'LEAD_ON_HOLD';

/**
 * The check in the instant before SMTP, under locks that a stop has to wait for: what was committed before it is seen, and what
 * is committed after it finds the intent already SUBMITTING. Called before connecting, and again between the server's 354 and the final dot.
 */
export async function checkBeforeSmtp(sql: SqlClient, claim: ClaimedIntent, now: number, isSendingHeld: boolean): Promise<StandDown | null> {
  const { rows: [row] } = await prepared<{
    kind: string; state: string; fenced: boolean; not_after: Date | null; campaign_status: string | null; enrolment_status: string | null; is_hold: boolean; suppressed: boolean; is_suspended: boolean; is_failing: boolean; over_cap: boolean; in_gap: boolean;
  }>(sql,
    `select i.kind, i.state, (i.fencing_token = $2 and m.lane_token = $2 and m.lane_leased_until > clock_timestamp()) as fenced, i.not_after, c.status as campaign_status, e.status as enrolment_status,
       (e.hold_kind is not null and (e.hold_until is null or e.hold_until > $3)) as is_hold,
       (i.kind in ('CAMPAIGN') and (l.is_unsubscribed or l.is_bounced or exists (select from suppression s where s.workspace_id = i.workspace_id and s.client_scope in (0, coalesce(c.client_id, 0))
          and ((s.kind = 'email' and s.value = l.email) or (s.kind = 'domain' and s.value = l.domain))))) as suppressed,
       (m.is_suspended or m.deleted_at is not null) as is_suspended, m.failing_since is not null as is_failing,
       (i.kind = 'CAMPAIGN' and (select count(*) from intent o where o.mailbox_id = m.id and o.kind = 'CAMPAIGN' and o.id <> i.id and o.state in ('SUBMITTING','SENT','IN_DOUBT') and o.send_at > $4) >= m.message_per_day) as over_cap,
       -- The intents beside the mailbox's own clock: a worker that died before its outcome has moved the first, not the second.
       (i.kind = 'CAMPAIGN' and greatest(m.last_send_at, (select max(o.send_at) from intent o where o.mailbox_id = m.id and o.id <> i.id and o.state in ('SUBMITTING','SENT','IN_DOUBT'))) + make_interval(mins => m.min_time_to_wait_minutes) > $3) as in_gap
     from intent i join mailbox m on m.id = i.mailbox_id left join campaign c on c.id = i.campaign_id left join enrolment e on e.id = i.enrolment_id left join lead l on l.id = e.lead_id
     where i.id = $1 for update of i`, [claim.intentId, claim.token, new Date(now), new Date(now - 24 * 3_600_000)]);
  if (!row || row.state !== 'RESERVED' || !row.fenced) return 'LOST_LEASE';
  if (isSendingHeld) return 'SENDING_HELD';
  if (row.is_suspended) return 'MAILBOX_SUSPENDED';
  if (row.kind !== 'CAMPAIGN') return null;
  if (row.is_failing) return 'MAILBOX_FAILING';
  if (row.campaign_status !== 'ACTIVE') return 'CAMPAIGN_NOT_ACTIVE';
  if (row.enrolment_status === 'PAUSED') return 'LEAD_PAUSED';
  if (row.enrolment_status !== 'STARTED' && row.enrolment_status !== 'INPROGRESS') return 'LEAD_ENDED';
  if (row.suppressed) return 'LEAD_SUPPRESSED';
  if (row.is_hold) return 'LEAD_ON_HOLD';
  if (row.not_after !== null && now >= row.not_after.getTime()) return 'WINDOW_CLOSED';
  if (row.over_cap) return 'MAILBOX_DAILY_CAP';
  if (row.in_gap) return 'MAILBOX_GAP';
  return null;
}

/** Locks what a stop would change, so that the check and the commit of SUBMITTING are one moment. */
export async function lockForSubmitting(sql: SqlClient, claim: ClaimedIntent): Promise<void> {
  await prepared(sql, 'select 1 from campaign c join intent i on i.campaign_id = c.id where i.id = $1 for share of c', [claim.intentId]);
  await prepared(sql, 'select 1 from enrolment e join intent i on i.enrolment_id = e.id where i.id = $1 for update of e', [claim.intentId]);
  // Who suppresses an address of the workspace takes the same lock alone, last of all (the trigger suppression_waits_for_sending).
  await prepared(sql, 'select pg_advisory_xact_lock_shared(72707373, $1)', [claim.workspaceId]);
}

export interface RenderedMail { subject: string; html: string | null; text: string; inReplyTo: string | null; references: readonly string[]; links: readonly string[]; spinChoice: number }

/** RESERVED becomes SUBMITTING, with what is being sent. @returns false when the fence was lost */
export async function writeSubmitting(sql: SqlClient, claim: ClaimedIntent, mail: RenderedMail, now: number, lease: number = leaseSeconds): Promise<boolean> {
  const { rowCount } = await prepared(sql,
    `update intent set state = 'SUBMITTING', submitting_at = clock_timestamp(), leased_until = clock_timestamp() + make_interval(secs => $9), send_at = $3, subject = $4, body_html = $5, body_text = $6, in_reply_to = $7, "references" = $8, links = $10, updated_at = now(),
       attachments = case when kind = 'CAMPAIGN' then coalesce((select v.attachments from step_variant v where v.id = intent.variant_id), attachments) else attachments end
     where id = $1 and state = 'RESERVED' and fencing_token = $2`,
    [claim.intentId, claim.token, new Date(now), mail.subject, mail.html, mail.text, mail.inReplyTo, mail.references, lease, JSON.stringify(mail.links)]);
  return rowCount === 1;
}

/** SUBMITTING goes back to RESERVED, by the worker that knows that no final dot went out. What another worker took up meanwhile stays as it is. */
export async function withdrawSubmitting(sql: SqlClient, claim: ClaimedIntent): Promise<void> {
  await prepared(sql, `update intent set state = 'RESERVED', submitting_at = null where id = $1 and state = 'SUBMITTING' and fencing_token = $2`, [claim.intentId, claim.token]);
}
