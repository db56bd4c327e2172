import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { rateOfOpened, replyAt, wantsReply, type Treatment } from '#engine/warmup/plan-warmup-day';
import { warmupIdentity } from '#engine/warmup/warmup-identity';
import { replyText } from '#engine/warmup/warmup-texts';
import { localDateAt } from '@skein/template/zone-clock';
import type { Database, SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import { inItsTime } from '#platform/db/enabled-workspace';
import { insertShared } from './shared-pool.store';
import { settingsOf, type StoredWarmup } from './stored-settings';

/** A mail that may lie at its receiver. */
export interface WarmupToFind {
  id: string;
  workspace_id: WorkspaceId;
  kind: 'OPENER' | 'REPLY';
  from_mailbox_id: number | null;
  to_mailbox_id: number | null;
  from_email: string;
  from_name: string;
  to_email: string;
  message_id: string;
  subject: string;
  reply_to_id: string | null;
  sent_at: Date;
  looks: number;
  landed: 'INBOX' | 'SPAM' | null;
  is_shared: boolean;
  /** The other workspace's mailbox it went to; null where it was removed, or that workspace shares no longer. */
  shared: { workspace_id: WorkspaceId; mailbox_id: MailboxId } | null;
  /** Settings of the mailbox that sent it; null where a mailbox of the pool did. */
  sender_warmup: StoredWarmup | null;
}

/** Campaign minutes between two looks for a mail that was not found; after the last it is missing. */
const lookMinutes = [15, 60, 360, 1_200];

/**
 * Takes mails whose receiver is to be looked into, each for one look of this process: the time of the next look is committed before the
 * mailbox is opened, so that a process that dies there leaves the mail to the next.
 */
export async function takeMailsToFind(db: Database, now: number, most: number): Promise<WarmupToFind[]> {
  return db.systemSql(
    async (sql) =>
      (
        await prepared<WarmupToFind>(
          sql,
          `
            update warmup_mail
            set looks = looks + 1,
              look_at = $1::timestamptz + make_interval(
                mins => ($3::int[])[least(looks + 1, array_length($3::int[], 1))]
              )
            where id in (
              select id
              from warmup_mail
              where look_at <= $1 and state in ('SENT', 'IN_DOUBT') and ${inItsTime('$1')}
              order by look_at
              limit $2
              for update skip locked
            )
            returning id, workspace_id, kind, from_mailbox_id, to_mailbox_id, from_email, from_name, to_email,
              message_id, subject, reply_to_id, sent_at, looks, landed, is_shared,
              (
                select jsonb_build_object('workspace_id', r.workspace_id, 'mailbox_id', r.mailbox_id)
                from warmup_shared r
                join warmup_policy p on p.workspace_id = r.workspace_id and p.shares_pool
                where r.mail_id = warmup_mail.id
              ) as shared,
              (
                select m.warmup
                from mailbox m
                where m.workspace_id = warmup_mail.workspace_id and m.id = warmup_mail.from_mailbox_id
              ) as sender_warmup
          `,
          [new Date(now), most, lookMinutes],
        )
      ).rows,
  );
}

/** Its receiver left the shared pool: the mailbox is looked into no longer, and where the mail landed stays unknown. */
export async function stopLooking(sql: SqlClient, mailId: string): Promise<void> {
  await sql.query('update warmup_mail set look_at = null where id = $1', [mailId]);
}

/** Nothing more to look for: the mail never showed. */
export async function giveUpLooking(sql: SqlClient, mail: WarmupToFind): Promise<void> {
  if (mail.looks <= lookMinutes.length) return;
  await sql.query(`update warmup_mail set look_at = null, landed = coalesce(landed, 'MISSING') where id = $1`, [
    mail.id,
  ]);
}

/** Where a mail was found first. Committed before anything is moved: a rescued mail must not be counted as one that reached the inbox. */
export async function writeLanded(
  sql: SqlClient,
  mail: WarmupToFind,
  landed: 'INBOX' | 'SPAM',
  now: number,
): Promise<void> {
  await sql.query(
    `
      update warmup_mail
      set landed = $2, landed_at = $3, state = 'SENT'
      where id = $1 and (landed is null or landed = 'MISSING')
    `,
    [mail.id, landed, new Date(now)],
  );
  if (mail.is_shared)
    await sql.query('update warmup_shared set landed = $2, landed_at = $3 where mail_id = $1 and landed is null', [
      mail.id,
      landed,
      new Date(now),
    ]);
}

/** What the rates of its sender want with a mail. A mailbox of the pool wants the usual. */
export const ratesOf = (mail: Pick<WarmupToFind, 'from_mailbox_id' | 'sender_warmup'>) =>
  settingsOf(mail.from_mailbox_id ?? 0, mail.sender_warmup ?? {});

/** A warmup email and how it was treated. */
interface ReadEmail {
  mail: WarmupToFind;
  treated: Treatment;
  now: number;
}

/**
 * The mail was treated as its sender's rates want it: opened, or left unread; moved out of spam, or left there. Nothing
 * is looked for again. What follows comes with it in one transaction: a reply is counted with what it answers, and an
 * opener is answered when the sender's reply rate wants it.
 */
export async function writeRead(key: Uint8Array, sql: SqlClient, { mail, treated, now }: ReadEmail): Promise<void> {
  const { rowCount } = await sql.query(
    `
      update warmup_mail
      set read_at = case when $5 then $2::timestamptz end,
        rescued_at = case when $3 then coalesce(rescued_at, $2) else rescued_at end, is_important = $4,
        look_at = null
      where id = $1 and read_at is null and look_at is not null
    `,
    [mail.id, new Date(now), treated.isRescued, treated.isImportant, treated.isOpened],
  );
  if (rowCount !== 1 || !treated.isOpened) return;
  if (mail.kind === 'REPLY')
    await sql.query('update warmup_mail set replied_at = $2 where id = $1 and replied_at is null', [
      mail.reply_to_id,
      new Date(now),
    ]);
  else await planReply(key, sql, mail, now);
}

/** Counts the openers of this sender that were opened, under the sender's lock, and answers this one where the rate says so. */
async function planReply(key: Uint8Array, sql: SqlClient, mail: WarmupToFind, now: number): Promise<void> {
  if (mail.from_mailbox_id === null) return;
  const {
    rows: [sender],
  } = await sql.query<{ warmup: StoredWarmup; from_name: string; type: string }>(
    'select warmup, from_name, type from mailbox where id = $1 for no key update',
    [mail.from_mailbox_id],
  );
  const {
    rows: [count],
  } = await sql.query<{ read: number }>(
    `
      select count(*)::int as read
      from warmup_mail
      where workspace_id = $1 and from_mailbox_id = $2 and kind = 'OPENER' and read_at is not null
    `,
    [mail.workspace_id, mail.from_mailbox_id],
  );
  const settings = settingsOf(mail.from_mailbox_id, sender?.warmup ?? {});
  if (!sender || !settings.enabled || !wantsReply(rateOfOpened(settings), count?.read ?? 1)) return;
  const answererId = mail.shared?.mailbox_id ?? mail.to_mailbox_id;
  const {
    rows: [answerer],
  } = await sql.query<{ name: string; time_zone: string; is_on: boolean }>(
    answererId === null
      ? `select name, 'Etc/UTC' as time_zone, is_active as is_on from warmup_pool_member where email = $1`
      : `
        select from_name as name, time_zone, (warmup ->> 'enabled' = 'true' and deleted_at is null) as is_on
        from mailbox
        where id = $1
      `,
    [answererId ?? mail.to_email],
  );
  if (!answerer?.is_on) return;
  const which = `reply:${mail.message_id}`;
  const identity = warmupIdentity(key, which, mail.to_email);
  const text = replyText(which, { from: answerer.name, to: sender.from_name }, mail.subject);
  const at = replyAt(mail.message_id, now, answerer.time_zone);
  const {
    rows: [planned],
  } = await sql.query<{ id: string }>(
    `
      insert into warmup_mail (
        workspace_id, kind, from_mailbox_id, to_mailbox_id, from_email, from_name, to_email, reply_to_id, day,
          send_at, message_id, envelope_id, subject, body_text, is_shared, shared_provider
      )
      values ($1, 'REPLY', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      on conflict (reply_to_id)
      do nothing
      returning id
    `,
    [
      mail.shared?.workspace_id ?? mail.workspace_id,
      answererId,
      mail.shared ? null : mail.from_mailbox_id,
      mail.to_email,
      answerer.name,
      mail.from_email,
      mail.id,
      localDateAt(answerer.time_zone, at),
      new Date(at),
      identity.messageId,
      identity.envelopeId,
      text.subject,
      text.text,
      mail.shared !== null,
      mail.shared ? sender.type : null,
    ],
  );
  if (planned && mail.shared)
    await insertShared(
      sql,
      planned.id,
      { workspace_id: mail.workspace_id, mailbox_id: mail.from_mailbox_id },
      { kind: 'REPLY', subject: text.subject },
    );
}
