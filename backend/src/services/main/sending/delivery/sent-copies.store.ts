import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** What the copy of one sent mail is made of. */
export interface SentCopy {
  id: string;
  workspace_id: WorkspaceId;
  mailbox_id: MailboxId;
  message_id: string;
  provider_message_id: string | null;
  sent_at: Date;
  subject: string;
  body_html: string | null;
  body_text: string | null;
  links: string[];
  in_reply_to: string | null;
  references: string[];
  to_email: string;
  cc: string[];
  attempts: number;
  attachments: { name: string; content_type: string; storage_key: string; size?: number }[];
  from_name: string;
  from_email: string;
  reply_to: string | null;
  tracking_domain: string | null;
}

/**
 * Real minutes that a taken copy is left alone: an APPEND whose answer was lost may still be carried out, and the next look must see it.
 */
const patienceMinutes = 10;
const mostTries = 6;

/**
 * Takes copies that are wanted, each for one try of this process: the time of the next look is committed before the server is asked for
 * anything, so that no two processes, and no restart, append the same mail.
 */
export async function takeSentCopies(sql: SqlClient, most: number, afterSeconds: number): Promise<SentCopy[]> {
  const { rows } = await sql.query<SentCopy>(
    `
      with chosen as (
          select i.id
          from intent i
          join mailbox m on m.id = i.mailbox_id
          where i.sent_copy = 'WANTED'
            and coalesce(
              i.sent_copy_at, i.updated_at + make_interval(secs => case when m.copies_at_once then 0 else $4::float8 end)
            ) <= clock_timestamp()
            and m.deleted_at is null
          order by i.mailbox_id, i.sent_copy_at nulls first
          limit $1
          for update of i skip locked
        ),
        taken as (
          update intent i
          set sent_copy_attempts = i.sent_copy_attempts + 1,
            sent_copy_at = clock_timestamp() + make_interval(mins => $2 * (i.sent_copy_attempts + 1)),
            sent_copy = case when i.sent_copy_attempts + 1 > $3 then 'GIVEN_UP' else 'WANTED' end
          from chosen c
          where i.id = c.id
          returning i.*
        )
      select t.id, t.workspace_id, t.mailbox_id, t.message_id, t.provider_message_id,
        coalesce(t.sent_at, t.send_at) as sent_at, coalesce(t.subject, '') as subject, t.body_html,
        t.body_text, t.links, t.in_reply_to, t."references", t.to_email, t.cc,
        t.sent_copy_attempts as attempts, t.attachments, m.from_name, m.from_email,
        m.different_reply_to_address as reply_to, m.custom_tracking_domain as tracking_domain
      from taken t
      join mailbox m on m.id = t.mailbox_id
      where t.sent_copy = 'WANTED'
      order by t.mailbox_id, t.id
    `,
    [most, patienceMinutes, mostTries, afterSeconds],
  );
  return rows;
}

export const markFiled = (sql: SqlClient, intentIds: readonly string[]) =>
  sql.query(
    `
      update intent
      set sent_copy = 'FILED', sent_copy_at = null
      where id = any($1::bigint[]) and sent_copy = 'WANTED'
    `,
    [intentIds],
  );

/** What a mailbox's provider did with an email that it was given a minute to file tells how long its next ones are waited for. */
export const noteProvider = (sql: SqlClient, mailboxId: MailboxId, filesNothing: boolean) =>
  sql.query('update mailbox set copies_at_once = $2 where id = $1 and copies_at_once <> $2', [mailboxId, filesNothing]);

/** A mailbox without a Sent folder gets no copies. */
export const giveUpCopies = (sql: SqlClient, intentIds: readonly string[]) =>
  sql.query(
    `
      update intent
      set sent_copy = 'GIVEN_UP', sent_copy_at = null
      where id = any($1::bigint[]) and sent_copy = 'WANTED'
    `,
    [intentIds],
  );
