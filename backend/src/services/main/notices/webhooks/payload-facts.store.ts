import type { CampaignId, ClientId, EnrolmentId, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';
import { createBatcher } from '#platform/db/batcher';
import { prepared } from '#platform/db/prepared';

export interface Source {
  kind?: string;
  at?: string;
  campaign_id?: CampaignId | null;
  enrolment_id?: EnrolmentId | null;
  lead_id?: LeadId | null;
  mailbox_id?: MailboxId | null;
  intent_id?: number | string | null;
  client_id?: ClientId | null;
  evidence?: Record<string, unknown>;
}
export interface Facts {
  campaign_name: string | null;
  campaign_status: string | null;
  client_id: ClientId | null;
  lead_id: LeadId | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  phone_number: string | null;
  company_name: string | null;
  website: string | null;
  location: string | null;
  custom_fields: Record<string, unknown> | null;
  linkedin_profile: string | null;
  company_url: string | null;
  category_id: number | null;
  last_seq_number: number | null;
  from_email: string | null;
  stats_id: string | null;
  seq_number: number | null;
  subject: string | null;
  body_html: string | null;
  body_text: string | null;
  message_id: string | null;
  sent_at: Date | null;
}
interface Inbound {
  message_id: string;
  html_body: string | null;
  text_body: string;
  at: Date;
  snippet: string;
  from_email: string;
  cc_emails: string[];
  subject: string;
}

interface Asked {
  workspaceId: WorkspaceId;
  source: Source;
}
const readers = new WeakMap<Database, (asked: Asked) => Promise<Facts | null>>();

/** Deliveries that were claimed together ask together. */
export function factsReader(db: Database): (asked: Asked) => Promise<Facts | null> {
  let reader = readers.get(db);
  if (!reader) {
    const together = (asked: Asked[]) => db.systemRead((sql) => readFacts(sql, asked));
    reader = createBatcher<Asked, Facts | null>({
      most: 64,
      together,
      alone: async (one) => (await together([one]))[0] ?? null,
    });
    readers.set(db, reader);
  }
  return reader;
}

async function readFacts(sql: SqlClient, asked: readonly Asked[]): Promise<(Facts | null)[]> {
  const ids = (name: 'campaign_id' | 'enrolment_id' | 'lead_id' | 'intent_id' | 'mailbox_id') =>
    asked.map(({ source }) => source[name] ?? null);
  const { rows } = await prepared<Facts & { place: string }>(
    sql,
    `
      select g.place, c.name as campaign_name, c.status as campaign_status, c.client_id, l.id as lead_id,
        l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website, l.location,
        l.custom_fields, l.linkedin_profile, l.company_url, e.category_id, e.last_seq_number, m.from_email,
        i.stats_id, i.seq_number, i.subject, i.body_html, i.body_text, i.message_id, i.sent_at
      from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::int[]) with ordinality as g(
        workspace_id, campaign_id, enrolment_id, lead_id, intent_id, mailbox_id, place
      )
      left join campaign c on c.workspace_id = g.workspace_id and c.id = g.campaign_id
      left join enrolment e on e.workspace_id = g.workspace_id and e.id = g.enrolment_id
      left join lead l on l.workspace_id = g.workspace_id and l.id = coalesce(g.lead_id, e.lead_id)
      left join intent i on i.workspace_id = g.workspace_id and i.id = g.intent_id
      left join mailbox m on m.workspace_id = g.workspace_id
        and m.id = coalesce(i.mailbox_id, g.mailbox_id, e.mailbox_id)
    `,
    [
      asked.map(({ workspaceId }) => workspaceId),
      ids('campaign_id'),
      ids('enrolment_id'),
      ids('lead_id'),
      ids('intent_id'),
      ids('mailbox_id'),
    ],
  );
  const facts = new Map(rows.map((row) => [Number(row.place), row]));
  return asked.map((_, index) => facts.get(index + 1) ?? null);
}

export async function lastInbound(
  db: Database,
  workspaceId: WorkspaceId,
  source: Source,
  evidence: Record<string, unknown>,
): Promise<Inbound | null> {
  if (!source.enrolment_id) return null;
  if (evidence['channel'] === 'LINKEDIN') return linkedInReply(db, workspaceId, source.enrolment_id, evidence);
  const { rows } = await db.systemRead((sql) =>
    sql.query<Inbound>(
      `
        select message_id, html_body, text_body, at, snippet, from_email, cc_emails, subject
        from message
        where workspace_id = $1
          and enrolment_id = $2
          and direction = 'in'
          and ($3::text is null or message_id = $3)
        order by at desc, id desc
        limit 1
      `,
      [
        workspaceId,
        source.enrolment_id,
        typeof evidence['message_id'] === 'string' && source.kind !== 'BOUNCE' ? evidence['message_id'] : null,
      ],
    ),
  );
  return rows[0] ?? null;
}

/** What a lead wrote on LinkedIn, in the place of an email. */
async function linkedInReply(
  db: Database,
  workspaceId: WorkspaceId,
  enrolmentId: EnrolmentId,
  evidence: Record<string, unknown>,
): Promise<Inbound | null> {
  const { rows } = await db.systemRead((sql) =>
    sql.query<Inbound>(
      `
        select 'linkedin:' || m.id as message_id, null as html_body, m.text as text_body, m.at, left(m.text, 200) as snippet,
          l.email as from_email, '[]'::jsonb as cc_emails, '' as subject
        from linkedin_message m
        join enrolment e on e.workspace_id = m.workspace_id and e.id = m.enrolment_id
        join lead l on l.workspace_id = e.workspace_id and l.id = e.lead_id
        where m.workspace_id = $1 and m.enrolment_id = $2 and 'linkedin:' || m.id = $3
      `,
      [workspaceId, enrolmentId, evidence['message']],
    ),
  );
  return rows[0] ?? null;
}
