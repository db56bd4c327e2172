import type { Client } from 'pg';
import { addWorkspace, fillBehindIndexes, fillUnchecked, readId } from './fill';

const inboxCampaigns = 100;
const inboxMailboxes = 100;
/** Forty of each, as many people share a name. */
const firstNames = `ada bea carl dana emil fay gita hana igor jonas kira lena milo nora olaf priya quinn rosa sven tara
  ugo vera wim xenia yara zoe amir britt cleo dirk elsa finn greta hugo iris jan kofi lars mina nils`.split(/\s+/);
const lastNames =
  `adeyemi berg costa dahl eriksen farrow gupta holm ito jensen kowal lindqvist moreno novak okafor perez
  quist rossi sato tanaka ueda vogel weber xu yilmaz zeman aalto bose cruz dubois evans fischer green haas ivers
  jovic klein lopez meyer nagy`.split(/\s+/);
/** Messages of a conversation: two sent, three received. */
const perConversation = 5;

/**
 * A workspace with so many messages in conversations that all have an answer, by SQL alone. Indexes are made behind the rows.
 * The owner of the tables must be a superuser.
 */
export async function fillInbox(owner: Client, messages: number): Promise<{ workspace: number; user: number }> {
  return fillUnchecked(
    owner,
    () =>
      fillBehindIndexes(owner, ['lead', 'enrolment', 'message'], () =>
        fillTables(owner, Math.round(messages / perConversation)),
      ),
    { maintenance_work_mem: '1GB' },
  );
}

async function fillTables(owner: Client, conversations: number): Promise<{ workspace: number; user: number }> {
  const one = (text: string, values: unknown[] = []) => readId(owner, text, values);
  const { workspace, user } = await addWorkspace(owner, 'Inbox');
  await owner.query(
    `
      insert into campaign (workspace_id, name, status)
      select $1, 'Campaign ' || n, 'ACTIVE'
      from generate_series(1, $2::int) n
    `,
    [workspace, inboxCampaigns],
  );
  await owner.query(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username
      )
      select $1, 'Sender ' || n, 'box' || n || '@sender.test', 'h', 1, 'u', 'h', 1, 'u'
      from generate_series(1, $2::int) n
    `,
    [workspace, inboxMailboxes],
  );
  const first = await one('select min(id) as id from campaign where workspace_id = $1', [workspace]);
  const box = await one('select min(id) as id from mailbox where workspace_id = $1', [workspace]);
  await owner.query(
    `
      insert into lead (workspace_id, email, domain, first_name, last_name, company_name, has_replied)
      select $1, p.first || '.' || p.last || p.n || '@company' || p.n % 20000 || '.test', 'company' || p.n % 20000 || '.test',
        initcap(p.first), initcap(p.last), 'Company ' || p.n % 20000, true
      from (
        select n, ($3::text[])[1 + n * 7 % 40] as first, ($4::text[])[1 + n / 40 % 40] as last
        from generate_series(1, $2::int) n
      ) p
    `,
    [workspace, conversations, firstNames, lastNames],
  );
  await owner.query(
    `
      insert into enrolment (
        workspace_id, campaign_id, lead_id, status, reason, mailbox_id, steps_sent, last_seq_number, reply_count,
          last_reply_at, last_inbound_at, first_sent_at, last_sent_at, category_id, is_read, is_important,
          is_archived, constraint_code
      )
      select $1, $2 + n % $4::int, l.id, 'STOPPED', 'REPLIED', $3 + n % $5::int, 2, 2, 3,
        now() - n * interval '20 seconds', now() - n * interval '20 seconds', now() - interval '400 days',
        now() - n * interval '20 seconds' - interval '2 days', case when n % 3 = 0 then 1 + n % 7 end,
        n % 50 <> 0, n % 200 = 0, n % 4 = 0, 'LEAD_ENDED'
      from (
        select id, row_number() over (order by id)::int as n from lead where workspace_id = $1
      ) l
    `,
    [workspace, first, box, inboxCampaigns, inboxMailboxes],
  );
  await owner.query(
    `
      insert into message (
        workspace_id, direction, mailbox_id, campaign_id, enrolment_id, lead_id, message_id, dedupe_key,
          from_email, subject, text_body, snippet, is_read, at
      )
      select e.workspace_id, case when k in (1, 3) then 'out' else 'in' end, e.mailbox_id, e.campaign_id, e.id,
        e.lead_id, '<m' || e.id || '.' || k || '@x>', '<m' || e.id || '.' || k || '@x>',
        l.email, 'Re: Question ' || e.id % 400,
        'Thanks for the note about topic' || e.id % 400 || '. Our contract ends in month ' || k || '.',
        'Thanks for the note', true, e.last_reply_at - (5 - k) * interval '1 hour'
      from enrolment e
      join lead l on l.id = e.lead_id
      cross join generate_series(1, 5) k
      where e.workspace_id = $1
    `,
    [workspace],
  );
  return { workspace, user };
}
