import type { SqlClient } from '#platform/db/database';

/** A table to read elsewhere: its query answers one text a column. */
export interface CsvCopy {
  name: string;
  columns: readonly string[];
  sql: string;
}

/** Columns of a copy, each as a text. */
export const textColumns = (...columns: string[]): string =>
  columns.map((column, at) => `coalesce((${column})::text, '') as c${at}`).join(', ');

/** CSV files of an archive that put together what its tables have apart. */
export const csvCopies: readonly CsvCopy[] = [
  {
    name: 'copies/leads.csv',
    columns: [
      ...[
        'email',
        'first_name',
        'last_name',
        'phone_number',
        'company_name',
        'website',
        'location',
        'linkedin_profile',
      ],
      ...[
        'company_url',
        'custom_fields',
        'provider',
        'time_zone',
        'is_unsubscribed',
        'is_bounced',
        'verification',
        'created_at',
      ],
    ],
    sql: `
      select ${textColumns(
        ...['l.email', 'l.first_name', 'l.last_name', 'l.phone_number', 'l.company_name', 'l.website', 'l.location'],
        ...['l.linkedin_profile', 'l.company_url', 'l.custom_fields', 'l.provider', 'l.time_zone', 'l.is_unsubscribed'],
        ...['l.is_bounced', 'l.verification', 'l.created_at'],
      )}
      from lead l
      where l.workspace_id = $1
      order by l.id
    `,
  },
  {
    name: 'copies/campaigns.csv',
    columns: ['campaign', 'status', 'client', 'leads', 'emails_sent', 'time_zone', 'created_at', 'started_at'],
    sql: `
      select ${textColumns(
        ...['c.name', 'c.status', 'a.name'],
        '(select count(*) from enrolment e where e.workspace_id = c.workspace_id and e.campaign_id = c.id)',
        `(select count(*) from intent i where i.workspace_id = c.workspace_id and i.campaign_id = c.id and i.state = 'SENT')`,
        ...['c.time_zone', 'c.created_at', 'c.started_at'],
      )}
      from campaign c
      left join agency_client a on a.workspace_id = c.workspace_id and a.id = c.client_id
      where c.workspace_id = $1
      order by c.id
    `,
  },
  {
    name: 'copies/campaign-leads.csv',
    columns: [
      'campaign',
      'email',
      'status',
      'step',
      'category',
      'opens',
      'clicks',
      'replies',
      'last_sent_at',
      'last_reply_at',
    ],
    sql: `
      select ${textColumns(
        ...[
          'c.name',
          'l.email',
          'e.status',
          'e.last_seq_number',
          'coalesce(k.name, e.category_id::text)',
          'e.open_count',
        ],
        ...['e.click_count', 'e.reply_count', 'e.last_sent_at', 'e.last_reply_at'],
      )}
      from enrolment e
      join campaign c on c.workspace_id = e.workspace_id and c.id = e.campaign_id
      join lead l on l.workspace_id = e.workspace_id and l.id = e.lead_id
      left join lead_category k on k.workspace_id = e.workspace_id and k.id = e.category_id
      where e.workspace_id = $1
      order by e.id
    `,
  },
  {
    name: 'copies/emails.csv',
    columns: [
      'sent_at',
      'from',
      'to',
      'subject',
      'campaign',
      'step',
      'state',
      'opens',
      'clicks',
      'reply_at',
      'bounced',
      'message_id',
    ],
    sql: `
      select ${textColumns(
        ...[
          'i.sent_at',
          'm.from_email',
          'i.to_email',
          'i.subject',
          'c.name',
          'i.seq_number',
          'i.state',
          'i.open_count',
        ],
        ...['i.click_count', 'i.reply_at', 'i.is_bounced', 'i.message_id'],
      )}
      from intent i
      join mailbox m on m.workspace_id = i.workspace_id and m.id = i.mailbox_id
      left join campaign c on c.workspace_id = i.workspace_id and c.id = i.campaign_id
      where i.workspace_id = $1 and i.state in ('SENT', 'IN_DOUBT')
      order by i.id
    `,
  },
  {
    name: 'copies/mailboxes.csv',
    columns: [
      'email',
      'name',
      'type',
      'client',
      'smtp_host',
      'imap_host',
      'daily_limit',
      'signature',
      'created_at',
      'deleted_at',
    ],
    sql: `
      select ${textColumns(
        ...['m.from_email', 'm.from_name', 'm.type', 'a.name', 'm.smtp_host', 'm.imap_host', 'm.message_per_day'],
        ...['m.signature', 'm.created_at', 'm.deleted_at'],
      )}
      from mailbox m
      left join agency_client a on a.workspace_id = m.workspace_id and a.id = m.client_id
      where m.workspace_id = $1
      order by m.id
    `,
  },
  {
    name: 'copies/block-list.csv',
    columns: ['kind', 'value', 'client', 'source', 'reason', 'created_at'],
    sql: `
      select ${textColumns('s.kind', 's.value', 'a.name', 's.source', 's.reason', 's.created_at')}
      from suppression s
      left join agency_client a on a.workspace_id = s.workspace_id and a.id = s.client_scope
      where s.workspace_id = $1 and s.kind <> 'hash'
      order by s.id
    `,
  },
];

/** The change history, one entry a line. */
export const historySql = `
  select jsonb_build_object(
      'id', e.id, 'at', e.at, 'actor', e.actor, 'name', e.name, 'via', e.via, 'ip', e.ip, 'user_agent', e.user_agent,
      'action', e.action, 'kind', e.target_kind, 'object', e.target_id, 'changes', e.changes, 'detail', e.detail,
      'undoes', e.undoes_id,
      'objects', (
        select jsonb_agg(jsonb_build_object('id', o.object_id, 'label', o.label, 'effect', o.effect) order by o.object_id)
        from audit_object o
        where o.workspace_id = e.workspace_id and o.entry_id = e.id
      )
    )::text as line
  from audit_entry e
  where e.workspace_id = $1
  order by e.id
`;

export interface CopiedMail {
  at: Date;
  message_id: string;
  in_reply_to: string | null;
  references: string[];
  from_name: string | null;
  from_email: string;
  to_emails: string[];
  cc_emails: string[];
  subject: string;
  text: string;
  html: string | null;
  attachments: { storage_key?: string; name?: string; content_type?: string; size?: number }[];
}

export async function findCopiedMailboxes(
  workspaceId: number,
  sql: SqlClient,
): Promise<{ id: number; email: string }[]> {
  const { rows } = await sql.query<{ id: number; email: string }>(
    `
      select m.id, m.from_email as email
      from mailbox m
      where m.workspace_id = $1
      order by m.id
    `,
    [workspaceId],
  );
  return rows;
}

const addresses = (column: string): string =>
  `array(select coalesce(x ->> 'address', x ->> 'email', x #>> '{}') from jsonb_array_elements(${column}) as x)`;

/** What a mailbox sent and received, by time. */
export const mailsSql = (mailboxId: number): string => `
  select i.sent_at as at, i.message_id, i.in_reply_to, i."references", b.from_name, b.from_email,
    array[i.to_email] as to_emails, i.cc as cc_emails, coalesce(i.subject, '') as subject, coalesce(i.body_text, '') as text,
    i.body_html as html, i.attachments
  from intent i
  join mailbox b on b.workspace_id = i.workspace_id and b.id = i.mailbox_id
  where i.workspace_id = $1 and i.mailbox_id = ${mailboxId} and i.state = 'SENT' and i.sent_at is not null
  union all
  select m.at, m.message_id, m.in_reply_to, m."references", m.from_name, m.from_email, ${addresses('m.to_emails')},
    ${addresses('m.cc_emails')}, m.subject, m.text_body, m.html_body, m.attachments
  from message m
  where m.workspace_id = $1 and m.mailbox_id = ${mailboxId} and not (m.direction = 'out' and m.intent_id is not null)
  order by 1, 2
`;
