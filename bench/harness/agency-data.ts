import type { Client } from 'pg';
import { addWorkspace, fillBehindIndexes, fillUnchecked, readId } from './fill';
import { fillWholeDays } from './whole-days';

export const agencyCampaigns = 300;
export const agencyMailboxes = 500;

/**
 * Fills a workspace by SQL alone: a million leads in a minute or two, because indexes are made behind the rows and
 * references are not checked one by one. The owner of the tables must be a superuser.
 */
export async function fillAgency(
  owner: Client,
  leads: number,
): Promise<{ workspace: number; user: number; campaign: number; list: number }> {
  return fillUnchecked(
    owner,
    async () => {
      const ids = await fillBehindIndexes(owner, ['lead', 'enrolment', 'message', 'lead_list_member'], () =>
        fillTables(owner, leads),
      );
      // What triggers would have kept.
      await owner.query(
        `
      insert into lead_count (workspace_id, campaign_id, status, leads)
      select workspace_id, campaign_id, status, count(*)
      from enrolment
      group by 1, 2, 3
    `,
      );
      await owner.query(
        `
      update lead
      set has_replied = true
      where id in (select lead_id from enrolment where last_inbound_at is not null)
    `,
      );
      return ids;
    },
    { maintenance_work_mem: '512MB' },
  );
}

interface Place {
  workspace: number;
  /** Its first campaign and first mailbox; the others follow in their ids. */
  first: number;
  box: number;
}

async function fillTables(
  owner: Client,
  leads: number,
): Promise<{ workspace: number; user: number; campaign: number; list: number }> {
  const { workspace, user } = await addWorkspace(owner, 'Agency');
  const place = await fillCampaigns(owner, workspace);
  await fillLeads(owner, place, leads);
  await fillAnswers(owner, place);
  return { workspace, user, campaign: place.first, list: await fillList(owner, workspace) };
}

/** Campaigns in every state, their steps, and the mailboxes that send for them. */
async function fillCampaigns(owner: Client, workspace: number): Promise<Place> {
  await owner.query(
    `
      insert into campaign (workspace_id, name, status, updated_at)
      select $1, 'Campaign ' || n, (array['ACTIVE', 'PAUSED', 'COMPLETED', 'DRAFTED'])[1 + n % 4],
        now() - n * interval '1 hour'
      from generate_series(1, $2::int) n
    `,
    [workspace, agencyCampaigns],
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
    [workspace, agencyMailboxes],
  );
  await owner.query(
    `
      insert into sequence_step (workspace_id, campaign_id, seq_number)
      select workspace_id, id, n
      from campaign, generate_series(1, 3) n
      where workspace_id = $1
    `,
    [workspace],
  );
  const first = await readId(owner, 'select min(id) as id from campaign where workspace_id = $1', [workspace]);
  const box = await readId(owner, 'select min(id) as id from mailbox where workspace_id = $1', [workspace]);
  await owner.query(
    `
      insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id)
      select $1, $2 + n % $4::int, $3 + n % $5::int
      from generate_series(0, 2999) n
      on conflict
      do nothing
    `,
    [workspace, first, box, agencyCampaigns, agencyMailboxes],
  );
  return { workspace, first, box };
}

/** Leads, nine of ten in a campaign. */
async function fillLeads(owner: Client, { workspace, first, box }: Place, leads: number): Promise<void> {
  await owner.query(
    `
      insert into lead (
        workspace_id, email, domain, first_name, last_name, company_name, provider, is_unsubscribed,
          is_bounced, verification, custom_fields
      )
      select $1, 'person.' || n || '@company' || n % 20000 || '.test', 'company' || n % 20000 || '.test',
        'Name' || n % 5000, 'Family' || n % 9000, 'Company ' || n % 20000,
        (array['OTHER', 'GMAIL', 'OUTLOOK', 'OTHER', 'OTHER', 'ZOHO'])[1 + n % 6], n % 997 = 0, n % 1009 = 0,
        case when n % 50 = 0 then 'VALID' when n % 501 = 0 then 'INVALID' end, '{"city": "Springfield"}'
      from generate_series(1, $2::int) n
    `,
    [workspace, leads],
  );
  // The first campaign is the largest by far, the last tenth of the leads is in none.
  await owner.query(
    `
      insert into enrolment (
        workspace_id, campaign_id, lead_id, status, mailbox_id, provider, steps_sent, last_seq_number,
          reply_count, last_reply_at, last_inbound_at, category_id, is_read, first_sent_at, last_sent_at,
          next_due_at, constraint_code
      )
      select $1, case when n % 10 = 0 then $2 else $2 + n % $4::int end, l.id,
        (
          array[
            'STARTED', 'INPROGRESS', 'INPROGRESS', 'COMPLETED', 'COMPLETED', 'STOPPED', 'PAUSED', 'BLOCKED'
          ]
        )[1 + n % 8],
        $3 + n % $5::int, l.provider, n % 4, n % 4, (n % 20 = 0)::int,
        case when n % 20 = 0 then now() - n * interval '1 second' end,
        case when n % 20 = 0 then now() - n * interval '1 second' end,
        case when n % 40 = 0 then 1 + n % 7 end, n % 60 <> 0, now() - n * interval '1 second',
        now() - n * interval '1 second', now() + n * interval '1 second',
        case when n % 8 in (3, 4, 5, 7) then 'LEAD_ENDED' end
      from (
        select id, provider, row_number() over (order by id)::int as n from lead where workspace_id = $1
      ) l
      where n <= $6::int * 0.9
    `,
    [workspace, first, box, agencyCampaigns, agencyMailboxes, leads],
  );
}

/** What leads answered, and the figures of a month. */
async function fillAnswers(owner: Client, { workspace, first }: Place): Promise<void> {
  await owner.query(
    `
      insert into message (
        workspace_id, direction, mailbox_id, campaign_id, enrolment_id, lead_id, message_id, dedupe_key,
          from_email, subject, text_body, snippet, at
      )
      select e.workspace_id, 'in', e.mailbox_id, e.campaign_id, e.id, e.lead_id, '<m' || e.id || '@x>',
        '<m' || e.id || '@x>', l.email, 'Re: Question', 'Thanks, tell me more about it.',
        'Thanks, tell me more', e.last_reply_at
      from enrolment e
      join lead l on l.id = e.lead_id
      where e.workspace_id = $1 and e.reply_count > 0
    `,
    [workspace],
  );
  await owner.query(
    `
      insert into event_rollup (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
      select $1, 'campaign', $2 + c, axis, date_trunc('day', now(), 'UTC') - d * interval '1 day', k, 20, 18
      from generate_series(0, $3::int - 1) c, generate_series(0, 29) d,
        unnest(array['SENT', 'OPEN', 'REPLY', 'BOUNCE']) k, unnest(array['event', 'event_day']) axis
    `,
    [workspace, first, agencyCampaigns],
  );
  await fillWholeDays(owner, workspace);
}

/** A list of a hundred thousand leads. */
async function fillList(owner: Client, workspace: number): Promise<number> {
  const list = await readId(owner, `insert into lead_list (workspace_id, name) values ($1, 'Large') returning id`, [
    workspace,
  ]);
  await owner.query(
    `
      insert into lead_list_member (workspace_id, list_id, lead_id)
      select $1, $2, id
      from lead
      where workspace_id = $1
      order by id desc
      limit 100000
    `,
    [workspace, list],
  );
  return list;
}
