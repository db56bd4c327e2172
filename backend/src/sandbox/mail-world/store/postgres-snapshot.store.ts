import type { PoolClient } from 'pg';
import type {
  AcceptedMail,
  StoredAccount,
  StoredConversation,
  StoredFolder,
  StoredMessage,
  StoredReaction,
  StoredViolation,
  WorldSnapshot,
} from './mail-store';

/** pg answers bigint as text; every number of this schema fits a JavaScript number. */
function numeric<Row extends object>(row: Row, names: (keyof Row)[]): Row {
  const copy = { ...row };
  for (const name of names) copy[name] = Number(row[name]) as Row[keyof Row];
  return copy;
}

/** Reads the whole world except the mails' bytes, and forgets bytes that nothing points at any more. */
export async function readSnapshot(client: PoolClient): Promise<WorldSnapshot> {
  await client.query(
    `
      delete from sandbox.mail_content c
      where not exists (select 1 from sandbox.mail_message m where m.content_id = c.id)
        and not exists (select 1 from sandbox.smtp_record r where r.content_id = c.id)
    `,
  );
  const accounts = await client.query<StoredAccount>(
    `
      select email, password_hash as "passwordHash", settings, created_at as "createdAt"
      from sandbox.mail_account
      order by email
    `,
  );
  const folders = await client.query<StoredFolder>(
    `
      select id, account, path, special_use as "specialUse", uid_validity as "uidValidity",
        uid_next as "uidNext", highest_modseq as "highestModseq", subscribed
      from sandbox.mail_folder
      order by id
    `,
  );
  const messages = await client.query<StoredMessage>(
    `
      select folder_id as "folderId", uid, content_id as "contentId", modseq, internal_date as "internalDate",
        size, flags, message_id as "messageId"
      from sandbox.mail_message
      order by folder_id, uid
    `,
  );
  const records = await client.query<AcceptedMail>(
    `
      select id, accepted_at as "acceptedAt", accepted_at_real as "acceptedAtReal", login, sender, recipients,
        message_id as "messageId", envelope_id as "envelopeId", subject, size, content_id as "contentId"
      from sandbox.smtp_record
      order by id
    `,
  );
  const conversations = await client.query<{ state: StoredConversation }>(
    'select state from sandbox.prospect_conversation order by id',
  );
  const reactions = await client.query<{ state: StoredReaction }>(
    'select state from sandbox.prospect_reaction order by id',
  );
  const violations = await client.query<{ details: StoredViolation }>(
    'select details from sandbox.prospect_violation order by id',
  );
  const contents = await client.query<{ next: string }>(
    'select coalesce(max(id), 0) + 1 as next from sandbox.mail_content',
  );
  return {
    accounts: accounts.rows,
    folders: folders.rows.map((row) => numeric(row, ['id', 'uidValidity', 'uidNext', 'highestModseq'])),
    messages: messages.rows.map((row) => numeric(row, ['folderId', 'uid', 'contentId', 'modseq', 'size'])),
    records: records.rows.map((row) => numeric(row, ['id', 'size', 'contentId'])),
    conversations: conversations.rows.map((row) => row.state),
    reactions: reactions.rows.map((row) => row.state),
    violations: violations.rows.map((row) => row.details),
    nextContentId: Number(contents.rows[0]?.next ?? 1),
  };
}
