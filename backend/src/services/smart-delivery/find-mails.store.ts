import type { LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { placementLimits } from '@skein/contracts/smart-delivery/placement-shapes';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';

const minute = 60_000;
/** How long after it was sent an email that has not arrived counts as missing. */
const missingAfterMinutes = 24 * 60;
/** Campaign minutes after sending at which its seed is looked into. */
const lookMinutes = [1, 5, 15, 45, 105, 285, 765, missingAfterMinutes];
/** A run that a person sends is looked for this often, until it closes. */
const selfSentMinutes = 5;
/** What is missing is looked for once a day, for some more days: an email that comes late is shown where it landed. */
const lateMinutes = 1_440;

export interface ToFind {
  id: number;
  workspace_id: WorkspaceId;
  run_id: number;
  token: string;
  message_id: string;
  is_missing: boolean;
  checks_spam: boolean;
  /** What a person put into the email; null where Skein sent it. */
  code: string | null;
  started_at: Date;
  kind: 'REAL' | 'CONTROL';
  variant: string | null;
  mailbox_id: MailboxId | null;
  /** Where its tracked links lead, in their order. */
  links: string[];
  personal_links: string[];
  /** The lead whose data it was written with; null where no lead's. */
  lead_id: LeadId | null;
  /** When it was sent, and from which address; null where a person sends. */
  sent_at: Date | null;
  sender: string | null;
  seed_id: number;
  seed: string;
  imap: { host: string; port: number; portType: 'TLS' | 'SSL' | 'NONE' };
  auth_method: 'PASSWORD' | 'XOAUTH2';
  sealed_password: Buffer;
}

/**
 * Takes mails whose seed is to be looked into. The next look is committed before, so that a process that dies leaves the mail to the next.
 */
export async function takeMailsToFind(sql: SqlClient, now: number, most: number): Promise<ToFind[]> {
  return (
    await prepared<ToFind>(
      sql,
      `
        update placement_mail p
        set look_at = case
            when p.landed = 'MISSING' then $1::timestamptz + make_interval(mins => $5)
            when r.code is not null then $1::timestamptz + make_interval(mins => $4)
            -- Only used when this process dies after the last look, before it has recorded the result.
            else coalesce(
              (
                select min(planned.at)
                from unnest($3::int[]) after_minutes
                cross join lateral (
                  select coalesce(p.sent_at, r.started_at) + make_interval(mins => after_minutes) as at
                ) planned
                where planned.at > $1
              ),
              $1::timestamptz + make_interval(mins => $4)
            )
          end
        from placement_seed s, placement_run r, placement_test t
        where s.id = p.seed_id
          and r.workspace_id = p.workspace_id
          and r.id = p.run_id
          and t.workspace_id = r.workspace_id
          and t.id = r.test_id
          and p.id in (
            select id
            from placement_mail
            where look_at <= $1 and state in ('SENT', 'IN_DOUBT')
            order by look_at
            limit $2
            for update skip locked
          )
        returning p.id, p.workspace_id, p.run_id, p.token, p.message_id,
          coalesce(p.landed = 'MISSING', false) as is_missing, t.checks_spam, r.code, r.started_at, p.sent_at,
          p.kind, p.variant, p.mailbox_id, p.links, p.personal_links, p.lead_id,
          (select m.from_email from mailbox m where m.workspace_id = p.workspace_id and m.id = p.mailbox_id) as sender,
          s.id as seed_id, s.email as seed, s.imap, s.auth_method, s.sealed_password
      `,
      [new Date(now), most, lookMinutes, selfSentMinutes, lateMinutes],
    )
  ).rows;
}

/**
 * Holds the lead whose data an email was written with against being erased.
 * @returns false when it is gone: nothing of the email is kept then
 */
export async function holdLead(sql: SqlClient, workspaceId: WorkspaceId, leadId: LeadId): Promise<boolean> {
  const { rowCount } = await sql.query('select from lead where workspace_id = $1 and id = $2 for key share', [
    workspaceId,
    leadId,
  ]);
  return rowCount === 1;
}

/** Where a mail was found first, and what it tells. */
export const writeLanded = (
  sql: SqlClient,
  mail: ToFind,
  found: {
    landed: 'INBOX' | 'TAB' | 'SPAM';
    folder: string;
    /** When the server took it in. */
    at: Date;
    /** When and by whom it was sent, where a person sent it. */
    sentAt: Date | null;
    from: string | null;
    headers: string | null;
    body: string | null;
    authentication: { ip: string | null } | null;
    spam: object | null;
  },
) =>
  sql.query(
    `
      update placement_mail
      set landed = $2, found_in = $3, headers = $4, sent_at = coalesce(sent_at, $10),
        landed_at = greatest($5, coalesce(sent_at, $10)), look_at = null, state = 'SENT', body = $6,
        authentication = $7, client_ip = $8, spam = $9, from_email = $11
      where id = $1
    `,
    [
      mail.id,
      found.landed,
      found.folder,
      found.headers,
      found.at,
      found.body,
      found.authentication && JSON.stringify(found.authentication),
      found.authentication?.ip ?? null,
      found.spam && JSON.stringify(found.spam),
      found.sentAt,
      found.from,
    ],
  );

/**
 * An email is missing a day after it was sent, or, where a person sends, when the run closes; how often it was looked for does not matter.
 * It is looked for once a day for some days more, in case it comes late. If its seed could not be read, it counts neither way.
 */
export async function giveUp(sql: SqlClient, mail: ToFind, now: number, wasRead: boolean): Promise<void> {
  const [from, waitMinutes] =
    mail.code === null
      ? [mail.sent_at ?? mail.started_at, missingAfterMinutes]
      : [mail.started_at, placementLimits.selfSentHours * 60];
  const isOver = (days: number) => now - from.getTime() >= (waitMinutes + days * lateMinutes) * minute;
  if (mail.is_missing) {
    if (isOver(placementLimits.lateDays))
      await sql.query('update placement_mail set look_at = null where id = $1', [mail.id]);
  } else if (isOver(0) && wasRead)
    await sql.query(`update placement_mail set landed = 'MISSING', look_at = $2 where id = $1`, [
      mail.id,
      new Date(now + lateMinutes * minute),
    ]);
  else if (isOver(0))
    await sql.query(
      `
        update placement_mail
        set state = 'CANCELLED', look_at = null, failure_text = 'The seed could not be read.'
        where id = $1 and landed is null
      `,
      [mail.id],
    );
}

/** Looks into the seeds of a run now, whatever was planned. */
export const lookNow = (workspaceId: WorkspaceId, sql: SqlClient, testId: number, now: Date) =>
  sql.query(
    `
      update placement_mail p
      set look_at = $3
      from placement_run r
      where p.workspace_id = $1
        and r.workspace_id = $1
        and r.id = p.run_id
        and r.test_id = $2
        and r.number = (select max(number) from placement_run where workspace_id = $1 and test_id = $2)
        and p.state in ('SENT', 'IN_DOUBT')
        and (p.landed is null or p.landed = 'MISSING')
    `,
    [workspaceId, testId, now],
  );

/** Closes a run that a person sends: what has not arrived is missing. @returns whether anything was still waited for */
export async function closeRun(workspaceId: WorkspaceId, sql: SqlClient, testId: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update placement_mail p
      set landed = 'MISSING', look_at = null
      from placement_run r
      where p.workspace_id = $1
        and r.workspace_id = $1
        and r.id = p.run_id
        and r.test_id = $2
        and r.code is not null
        and p.landed is null
        and p.state in ('SENT', 'IN_DOUBT')
    `,
    [workspaceId, testId],
  );
  return (rowCount ?? 0) > 0;
}
