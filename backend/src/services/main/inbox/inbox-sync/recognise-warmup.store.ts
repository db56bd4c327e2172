import { isWarmupToken, warmupHeader } from '#engine/warmup/warmup-identity';
import type { SqlClient } from '#platform/db/database';
import type { ReadMail } from './read-raw-mail';
import type { SyncMailbox } from './sync-state.store';

/**
 * Whether a mail belongs to warmup, which keeps it out of the inbox, of replies, figures and webhooks: it carries our token for this
 * mailbox, or is about a warmup mail of it (a bounce, a person’s answer to the one it went to): whoever else quotes its Message-ID is a
 * stranger. A mail that came back is noted with the warmup mail.
 */
export async function recogniseWarmup(
  key: Uint8Array,
  sql: SqlClient,
  mailbox: SyncMailbox,
  read: ReadMail,
): Promise<boolean> {
  const { parsed, mail, report } = read;
  const token = parsed.headers.get(warmupHeader.toLowerCase())?.[0];
  const from = mail.from?.address ?? '';
  if (
    token !== undefined &&
    (from === mailbox.from_email
      ? mail.to.some((to) => isWarmupToken(key, token, { from, to }))
      : isWarmupToken(key, token, { from, to: mailbox.from_email }))
  )
    return true;
  const ids = [...(report?.originalMessageIds ?? []), ...parsed.inReplyTo, ...parsed.references].slice(-60);
  if (ids.length === 0 && !report?.envelopeId) return false;
  // Reports come from mail servers, to the sender: they name whom the mail was for. Everything else is between the two of the mail.
  const isReport = report !== null || mail.classification.bounce !== null;
  const others = isReport
    ? (report?.recipients ?? [])
        .flatMap(({ originalAddress, address }) => [originalAddress, address])
        .flatMap((each) => each?.toLowerCase() ?? [])
    : from === mailbox.from_email
      ? mail.to
      : [from];
  const { rows } = await sql.query<{ id: string }>(
    `
      select id
      from warmup_mail
      where (message_id = any($3::text[]) or envelope_id = $4)
        and (
          workspace_id = $1
            and from_mailbox_id = $2
            and (to_email = any($5::text[]) or ($6::bool and cardinality($5::text[]) = 0))
            or not $6::bool
            and from_email = any($5::text[])
            and (
              workspace_id = $1
                and to_mailbox_id = $2
                or exists (
                  select
                  from warmup_shared r
                  where r.mail_id = warmup_mail.id and r.workspace_id = $1 and r.mailbox_id = $2
                )
            )
        )
    `,
    [mailbox.workspace_id, mailbox.id, ids, report?.envelopeId ?? '', others, isReport],
  );
  if (rows.length === 0) return false;
  if (report?.recipients.some(({ action }) => action === 'failed')) {
    await sql.query(
      `
        update warmup_mail
        set bounced_at = coalesce(bounced_at, $2), look_at = null
        where id = any($1::bigint[]) and from_mailbox_id = $3
      `,
      [rows.map(({ id }) => id), mail.at, mailbox.id],
    );
  }
  return true;
}
