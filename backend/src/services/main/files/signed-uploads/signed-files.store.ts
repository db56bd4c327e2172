import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import { endRun } from '#platform/bulk-runs/bulk-runs.store';
import type { Database, SqlClient } from '#platform/db/database';

/** A file that will be uploaded, and the campaign it is for. */
interface SignedFile {
  storageKey: string;
  at: Date;
  campaignId?: CampaignId | null;
}

/**
 * Notes that an address was given out under which a file may arrive.
 * @param at real time
 * @param campaignId the campaign it is uploaded for
 */
export async function noteSignedFile(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { storageKey, at, campaignId = null }: SignedFile,
): Promise<void> {
  await sql.query(
    'insert into signed_file (workspace_id, storage_key, created_at, campaign_id) values ($1, $2, $3, $4)',
    [workspaceId, storageKey, at, campaignId],
  );
}

/** Workspaces with files or uploads that were left since before a time. */
export const findWorkspacesWithLeftFiles = (db: Database, before: Date): Promise<number[]> =>
  db.systemSql(async (sql) =>
    (
      await sql.query<{ workspace_id: WorkspaceId }>(
        `
          select workspace_id
          from signed_file
          where created_at < $1
          union
          select u.workspace_id
          from lead_upload u
          join bulk_run r on r.workspace_id = u.workspace_id and r.id = u.run_id
          where ${isOver}
          union
          select workspace_id
          from bulk_run
          where kind = 'BLOCK_UPLOAD' and status = 'UPLOADED' and created_at < $1
          order by 1
        `,
        [before],
      )
    ).rows.map((row) => row.workspace_id),
  );

export const findSignedFiles = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  before: Date,
  limit: number,
): Promise<string[]> =>
  (
    await sql.query<{ storage_key: string }>(
      `
        select storage_key
        from signed_file
        where workspace_id = $1 and created_at < $2
        order by created_at
        limit $3
      `,
      [workspaceId, before, limit],
    )
  ).rows.map((row) => row.storage_key);

/** Every way in which a stored file is named: as an attachment, or in the address of a picture. */
const names = String.raw`(?:sequences/\d+/|inbox/\d+/uploads/)[0-9a-f-]{36}|images/(?:sequence|profile)/[a-z0-9-]+\.[a-z]{3,4}`;

/**
 * The keys of files that something of the workspace names: steps and their earlier versions, templates, signatures,
 * drafts, templates whose deletion can be undone, mails that a person wrote, and mails with attachments; and the pictures of
 * people. Each text is read once, however many files are asked about.
 */
export async function findNamedFiles(workspaceId: WorkspaceId, sql: SqlClient): Promise<Set<string>> {
  const { rows } = await sql.query<{ name: string }>(
    `
      select distinct m.found[1] as name
      from (
          select email_body || attachments::text as text
          from step_variant
          where workspace_id = $1
          union all
          select content::text
          from sequence_version
          where workspace_id = $1
          union all
          select email_body
          from step_template
          where workspace_id = $1
          union all
          select signature
          from mailbox
          where workspace_id = $1 and signature is not null
          union all
          select content::text
          from reply_draft
          where workspace_id = $1
          union all
          select attachments::text || html
          from reply_template
          where workspace_id = $1
          union all
          select action ->> 'template'
          from inbox_change
          where workspace_id = $1 and action ->> 'do' = 'delete_template'
          union all
          select attachments::text || case when created_by is null then '' else coalesce(body_html, '') end
          from intent
          where workspace_id = $1 and (attachments <> '[]' or created_by is not null)
          union all
          select attachments::text
          from message
          where workspace_id = $1 and attachments <> '[]'
          union all
          select u.profile_pic_url
          from signed_file f
          join app_user u on f.storage_key like 'images/profile/%'
            and u.profile_pic_url like '%' || f.storage_key
          where f.workspace_id = $1
        ) t,
        regexp_matches(t.text, $2, 'g') as m(found)
    `,
    [workspaceId, `(${names})`],
  );
  return new Set(rows.map((row) => row.name));
}

export async function forgetSignedFiles(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  storageKeys: readonly string[],
): Promise<void> {
  await sql.query('delete from signed_file where workspace_id = $1 and storage_key = any($2)', [
    workspaceId,
    storageKeys,
  ]);
}

/**
 * Forgets those of these files that nobody took up since before a time, and answers them; waits for whoever is saving a
 * text that names one. Their rows are locked until the transaction ends.
 */
export const forgetUnusedFiles = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  storageKeys: readonly string[],
  before: Date,
): Promise<string[]> =>
  (
    await sql.query<{ storage_key: string }>(
      `
        delete from signed_file f using (
          select storage_key
          from signed_file
          where workspace_id = $1 and storage_key = any($2) and created_at < $3
          order by storage_key
          for update
        ) o
        where f.workspace_id = $1 and f.storage_key = o.storage_key
        returning f.storage_key
      `,
      [workspaceId, storageKeys, before],
    )
  ).rows.map((row) => row.storage_key);

/**
 * Files that are about to be named count as new again, so that no sweep takes them meanwhile. Waits for one that is deleting them.
 * @param at real time
 */
export async function takeUpFiles(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  storageKeys: readonly string[],
  at: Date,
): Promise<void> {
  await sql.query('update signed_file set created_at = $3 where workspace_id = $1 and storage_key = any($2)', [
    workspaceId,
    storageKeys,
    at,
  ]);
}

/** Uploads of leads whose file nobody reads any more, since before $1: those that are over, and those that were never begun. */
const isOver = `u.storage_key <> ''
  and (r.status = 'UPLOADED' and r.created_at < $1 or r.status in ('CANCELLED', 'FAILED', 'COMPLETED', 'UNDONE')
  and coalesce(r.finished_at, r.created_at) < $1)`;

/** Uploads that were left before a moment, what they are told, and how many at most. */
interface AbandonedUploads {
  before: Date;
  at: Date;
  error: string;
  limit: number;
}

/**
 * Takes the files from uploads of leads; answers their keys. The history keeps their rows, without the sample of the
 * file where it was never begun.
 * @param error what is said of those
 */
export async function forgetLeadUploads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { before, at, error, limit }: AbandonedUploads,
): Promise<string[]> {
  const { rows } = await sql.query<{ storage_key: string; run_id: number; is_begun: boolean }>(
    `
      update lead_upload u
      set storage_key = '',
        columns = case when o.is_begun then o.columns else o.columns || '{"sample_rows": [], "title_rows": []}' end
      from (
        select u.*, r.status <> 'UPLOADED' as is_begun
        from lead_upload u
        join bulk_run r on r.workspace_id = u.workspace_id and r.id = u.run_id
        where u.workspace_id = $2 and ${isOver}
        order by u.id
        limit $3
        for update of r, u skip locked
      ) o
      where u.workspace_id = $2 and u.id = o.id
      returning o.storage_key, o.run_id, o.is_begun
    `,
    [before, workspaceId, limit],
  );
  for (const { run_id, is_begun } of rows)
    if (!is_begun) await endRun(workspaceId, sql, { run_id, from: 'UPLOADED' }, { status: 'CANCELLED', at, error });
  return rows.map((row) => row.storage_key);
}

/** Forgets uploads of the block list that never began, as calling one off does; answers the keys of their files. */
export const forgetBlockUploads = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  before: Date,
  limit: number,
): Promise<string[]> =>
  (
    await sql.query<{ storage_key: string }>(
      `
        delete from bulk_run r
        using block_upload u
        where u.workspace_id = $1
          and r.workspace_id = u.workspace_id
          and r.id = u.run_id
          and r.id in (
            select id
            from bulk_run
            where workspace_id = $1 and kind = 'BLOCK_UPLOAD' and status = 'UPLOADED' and created_at < $2
            order by id
            limit $3
            for update skip locked
          )
        returning u.storage_key
      `,
      [workspaceId, before, limit],
    )
  ).rows.map((row) => row.storage_key);
