import type { MailChange } from './mail-store';

export interface SqlStatement {
  text: string;
  values: unknown[];
}

/** PostgreSQL text cannot hold NUL or lone surrogates; hostile mail can. Applied to every string of a row, also inside JSON. */
function storable<Row>(row: Row): Row {
  return JSON.parse(JSON.stringify(row), (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd') : value,
  ) as Row;
}

function rowsOf<Type extends MailChange['type']>(
  changes: MailChange[],
  type: Type,
): Extract<MailChange, { type: Type }>[] {
  return changes.filter((change): change is Extract<MailChange, { type: Type }> => change.type === type);
}

function upsert(table: string, columns: string, key: string, rows: unknown[]): SqlStatement[] {
  if (rows.length === 0) return [];
  const names = columns.split(', ').map((column) => column.split(' ')[0] as string);
  const keys = key.split(', ');
  const updates = names.filter((name) => !keys.includes(name)).map((name) => `${name} = excluded.${name}`);
  return [
    {
      text: `
        insert into sandbox.${table} (${names.join(', ')})
        select ${names.join(', ')}
        from jsonb_to_recordset($1::jsonb) as r(${columns})
        on conflict (${key})
        do update set ${updates.join(', ')}
      `,
      values: [JSON.stringify(storable(rows))],
    },
  ];
}

/** One statement a table for everything that is inserted or updated. */
export const upsertStatements = (changes: MailChange[]): SqlStatement[] => [
  ...contentStatements(changes),
  ...mailboxStatements(changes),
  ...recordStatements(changes),
  ...prospectStatements(changes),
];

/** What never changes once it is there: emails as they arrived. */
function contentStatements(changes: MailChange[]): SqlStatement[] {
  const contents = rowsOf(changes, 'content');
  return contents.length === 0
    ? []
    : [
        {
          text: `
              insert into sandbox.mail_content (id, raw)
              select *
              from unnest($1::bigint[], $2::bytea[])
              on conflict (id)
              do nothing
            `,
          values: [contents.map((change) => change.id), contents.map((change) => change.raw)],
        },
      ];
}

/** Accounts, their folders and the emails in them. */
const mailboxStatements = (changes: MailChange[]): SqlStatement[] => [
  ...upsert(
    'mail_account',
    'email text, password_hash text, settings jsonb, created_at double precision',
    'email',
    rowsOf(changes, 'account').map(({ row }) => ({
      email: row.email,
      password_hash: row.passwordHash,
      settings: row.settings,
      created_at: row.createdAt,
    })),
  ),
  ...upsert(
    'mail_folder',
    'id bigint, account text, path text, special_use text, uid_validity bigint, uid_next bigint, highest_modseq bigint, subscribed boolean',
    'id',
    rowsOf(changes, 'folder').map(({ row }) => ({
      id: row.id,
      account: row.account,
      path: row.path,
      special_use: row.specialUse,
      uid_validity: row.uidValidity,
      uid_next: row.uidNext,
      highest_modseq: row.highestModseq,
      subscribed: row.subscribed,
    })),
  ),
  ...upsert(
    'mail_message',
    'folder_id bigint, uid bigint, content_id bigint, modseq bigint, internal_date double precision, size bigint, flags text[], message_id text',
    'folder_id, uid',
    rowsOf(changes, 'message').map(({ row }) => ({
      folder_id: row.folderId,
      uid: row.uid,
      content_id: row.contentId,
      modseq: row.modseq,
      internal_date: row.internalDate,
      size: row.size,
      flags: row.flags,
      message_id: row.messageId,
    })),
  ),
];

/** What the SMTP server accepted. */
const recordStatements = (changes: MailChange[]): SqlStatement[] => [
  ...upsert(
    'smtp_record',
    'id bigint, accepted_at double precision, accepted_at_real double precision, login text, sender text, recipients jsonb, message_id text, envelope_id text, subject text, size bigint, content_id bigint',
    'id',
    rowsOf(changes, 'record').map(({ row }) => ({
      id: row.id,
      accepted_at: row.acceptedAt,
      accepted_at_real: row.acceptedAtReal,
      login: row.login,
      sender: row.sender,
      recipients: row.recipients,
      message_id: row.messageId,
      envelope_id: row.envelopeId,
      subject: row.subject,
      size: row.size,
      content_id: row.contentId,
    })),
  ),
];

/** What prospects are in the middle of, and what they found wrong. */
const prospectStatements = (changes: MailChange[]): SqlStatement[] => [
  ...upsert(
    'prospect_conversation',
    'id bigint, prospect text, state jsonb',
    'id',
    rowsOf(changes, 'conversation').map(({ row }) => ({ id: row.id, prospect: row.prospect, state: row })),
  ),
  ...upsert(
    'prospect_reaction',
    'id bigint, due_at double precision, conversation_id bigint, state jsonb',
    'id',
    rowsOf(changes, 'reaction').map(({ row }) => ({
      id: row.id,
      due_at: row.dueAt,
      conversation_id: row.conversationId,
      state: row,
    })),
  ),
  ...upsert(
    'prospect_violation',
    'id bigint, details jsonb',
    'id',
    rowsOf(changes, 'violation').map(({ row }) => ({ id: row.id, details: row })),
  ),
];

/** One statement a table for everything that is removed. */
export function deleteStatements(changes: MailChange[]): SqlStatement[] {
  const folders = rowsOf(changes, 'delete-folder').map((change) => change.id);
  const messages = rowsOf(changes, 'delete-message');
  const reactions = rowsOf(changes, 'delete-reaction').map((change) => change.id);
  const statements: SqlStatement[] = [];
  if (folders.length > 0) {
    statements.push({
      text: 'delete from sandbox.mail_message where folder_id = any($1::bigint[])',
      values: [folders],
    });
    statements.push({ text: 'delete from sandbox.mail_folder where id = any($1::bigint[])', values: [folders] });
  }
  if (messages.length > 0) {
    statements.push({
      text: `
        delete from sandbox.mail_message using unnest($1::bigint[], $2::bigint[]) as gone(folder, number)
        where folder_id = gone.folder and uid = gone.number
      `,
      values: [messages.map((change) => change.folderId), messages.map((change) => change.uid)],
    });
  }
  if (reactions.length > 0) {
    statements.push({
      text: 'delete from sandbox.prospect_reaction where id = any($1::bigint[])',
      values: [reactions],
    });
  }
  return statements;
}
