import type { Client } from 'pg';
import { addWorkspace, fillUnchecked, readId } from './fill';

export const mailboxes = 5_000;

/** A workspace with tags, clients, a campaign, and 20 emails of each mailbox in the last day. */
export async function fillMailboxes(owner: Client) {
  const made = await addWorkspace(owner, 'Fleet');
  const ids = await fillUnchecked(owner, () => fillTables(owner, made.workspace));
  return { ...made, ...ids, last: await readId(owner, 'select min(id) as id from mailbox') };
}

async function fillTables(owner: Client, workspace: number) {
  const one = (text: string, values: unknown[] = []) => readId(owner, text, values);
  await owner.query(
    `
      insert into agency_client (workspace_id, name, email)
      select $1, 'Client ' || g, 'c' || g || '@clients.test'
      from generate_series(1, 20) as g
    `,
    [workspace],
  );
  await owner.query(`insert into tag (workspace_id, name) select $1, 'Tag ' || g from generate_series(1, 30) as g`, [
    workspace,
  ]);
  const client = await one('select min(id) as id from agency_client where workspace_id = $1', [workspace]);
  const tag = await one('select min(id) as id from tag where workspace_id = $1', [workspace]);
  await owner.query(
    `
      insert into mailbox (
        workspace_id, client_id, from_name, from_email, type, smtp_host, smtp_port, smtp_username, imap_host,
          imap_port, imap_username, is_smtp_success, is_imap_success, checked_at, warmup, created_at
      )
      select $1, case when g % 3 = 0 then $3 + g % 20 end, 'Sender ' || g, 'box' || g || '@domain' || g % 50 || '.test',
        (array['GMAIL', 'OUTLOOK', 'ZOHO', 'SMTP'])[1 + g % 4], 'smtp.test', 587, 'u', 'imap.test', 993, 'u', g % 40 <> 0,
        g % 25 <> 0, now(), jsonb_build_object('enabled', g % 2 = 0), now() - (g % 200) * interval '1 day'
      from generate_series(1, $2::int) as g
    `,
    [workspace, mailboxes, client],
  );
  await owner.query(
    `
      insert into mailbox_tag (workspace_id, mailbox_id, tag_id)
      select $1, m.id, $2 + (m.id + k) % 30
      from mailbox m, generate_series(0, 1) as k
    `,
    [workspace, tag],
  );
  const campaign = await one(`insert into campaign (workspace_id, name) values ($1, 'Campaign') returning id`, [
    workspace,
  ]);
  await owner.query(
    `
      insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id)
      select $1, $2, id
      from mailbox
      where id % 2 = 0
    `,
    [workspace, campaign],
  );
  await fillIntents(owner, workspace, campaign);
  return { tag, client, campaign };
}

const fillIntents = (owner: Client, workspace: number, campaign: number) =>
  owner.query(
    `
      insert into intent (
        workspace_id, campaign_id, mailbox_id, kind, state, slot_at, send_at, message_id, envelope_id, to_email
      )
      select $1, $2, m.id, 'CAMPAIGN', 'SENT', now() - k * interval '1 hour', now() - k * interval '1 hour',
        '<m' || m.id || '.' || k || '@fleet.test>', 'e' || m.id || '.' || k, 'lead@prospects.test'
      from mailbox m, generate_series(1, 20) as k
    `,
    [workspace, campaign],
  );
