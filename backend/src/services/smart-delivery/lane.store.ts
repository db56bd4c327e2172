import type { CampaignId, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { restOfSender } from '#engine/bounces/rest-after-refusal';
import { earliestWithGap } from '#engine/sending/time-between-emails';
import { localDay } from '#engine/sending/local-day';
import { capOn } from '#engine/sending/slow-start';
import type { MailboxRamp } from '#engine/sending/plan.types';
import type { Database, SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import { inEnabledWorkspace, inItsTime } from '#platform/db/enabled-workspace';
import { writeSendingRest } from '#platform/mail/sending-rest.store';

/** Seconds of real time for which a mailbox's lane is held: longer than an SMTP exchange. */
const leaseSeconds = 180;
const minute = 60_000;
export interface Claim {
  id: number;
  workspace_id: WorkspaceId;
  mailbox_id: MailboxId;
  fencing_token: string;
  /** How often the mailbox's server put the email off. */
  attempts: number;
  /** Failures that say nothing of the mailbox: of our own, and of servers that gave no answer. */
  own_failures: number;
  token: string;
  message_id: string;
  from_email: string;
  from_name: string;
  to_email: string;
  subject: string;
  body_text: string;
  body_html: string | null;
  kind: 'REAL' | 'CONTROL';
  has_gap: boolean;
  /** The step of a campaign that is tested; null for a text that a person wrote. */
  campaign_id: CampaignId | null;
  variant_id: number | null;
}

/** What an email has of its variant, or of the test where that has one text. */
const ofVariant = (part: string, ofTest = `t.${part}`) => `
  (case when p.variant is null then ${ofTest} else (
    select v ->> '${part}' from jsonb_array_elements(t.variants) as v where v ->> 'label' = p.variant
  ) end)`;

/**
 * Claims mails that are due with the lanes of their mailboxes, the same that campaign and warmup mail take: a mailbox never sends two
 * mails at once, whoever wants it.
 */
export async function claimMails(db: Database, now: number, worker: string, most: number): Promise<Claim[]> {
  return db.systemSql(
    async (sql) =>
      (
        await prepared<Claim>(
          sql,
          `
            with due as (
                select distinct on (mailbox_id) id, mailbox_id
                from placement_mail
                where state = 'PLANNED' and send_at <= $1 and ${inEnabledWorkspace()} and ${inItsTime('$1')}
                order by mailbox_id, send_at, id
              ),
              free as (
                select m.id
                from mailbox m
                join due d on d.mailbox_id = m.id
                where m.lane_leased_until is null or m.lane_leased_until < clock_timestamp()
                order by m.id
                limit $3
                for update of m skip locked
              ),
              taken as (
                update mailbox m
                set lane_owner = $2, lane_leased_until = clock_timestamp() + make_interval(secs => $4),
                  lane_token = lane_token + 1
                from free
                where m.id = free.id
                returning m.id, m.lane_token, m.from_email, m.from_name
              )
            update placement_mail p
            set fencing_token = k.lane_token
            from due d
            join taken k on k.id = d.mailbox_id,
              placement_run r,
              placement_test t,
              placement_seed s
            where p.id = d.id
              and p.state = 'PLANNED'
              and r.workspace_id = p.workspace_id
              and r.id = p.run_id
              and t.workspace_id = r.workspace_id
              and t.id = r.test_id
              and s.id = p.seed_id
            returning p.id, p.workspace_id, p.mailbox_id, p.fencing_token, p.attempts, p.own_failures, p.token,
              p.message_id, k.from_email, k.from_name, s.email as to_email, ${ofVariant('subject')} as subject,
                ${ofVariant('body_text')} as body_text,
              ${ofVariant('body_html')} as body_html, p.kind, t.has_gap,
              (t.source ->> 'campaign_id')::int as campaign_id, ${ofVariant('variant_id', `t.source ->> 'variant_id'`)}::int as variant_id
          `,
          [new Date(now), worker, most, leaseSeconds],
        )
      ).rows,
  );
}

/** Gives the lane back; only its present holder can. */
export const releaseLane = (sql: SqlClient, claim: Claim) =>
  sql.query('update mailbox set lane_owner = null, lane_leased_until = null where id = $1 and lane_token = $2', [
    claim.mailbox_id,
    claim.fencing_token,
  ]);

/** `why` of an email that waits is for whoever wonders why their run does not end. */
export type Refusal = { kind: 'LOST' } | { kind: 'LATER'; at: number; why?: string } | { kind: 'CANCEL'; why: string };

interface ClaimedMailbox {
  fenced: boolean;
  is_gone: boolean;
  is_off: boolean;
  gap: number;
  last_at: Date | null;
  last_campaign_at: Date | null;
  cap: number;
  ramp: MailboxRamp | null;
  time_zone: string;
  used: number;
  has_changed: boolean;
  rests_until: Date | null;
}

/** Locks the mailbox of a claim and reads what decides whether it sends. */
async function lockClaimedMailbox(sql: SqlClient, claim: Claim, now: number): Promise<ClaimedMailbox | undefined> {
  // A statement of its own: counting in the one that waits for the lock would count as of before the wait, without what
  // a campaign has reserved meanwhile.
  await sql.query('select 1 from mailbox where id = $1 for no key update', [claim.mailbox_id]);
  const { rows } = await sql.query<ClaimedMailbox>(
    `
      select (m.lane_token = $2 and m.lane_leased_until > clock_timestamp()) as fenced,
        m.deleted_at is not null as is_gone, (m.is_suspended or m.failing_since is not null) as is_off,
        m.min_time_to_wait_minutes as gap, m.message_per_day as cap, m.ramp, m.time_zone,
        server_has_changed() as has_changed, mailbox_sending_rest(m.workspace_id, m.id) as rests_until,
        greatest(m.last_send_at, n.at) as last_at, n.at as last_campaign_at,
        (
          select count(*)::int
          from intent o
          where o.mailbox_id = m.id
            and o.kind in ('CAMPAIGN', 'SINGLE')
            and o.state in ('RESERVED', 'SUBMITTING', 'SENT', 'IN_DOUBT')
            and o.send_at > w.since
        ) + (
          select count(*)::int
          from placement_mail o
          where o.workspace_id = m.workspace_id
            and o.mailbox_id = m.id
            and o.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
            and o.sent_at > w.since
        ) as used
      from mailbox m
      -- The mailbox's own day as well: where clocks go back it has 25 hours.
      cross join lateral (
        select least(
          $3::timestamptz - interval '24 hours',
          date_trunc('day', $3::timestamptz, m.time_zone) - interval '1 microsecond'
        ) as since
      ) w
      cross join lateral (
        select max(o.send_at) as at
        from intent o
        where o.mailbox_id = m.id and o.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
      ) n
      where m.id = $1
    `,
    [claim.mailbox_id, claim.fencing_token, new Date(now)],
  );
  return rows[0];
}

/**
 * The check before SMTP, and again between the server's 354 and the final dot, under locks. A test steps behind what campaigns have
 * reserved, keeps the mailbox's gap, and takes only what is left of its cap of 24 hours, which campaigns share.
 */
export async function checkClaim(
  sql: SqlClient,
  claim: Claim,
  now: number,
  isSendingHeld: boolean,
): Promise<Refusal | null> {
  const box = await lockClaimedMailbox(sql, claim, now);
  const { rows: mails } = await sql.query<{ state: string; fencing_token: string }>(
    'select state, fencing_token from placement_mail where id = $1 for update',
    [claim.id],
  );
  if (!box?.fenced || mails[0]?.state !== 'PLANNED' || mails[0].fencing_token !== claim.fencing_token)
    return { kind: 'LOST' };
  if (box.is_gone) return { kind: 'CANCEL', why: 'The mailbox was removed.' };
  if (isSendingHeld || box.has_changed) return { kind: 'LATER', at: now + minute };
  if (box.rests_until && box.rests_until.getTime() > now)
    return { kind: 'LATER', at: box.rests_until.getTime(), why: 'Waiting: the mailbox is resting.' };
  if (box.is_off)
    return { kind: 'LATER', at: now + 60 * minute, why: 'Waiting: the mailbox is suspended or disconnected.' };
  // Looked at again within the hour: room comes as soon as an email of yesterday is 24 hours old.
  const cap = capOn({ dailyCap: box.cap, ramp: box.ramp }, localDay(box.time_zone, now).date);
  if (box.used >= cap)
    return { kind: 'LATER', at: now + 60 * minute, why: `Waiting: the mailbox has reached its limit of ${cap} a day.` };
  const gap = box.gap * minute;
  const { rows: reserved } = await sql.query<{ send_at: Date }>(
    `
      select send_at
      from intent
      where mailbox_id = $1 and state = 'RESERVED' and send_at > $2 and send_at < $3
      order by send_at
    `,
    [claim.mailbox_id, new Date(now - gap), new Date(now + 1_440 * minute)],
  );
  const free = earliestWithGap(
    now,
    gap,
    // A test without a gap still keeps away from what campaigns sent.
    (claim.has_gap ? box.last_at : box.last_campaign_at)?.getTime() ?? null,
    reserved.map(({ send_at }) => send_at.getTime()),
  );
  return free > now ? { kind: 'LATER', at: free } : null;
}

/** PLANNED becomes SUBMITTING, and the mailbox's own clock moves with it. @returns false when the fence was lost */
export async function writeSubmitting(
  sql: SqlClient,
  claim: Claim,
  {
    now,
    links,
    personalLinks,
    leadId,
  }: { now: number; links: readonly string[]; personalLinks: readonly string[]; leadId: LeadId | null },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update placement_mail
      set state = 'SUBMITTING', sent_at = $3, look_at = $4,
        leased_until = clock_timestamp() + make_interval(secs => $5), links = $6, personal_links = $7, lead_id = $8
      where id = $1 and state = 'PLANNED' and fencing_token = $2
    `,
    [claim.id, claim.fencing_token, new Date(now), new Date(now + minute), leaseSeconds, links, personalLinks, leadId],
  );
  if (rowCount !== 1) return false;
  await sql.query('update mailbox set last_send_at = greatest(coalesce(last_send_at, $2), $2) where id = $1', [
    claim.mailbox_id,
    new Date(now),
  ]);
  return true;
}

/** The final dot was answered, or it was not: then the mail counts as sent and is looked for, never sent again. */
export const writeSent = (sql: SqlClient, claim: Claim, state: 'SENT' | 'IN_DOUBT', words: string | null) =>
  sql.query(
    `
      update placement_mail
      set state = $2, leased_until = null, failure_text = $3
      where id = $1 and state in ('SUBMITTING', 'IN_DOUBT')
    `,
    [claim.id, state, words?.slice(0, 500) ?? null],
  );

/**
 * Tried again later. Only what failed is counted: an email that stood back behind others has all its attempts left.
 * @param why shown while it waits
 */
export const postpone = (
  sql: SqlClient,
  claim: Claim,
  at: number,
  { counts, why }: { counts?: 'attempts' | 'own_failures'; why?: string },
) =>
  sql.query(
    `
      update placement_mail
      set state = 'PLANNED', send_at = $3, sent_at = null, look_at = null, leased_until = null,
        attempts = attempts + $4, own_failures = own_failures + $5, failure_text = $6
      where id = $1 and fencing_token = $2 and state in ('PLANNED', 'SUBMITTING')
    `,
    [
      ...[claim.id, claim.fencing_token, new Date(at)],
      ...[counts === 'attempts' ? 1 : 0, counts === 'own_failures' ? 1 : 0, why?.slice(0, 500) ?? null],
    ],
  );

/** The mailbox's own server sends nothing for it: it rests with everything that it sends. */
export const restSender = (
  sql: SqlClient,
  claim: Claim,
  sender: Parameters<typeof restOfSender>[0],
  { words, now }: { words: string; now: number },
) =>
  writeSendingRest(
    sql,
    { workspaceId: claim.workspace_id, mailboxId: claim.mailbox_id },
    restOfSender(sender, words, now),
    now,
  );

export const writeEnded = (sql: SqlClient, claim: Claim, state: 'FAILED' | 'CANCELLED', words: string) =>
  sql.query(
    `
      update placement_mail
      set state = $3, look_at = null, sent_at = null, leased_until = null, failure_text = $4
      where id = $1 and fencing_token = $2 and state in ('PLANNED', 'SUBMITTING')
    `,
    [claim.id, claim.fencing_token, state, words.slice(0, 500)],
  );

/** Mails whose worker died between the final dot and its record are in doubt: counted as sent. */
export const markLost = (sql: SqlClient) =>
  sql.query(
    `
      update placement_mail
      set state = 'IN_DOUBT', leased_until = null,
        failure_text = 'The worker ended between the final dot and its record.'
      where state = 'SUBMITTING' and leased_until < clock_timestamp()
    `,
  );
