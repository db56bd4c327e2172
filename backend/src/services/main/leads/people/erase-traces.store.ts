import type { CampaignId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import { getDomain } from 'tldts';
import type { SqlClient } from '#platform/db/database';

/**
 * Mails of a lead ($2): its own, those of its enrolments, and those from or to one of its addresses ($3) that belong to nobody (any more).
 */
export const mailsOfPerson = `
  (
    m.lead_id = $2
      or m.enrolment_id in (select id from enrolment where workspace_id = $1 and lead_id = $2)
      or (
        m.enrolment_id is null
          and m.lead_id is null
          and (
            lower(m.from_email) = any($3)
              or (m.direction = 'out' and lower(m.to_emails::text)::jsonb ?| $3::text[])
          )
      )
  )
`;

/**
 * What stands before and behind an address in a text. Rarer signs of addresses stand in links too, and are taken as no
 * part of one; in JSON a line break is two characters, of which the second is a letter.
 */
const before = String.raw`(^|\\[nrtbf]|\\u[0-9a-f]{4}|[^a-z0-9._+-])`;
const behind = String.raw`($|[^a-z0-9.-]|\.($|[^a-z0-9]))`;

/** A pattern that finds any of these addresses in a text in lower case, and none that only ends or begins like one of them. */
export const addressPattern = (addresses: readonly string[]): string =>
  `${before}(${addresses.map((address) => address.replace(/[^a-z0-9@-]/g, '\\$&')).join('|')})${behind}`;

/** Empties mails that left under an enrolment that is gone since, and what was noted of them. They are known by their address alone. */
export async function eraseDetachedMail(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  lead: { id: number; addresses: readonly string[] },
): Promise<void> {
  const { rows } = await sql.query<{ campaign_id: CampaignId | null }>(
    `
      update intent
      set to_email = 'erased', cc = '{}', bcc = '{}', subject = null, body_html = null, body_text = null,
        links = '[]', attachments = '[]', smtp_response = null, failure_text = null, updated_at = now(),
        -- What has not left yet never leaves: there is nobody left to send it to.
        cancel_reason = case when state = 'RESERVED' then 'LEAD_SUPPRESSED' else cancel_reason end,
        state = case when state = 'RESERVED' then 'CANCELLED' else state end
      where workspace_id = $1 and enrolment_id is null and lower(to_email) = any($2)
      returning campaign_id
    `,
    [workspaceId, lead.addresses],
  );
  const campaignIds = [...new Set(rows.flatMap((row) => (row.campaign_id === null ? [] : [row.campaign_id])))];
  if (campaignIds.length > 0)
    await sql.query(
      `
        update event
        set lead_id = null, enrolment_id = null, evidence = '{}'
        where workspace_id = $1 and campaign_id = any($2) and lead_id = $3
      `,
      [workspaceId, campaignIds, lead.id],
    );
}

/** Empties test mails that are over: they were written for a lead, and do not say for which. */
export async function emptyTestMails(workspaceId: WorkspaceId, sql: SqlClient): Promise<void> {
  await sql.query(
    `
      update intent
      set subject = null, body_html = null, body_text = null, links = '[]', updated_at = now()
      where workspace_id = $1
        and enrolment_id is null
        and kind = 'TEST'
        and state not in ('RESERVED', 'SUBMITTING')
        and sent_copy is distinct from 'WANTED'
        and body_text is not null
    `,
    [workspaceId],
  );
}

/**
 * Removes what names an address without belonging to the lead: deliveries of webhooks, suggestions of who wrote a mail,
 * what another product sent, views and selections that look for it.
 */
export async function eraseMentions(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  addresses: readonly string[],
): Promise<void> {
  // The plain search finds the few rows of which the pattern is asked, which takes longer.
  const names = (text: string) =>
    `
      exists (select from unnest($2::text[]) as a(email) where strpos(lower(${text}), a.email) > 0)
        and lower(${text}) ~ $3
    `;
  const values = [workspaceId, addresses, addressPattern(addresses)];
  await sql.query(`delete from webhook_delivery d where d.workspace_id = $1 and ${names('d.payload::text')}`, values);
  await sql.query(
    `
      update message m
      set suggestion = (
        select coalesce(jsonb_agg(s), '[]')
        from jsonb_array_elements(m.suggestion) s
        where lower(s ->> 'lead_email') <> all($2)
      )
      where m.workspace_id = $1
        and m.untracked_state is not null
        and jsonb_typeof(m.suggestion) = 'array'
        and ${names('m.suggestion::text')}
    `,
    values,
  );
  await sql.query(
    `
      update lead_action l
      set selection = '{}'
      from bulk_run r
      where l.workspace_id = $1
        and r.workspace_id = l.workspace_id
        and r.id = l.run_id
        and r.status not in ('WAITING', 'RUNNING')
        and ${names('l.selection::text')}
    `,
    values,
  );
  await sql.query('delete from account_import_sent where workspace_id = $1 and email = any($2)', [
    workspaceId,
    addresses,
  ]);
  // The address of a page writes the sign as %40.
  await sql.query(
    `delete from saved_view where workspace_id = $1 and ${names(`replace(lower(query::text), '%40', '@')`)}`,
    values,
  );
}

/**
 * Empties what placement tests sent with the data of a lead, and what of it arrived. Where the emails were placed
 * stays. After the lead's row is gone: whoever writes down an arrival holds it.
 */
export async function emptyPlacementMails(workspaceId: WorkspaceId, sql: SqlClient, leadId: LeadId): Promise<void> {
  const values = [workspaceId, leadId];
  await forgetHosts(workspaceId, sql, leadId);
  await sql.query(
    `
      delete from placement_check c
      using placement_mail p
      where p.workspace_id = $1
        and p.lead_id = $2
        and c.workspace_id = p.workspace_id
        and c.run_id = p.run_id
        and c.kind = 'LINK'
        -- A check keeps the beginning of a long link.
        and exists (select from unnest(p.personal_links) as l (url) where left(l.url, 500) = c.subject)
    `,
    values,
  );
  await sql.query(
    `
      update placement_run r
      set content = case when (r.content ->> 'mailId')::int = any(g.mails) then null else r.content end,
        variant_contents = (
          select coalesce(jsonb_object_agg(v.key, v.value), '{}')
          from jsonb_each(r.variant_contents) v
          where ((v.value ->> 'mailId')::int = any(g.mails)) is not true
        )
      from (
        select p.run_id, array_agg(p.id) as mails
        from placement_mail p
        where p.workspace_id = $1 and p.lead_id = $2
        group by p.run_id
      ) g
      where r.workspace_id = $1 and r.id = g.run_id
    `,
    values,
  );
  await sql.query(
    `
      update placement_mail
      set headers = null, body = null, links = '{}', personal_links = '{}'
      where workspace_id = $1 and lead_id = $2
    `,
    values,
  );
}

/** Host and registered domain of each link, as block lists are asked for them. */
const domainsOf = (links: readonly string[]): string[] => [
  ...new Set(
    links.flatMap((link) => {
      if (!URL.canParse(link)) return [];
      const { hostname } = new URL(link);
      return [hostname, getDomain(hostname) ?? hostname];
    }),
  ),
];

/**
 * Block lists were asked for the hosts of a lead's own links. What they answered goes with the lead, unless the host is
 * not theirs alone: the email's text names it, another email of the run links to it, or one of its senders is there.
 */
async function forgetHosts(workspaceId: WorkspaceId, sql: SqlClient, leadId: LeadId): Promise<void> {
  const { rows } = await sql.query<{
    run_id: number;
    own: string[];
    shared: string[];
    senders: string[];
    text: string;
  }>(
    `
      select r.id as run_id,
        array(
          select distinct l.url
          from placement_mail p, unnest(p.personal_links) as l (url)
          where p.workspace_id = $1 and p.run_id = r.id and p.lead_id = $2
        ) as own,
        array(
          select distinct l.url
          from placement_mail p, unnest(p.links || p.personal_links) as l (url)
          where p.workspace_id = $1
            and p.run_id = r.id
            and (p.lead_id is distinct from $2 or l.url <> all(p.personal_links))
        ) as shared,
        array(
          select distinct split_part(coalesce(m.from_email, p.from_email), '@', 2)
          from placement_mail p
          left join mailbox m on m.workspace_id = p.workspace_id and m.id = p.mailbox_id
          where p.workspace_id = $1 and p.run_id = r.id and coalesce(m.from_email, p.from_email) is not null
        ) as senders,
        lower(concat_ws(' ', t.body_text, t.body_html, t.variants::text, v.email_body)) as text
      from placement_run r
      join placement_test t on t.workspace_id = r.workspace_id and t.id = r.test_id
      left join step_variant v on v.workspace_id = t.workspace_id and v.id = (t.source ->> 'variant_id')::int
      where r.workspace_id = $1
        and r.id in (
          select p.run_id
          from placement_mail p
          where p.workspace_id = $1 and p.lead_id = $2 and p.personal_links <> '{}'
        )
    `,
    [workspaceId, leadId],
  );
  for (const { run_id: runId, own, shared, senders, text } of rows) {
    const kept = new Set([...domainsOf(shared), ...senders.map((domain) => domain.toLowerCase())]);
    const alone = domainsOf(own).filter((domain) => !kept.has(domain) && !text.includes(domain));
    await sql.query(
      `delete from placement_check where workspace_id = $1 and run_id = $2 and kind = 'DOMAIN' and subject = any($3)`,
      [workspaceId, runId, alone],
    );
  }
}

/**
 * Forgets what verification remembers of domains that no lead of any workspace has any more: all share what it
 * remembers. It is asked again where somebody needs it.
 */
export async function forgetDomains(sql: SqlClient, addresses: readonly string[]): Promise<void> {
  await sql.query('select forget_mail_domains($1::text[])', [
    addresses.map((address) => address.slice(address.lastIndexOf('@') + 1)),
  ]);
}

/** Ends exports that are being written: they may have read the person already. */
export async function endExports(workspaceId: WorkspaceId, sql: SqlClient, at: Date): Promise<void> {
  await sql.query(
    `
      update bulk_run r
      set status = 'FAILED', error = 'Someone was erased while the file was written. Export again.',
        finished_at = $2, fence = fence + 1
      from lead_action a
      where r.workspace_id = $1
        and r.status = 'RUNNING'
        -- One that no worker has taken yet reads nobody who is gone.
        and r.fence > 0
        and a.workspace_id = r.workspace_id
        and a.run_id = r.id
        and a.kind = 'EXPORT'
    `,
    [workspaceId, at],
  );
}
