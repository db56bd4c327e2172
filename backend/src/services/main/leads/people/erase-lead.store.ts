import type { EnrolmentId, LeadId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { EraseEffects } from '@skein/contracts/main/leads.contract';
import type { SqlClient } from '#platform/db/database';
import { detachMail } from '#lifecycle/lifecycle.api';
import {
  emptyPlacementMails,
  emptyTestMails,
  endExports,
  eraseDetachedMail,
  eraseMentions,
  forgetDomains,
  mailsOfPerson,
} from './erase-traces.store';

/** What erasing a lead would remove now. */
export async function countErasure(workspaceId: WorkspaceId, sql: SqlClient, leadId: LeadId): Promise<EraseEffects> {
  const addresses = await findAddresses(workspaceId, sql, leadId);
  const { rows } = await sql.query<EraseEffects>(
    `
      select (select count(*)::int from enrolment where workspace_id = $1 and lead_id = $2) as campaigns,
        (select count(*)::int from message m where m.workspace_id = $1 and ${mailsOfPerson}) as messages,
        (select count(*)::int from lead_note where workspace_id = $1 and lead_id = $2) as notes,
        (select count(*)::int from lead_task where workspace_id = $1 and lead_id = $2) as tasks,
        (select count(*)::int from lead_list_member where workspace_id = $1 and lead_id = $2) as lists
    `,
    [workspaceId, leadId, addresses],
  );
  return rows[0] as EraseEffects;
}

/**
 * Every address of a lead: its own, those from which it was seen to answer, and those to which it was mailed before it
 * was corrected, unless such a one is another lead's by now.
 */
export async function findAddresses(workspaceId: WorkspaceId, sql: SqlClient, leadId: LeadId): Promise<string[]> {
  return (
    await sql.query<{ email: string }>(
      `
        select lower(email) as email
        from lead
        where workspace_id = $1 and id = $2
        union
        select lower(email)
        from lead_alias
        where workspace_id = $1 and lead_id = $2
        union
        select lower(i.to_email)
        from enrolment e
        join intent i on i.enrolment_id = e.id and i.workspace_id = e.workspace_id
        where e.workspace_id = $1
          and e.lead_id = $2
          and i.kind = 'CAMPAIGN'
          and not exists (select from lead o where o.workspace_id = $1 and o.email = lower(i.to_email))
      `,
      [workspaceId, leadId],
    )
  ).rows.map((row) => row.email);
}

/**
 * Removes everything that names a person: mails with their contents, notes, tasks, drafts, reminders, list entries,
 * rows of uploads, webhook deliveries, block list entries, suggestions, saved views and selections. What counts stays
 * without a name: events for the figures, and the sent intents that daily caps count. The addresses remain as keyed
 * hashes on the block list. The tables of other services are cleaned by their address columns only.
 * @returns the names of files that came with the mails, which nothing refers to any more
 */
export async function eraseLeadRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  lead: {
    id: number;
    enrolmentIds: readonly EnrolmentId[];
    addresses: readonly string[];
    hashes: readonly string[];
    userId: UserId;
    at: Date;
  },
): Promise<string[]> {
  const one = [workspaceId, lead.id];
  const named = [workspaceId, lead.addresses];
  await sql.query(
    `
      update intent
      set to_email = 'erased', cc = '{}', bcc = '{}', subject = null, body_html = null, body_text = null,
        links = '[]', attachments = '[]', smtp_response = null, failure_text = null, updated_at = now()
      where workspace_id = $1 and enrolment_id = any($2) and state in ('SENT', 'IN_DOUBT')
    `,
    [workspaceId, lead.enrolmentIds],
  );
  const mails = await sql.query<{ storage_key: string }>(
    `
      with gone as (delete from message m where m.workspace_id = $1 and ${mailsOfPerson} returning attachments)
      select distinct f ->> 'storage_key' as storage_key
      from gone, jsonb_array_elements(gone.attachments) f
      where starts_with(f ->> 'storage_key', 'inbox/' || $1 || '/received/')
    `,
    [...one, lead.addresses],
  );
  await sql.query(
    `
      update event
      set lead_id = null, enrolment_id = null, evidence = '{}'
      where workspace_id = $1 and enrolment_id = any($2)
    `,
    [workspaceId, lead.enrolmentIds],
  );
  await detachMail(workspaceId, sql, { enrolmentIds: lead.enrolmentIds });
  await eraseDetachedMail(workspaceId, sql, lead);
  await sql.query(
    `
      update upload_row
      set email = null, reason = null, "values" = null, lead_id = null, enrolment_id = null
      where workspace_id = $1 and (email = any($2) or lead_id = $3)
    `,
    [...named, lead.id],
  );
  await sql.query(
    'update block_upload_row set value = null, reason = null where workspace_id = $1 and value = any($2)',
    named,
  );
  await eraseMentions(workspaceId, sql, lead.addresses);
  // Without an entry of the change history: it would keep the address for months.
  await sql.query(`select set_config('app.erasing', 'on', true)`);
  await sql.query(`delete from suppression where workspace_id = $1 and kind = 'email' and value = any($2)`, named);
  await sql.query(`select set_config('app.erasing', '', true)`);
  await sql.query('delete from lead where workspace_id = $1 and id = $2', one);
  await emptyPlacementMails(workspaceId, sql, lead.id);
  await forgetDomains(sql, lead.addresses);
  await sql.query(
    `
      insert into suppression (workspace_id, kind, value, source, reason, created_by, created_at)
      select $1, 'hash', g.hash, 'erasure', 'Erased at the request of the person', $3, $4
      from unnest($2::text[]) as g(hash)
      order by g.hash
      on conflict
      do nothing
    `,
    [workspaceId, lead.hashes, lead.userId, lead.at],
  );
  return mails.rows.map((row) => row.storage_key);
}

/** Uploads of `r` whose file nobody waits for: they are over, or were not begun within a day. */
const isOver = `(r.status in ('COMPLETED', 'CANCELLED', 'FAILED', 'UNDONE') or r.status = 'UPLOADED'
  and r.created_at < now() - interval '1 day')`;

/**
 * Those of a table, held with their runs until the transaction ends: one that somebody is about to begin is waited for, and keeps its file.
 */
const overUploads = (table: 'lead_upload' | 'block_upload'): string => `
  select u.id
  from ${table} u
  join bulk_run r on r.workspace_id = u.workspace_id and r.id = u.run_id
  where u.workspace_id = $1 and ${isOver}
  order by r.id
  for update of r, u
`;

/**
 * What holds copies of people without saying of whom: test mails, which are emptied, and files: exports, and uploads of
 * leads and of the block list that are over. Answers their names, which nothing refers to any more.
 */
export async function forgetFiles(workspaceId: WorkspaceId, sql: SqlClient, at: Date): Promise<string[]> {
  await endExports(workspaceId, sql, at);
  await emptyTestMails(workspaceId, sql);
  const exports = await sql.query<{ file_key: string }>(
    `
      update lead_action a
      set file_key = null
      from lead_action b
      where b.id = a.id and a.workspace_id = $1 and a.file_key is not null
      returning b.file_key
    `,
    [workspaceId],
  );
  const uploads = await sql.query<{ storage_key: string }>(
    `
      with over as (${overUploads('lead_upload')})
      update lead_upload u
      set columns = case
        when jsonb_typeof(u.columns) = 'object' then u.columns || '{"title_rows": []}'
        else '{}'
        end
      from over
      where u.workspace_id = $1 and u.id = over.id
      returning u.storage_key
    `,
    [workspaceId],
  );
  // A sample of each file was kept for the page of the upload, as rows and with each column; one whose process died
  // before it was looked at has none, and no object.
  await sql.query(
    `
      update lead_upload u
      set columns = u.columns || jsonb_build_object(
        'sample_rows', '[]'::jsonb, 'columns',
          (
            select coalesce(jsonb_agg((c - 'addresses') || '{"samples": []}'), '[]')
            from jsonb_array_elements(u.columns -> 'columns') c
          )
      )
      from bulk_run r
      where u.workspace_id = $1
        and r.workspace_id = $1
        and r.id = u.run_id
        and jsonb_typeof(u.columns -> 'columns') = 'array'
        and (r.status = 'RUNNING' or ${isOver})
    `,
    [workspaceId],
  );
  const lists = await sql.query<{ storage_key: string }>(
    `
      with over as (${overUploads('block_upload')})
      update block_upload u
      set title_rows = '[]',
        columns = (
          select coalesce(jsonb_agg(c || '{"samples": []}'), '[]') from jsonb_array_elements(u.columns) c
        )
      from over
      where u.workspace_id = $1 and u.id = over.id
      returning u.storage_key
    `,
    [workspaceId],
  );
  return [
    ...exports.rows.map((row) => row.file_key),
    ...[...uploads.rows, ...lists.rows].map((row) => row.storage_key),
  ].filter((key) => key !== '');
}
