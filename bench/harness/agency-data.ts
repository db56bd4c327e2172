import type { Client } from 'pg';

export const agencyCampaigns = 300;
export const agencyMailboxes = 500;

/**
 * Fills a workspace by SQL alone: a million leads in a minute or two, because indexes are made behind the rows and references are not checked one by one.
 * The owner of the tables must be a superuser.
 */
export async function fillAgency(
  owner: Client,
  leads: number,
): Promise<{ workspace: number; user: number; campaign: number; list: number }> {
  const large = ['lead', 'enrolment', 'message', 'lead_list_member'];
  const { rows: indexes } = await owner.query<{ name: string; text: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid) AND NOT i.indisunique`,
    [large],
  );
  await owner.query("SET session_replication_role = replica; SET maintenance_work_mem = '512MB'");
  for (const index of indexes) await owner.query(`DROP INDEX "${index.name}"`);
  const ids = await fillTables(owner, leads);
  for (const index of indexes) await owner.query(index.text);
  // What triggers would have kept.
  await owner.query(
    'INSERT INTO lead_count (workspace_id, campaign_id, status, leads) SELECT workspace_id, campaign_id, status, count(*) FROM enrolment GROUP BY 1, 2, 3',
  );
  await owner.query(
    'UPDATE lead SET has_replied = true WHERE id IN (SELECT lead_id FROM enrolment WHERE last_inbound_at IS NOT NULL)',
  );
  await owner.query('SET session_replication_role = origin; RESET maintenance_work_mem');
  await owner.query('VACUUM ANALYZE');
  return ids;
}

async function fillTables(
  owner: Client,
  leads: number,
): Promise<{ workspace: number; user: number; campaign: number; list: number }> {
  const one = async (text: string, values: unknown[] = []) =>
    (await owner.query<{ id: number }>(text, values)).rows[0]?.id as number;
  const workspace = await one(`INSERT INTO workspace (name, plan_type) VALUES ('Agency', 'enterprise') RETURNING id`);
  const user = await one(
    `INSERT INTO app_user (workspace_id, email, name, role, is_email_verified) VALUES ($1, 'agency@company.test', 'Agency', 'OWNER', true) RETURNING id`,
    [workspace],
  );
  await owner.query(
    `INSERT INTO campaign (workspace_id, name, status, updated_at) SELECT $1, 'Campaign ' || n, (ARRAY['ACTIVE', 'PAUSED', 'COMPLETED', 'DRAFTED'])[1 + n % 4], now() - n * interval '1 hour' FROM generate_series(1, $2::int) n`,
    [workspace, agencyCampaigns],
  );
  await owner.query(
    `INSERT INTO mailbox (workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username) SELECT $1, 'Sender ' || n, 'box' || n || '@sender.test', 'h', 1, 'u', 'h', 1, 'u' FROM generate_series(1, $2::int) n`,
    [workspace, agencyMailboxes],
  );
  await owner.query(
    `INSERT INTO sequence_step (workspace_id, campaign_id, seq_number) SELECT workspace_id, id, n FROM campaign, generate_series(1, 3) n WHERE workspace_id = $1`,
    [workspace],
  );
  const first = await one('SELECT min(id) AS id FROM campaign WHERE workspace_id = $1', [workspace]);
  const box = await one('SELECT min(id) AS id FROM mailbox WHERE workspace_id = $1', [workspace]);
  await owner.query(
    'INSERT INTO campaign_mailbox (workspace_id, campaign_id, mailbox_id) SELECT $1, $2 + n % $4::int, $3 + n % $5::int FROM generate_series(0, 2999) n ON CONFLICT DO NOTHING',
    [workspace, first, box, agencyCampaigns, agencyMailboxes],
  );
  await owner.query(
    `INSERT INTO lead (workspace_id, email, domain, first_name, last_name, company_name, provider, is_unsubscribed, is_bounced, verification, custom_fields)
     SELECT $1, 'person.' || n || '@company' || n % 20000 || '.test', 'company' || n % 20000 || '.test', 'Name' || n % 5000, 'Family' || n % 9000, 'Company ' || n % 20000, (ARRAY['OTHER', 'GMAIL', 'OUTLOOK', 'OTHER', 'OTHER', 'ZOHO'])[1 + n % 6], n % 997 = 0, n % 1009 = 0, CASE WHEN n % 50 = 0 THEN 'VALID' WHEN n % 501 = 0 THEN 'INVALID' END, '{"city": "Springfield"}'
     FROM generate_series(1, $2::int) n`,
    [workspace, leads],
  );
  // The first campaign is the largest by far, the last tenth of the leads is in none.
  await owner.query(
    `INSERT INTO enrolment (workspace_id, campaign_id, lead_id, status, mailbox_id, provider, steps_sent, last_seq_number, reply_count, last_reply_at, last_inbound_at, category_id, is_read, first_sent_at, last_sent_at, next_due_at)
     SELECT $1, CASE WHEN n % 10 = 0 THEN $2 ELSE $2 + n % $4::int END, l.id, (ARRAY['STARTED', 'INPROGRESS', 'INPROGRESS', 'COMPLETED', 'COMPLETED', 'STOPPED', 'PAUSED', 'BLOCKED'])[1 + n % 8], $3 + n % $5::int, l.provider, n % 4, n % 4, (n % 20 = 0)::int, CASE WHEN n % 20 = 0 THEN now() - n * interval '1 second' END, CASE WHEN n % 20 = 0 THEN now() - n * interval '1 second' END,
       CASE WHEN n % 40 = 0 THEN 1 + n % 7 END, n % 60 <> 0, now() - n * interval '1 second', now() - n * interval '1 second', now() + n * interval '1 second'
     FROM (SELECT id, provider, row_number() OVER (ORDER BY id)::int AS n FROM lead WHERE workspace_id = $1) l WHERE n <= $6::int * 0.9`,
    [workspace, first, box, agencyCampaigns, agencyMailboxes, leads],
  );
  await owner.query(
    `INSERT INTO message (workspace_id, direction, mailbox_id, campaign_id, enrolment_id, lead_id, message_id, dedupe_key, from_email, subject, text_body, snippet, at)
     SELECT e.workspace_id, 'in', e.mailbox_id, e.campaign_id, e.id, e.lead_id, '<m' || e.id || '@x>', '<m' || e.id || '@x>', l.email, 'Re: Question', 'Thanks, tell me more about it.', 'Thanks, tell me more', e.last_reply_at FROM enrolment e JOIN lead l ON l.id = e.lead_id WHERE e.workspace_id = $1 AND e.reply_count > 0`,
    [workspace],
  );
  await owner.query(
    `INSERT INTO event_rollup (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count) SELECT $1, 'campaign', $2 + c, 'event', date_trunc('day', now()) - d * interval '1 day', k, 20, 18 FROM generate_series(0, $3::int - 1) c, generate_series(0, 29) d, unnest(ARRAY['SENT', 'OPEN', 'REPLY', 'BOUNCE']) k`,
    [workspace, first, agencyCampaigns],
  );
  const list = await one(`INSERT INTO lead_list (workspace_id, name) VALUES ($1, 'Large') RETURNING id`, [workspace]);
  await owner.query(
    'INSERT INTO lead_list_member (workspace_id, list_id, lead_id) SELECT $1, $2, id FROM lead WHERE workspace_id = $1 ORDER BY id DESC LIMIT 100000',
    [workspace, list],
  );
  return { workspace, user, campaign: first, list };
}
