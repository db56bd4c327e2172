import type { Database, SqlClient } from '../../../../platform/db/database';

/** Notes that an address was given out under which a file may arrive. @param at real time */
export async function noteSignedFile(workspaceId: number, sql: SqlClient, storageKey: string, at: Date): Promise<void> {
  await sql.query('INSERT INTO signed_file (workspace_id, storage_key, created_at) VALUES ($1, $2, $3)', [
    workspaceId,
    storageKey,
    at,
  ]);
}

/** Workspaces with files or uploads that were left since before a time. */
export const findWorkspacesWithLeftFiles = (db: Database, before: Date): Promise<number[]> =>
  db.systemSql(async (sql) =>
    (
      await sql.query<{ workspace_id: number }>(
        `SELECT workspace_id FROM signed_file WHERE created_at < $1 UNION SELECT workspace_id FROM lead_upload WHERE ${isOver} UNION SELECT workspace_id FROM block_upload WHERE status = 'UPLOADED' AND created_at < $1 ORDER BY 1`,
        [before],
      )
    ).rows.map((row) => row.workspace_id),
  );

export const findSignedFiles = async (
  workspaceId: number,
  sql: SqlClient,
  before: Date,
  limit: number,
): Promise<string[]> =>
  (
    await sql.query<{ storage_key: string }>(
      'SELECT storage_key FROM signed_file WHERE workspace_id = $1 AND created_at < $2 ORDER BY created_at LIMIT $3',
      [workspaceId, before, limit],
    )
  ).rows.map((row) => row.storage_key);

/** Every way in which a stored file is named: as an attachment, or in the address of a picture. */
const names = String.raw`(?:sequences/\d+/|inbox/\d+/uploads/)[0-9a-f-]{36}|images/(?:sequence|profile)/[a-z0-9-]+\.[a-z]{3,4}`;

/**
 * The keys of files that something of the workspace names: steps and their earlier versions, templates, signatures, drafts, mails written by hand, and
 * mails with attachments; and the pictures of people. Each text is read once, however many files are asked about.
 */
export async function findNamedFiles(workspaceId: number, sql: SqlClient): Promise<Set<string>> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT DISTINCT m.found[1] AS name FROM (
       SELECT email_body || attachments::text AS text FROM step_variant WHERE workspace_id = $1
       UNION ALL SELECT content::text FROM sequence_version WHERE workspace_id = $1
       UNION ALL SELECT email_body FROM step_template WHERE workspace_id = $1
       UNION ALL SELECT signature FROM mailbox WHERE workspace_id = $1 AND signature IS NOT NULL
       UNION ALL SELECT content::text FROM reply_draft WHERE workspace_id = $1
       UNION ALL SELECT attachments::text || CASE WHEN created_by IS NULL THEN '' ELSE coalesce(body_html, '') END FROM intent WHERE workspace_id = $1 AND (attachments <> '[]' OR created_by IS NOT NULL)
       UNION ALL SELECT attachments::text FROM message WHERE workspace_id = $1 AND attachments <> '[]'
       UNION ALL SELECT u.profile_pic_url FROM signed_file f JOIN app_user u ON f.storage_key LIKE 'images/profile/%' AND u.profile_pic_url LIKE '%' || f.storage_key WHERE f.workspace_id = $1
     ) t, regexp_matches(t.text, $2, 'g') AS m(found)`,
    [workspaceId, `(${names})`],
  );
  return new Set(rows.map((row) => row.name));
}

export async function forgetSignedFiles(
  workspaceId: number,
  sql: SqlClient,
  storageKeys: readonly string[],
): Promise<void> {
  await sql.query('DELETE FROM signed_file WHERE workspace_id = $1 AND storage_key = ANY($2)', [
    workspaceId,
    storageKeys,
  ]);
}

/** Forgets those of these files that nobody took up since before a time, and answers them; waits for whoever is saving a text that names one. Their rows are locked until the transaction ends. */
export const forgetUnusedFiles = async (
  workspaceId: number,
  sql: SqlClient,
  storageKeys: readonly string[],
  before: Date,
): Promise<string[]> =>
  (
    await sql.query<{ storage_key: string }>(
      `DELETE FROM signed_file f USING (SELECT storage_key FROM signed_file WHERE workspace_id = $1 AND storage_key = ANY($2) AND created_at < $3 ORDER BY storage_key FOR UPDATE) o
   WHERE f.workspace_id = $1 AND f.storage_key = o.storage_key RETURNING f.storage_key`,
      [workspaceId, storageKeys, before],
    )
  ).rows.map((row) => row.storage_key);

/** Files that are about to be named count as new again, so that no sweep takes them meanwhile. Waits for one that is deleting them. @param at real time */
export async function takeUpFiles(
  workspaceId: number,
  sql: SqlClient,
  storageKeys: readonly string[],
  at: Date,
): Promise<void> {
  await sql.query('UPDATE signed_file SET created_at = $3 WHERE workspace_id = $1 AND storage_key = ANY($2)', [
    workspaceId,
    storageKeys,
    at,
  ]);
}

/** Uploads of leads whose file nobody reads any more, since before $1: those that are over, and those that were never begun. */
const isOver = `storage_key <> '' AND (status = 'UPLOADED' AND created_at < $1 OR status IN ('CANCELLED', 'FAILED', 'COMPLETED', 'UNDONE') AND coalesce(finished_at, created_at) < $1)`;

/**
 * Takes the files from uploads of leads; answers their keys. The history keeps their rows, without the sample of the file where it was never begun.
 * @param error what is said of those
 */
export async function forgetLeadUploads(
  workspaceId: number,
  sql: SqlClient,
  before: Date,
  at: Date,
  error: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql.query<{ storage_key: string }>(
    `UPDATE lead_upload u SET storage_key = '', status = CASE WHEN o.status = 'UPLOADED' THEN 'CANCELLED' ELSE o.status END, error = CASE WHEN o.status = 'UPLOADED' THEN $5 ELSE o.error END, finished_at = coalesce(o.finished_at, $4),
       columns = CASE WHEN o.status = 'UPLOADED' THEN o.columns || '{"sample_rows": [], "title_rows": []}' ELSE o.columns END
     FROM (SELECT * FROM lead_upload WHERE workspace_id = $2 AND ${isOver} ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED) o WHERE u.workspace_id = $2 AND u.id = o.id RETURNING o.storage_key`,
    [before, workspaceId, limit, at, error],
  );
  return rows.map((row) => row.storage_key);
}

/** Forgets uploads of the block list that never began, as calling one off does; answers the keys of their files. */
export const forgetBlockUploads = async (
  workspaceId: number,
  sql: SqlClient,
  before: Date,
  limit: number,
): Promise<string[]> =>
  (
    await sql.query<{ storage_key: string }>(
      `DELETE FROM block_upload WHERE workspace_id = $1 AND id IN (SELECT id FROM block_upload WHERE workspace_id = $1 AND status = 'UPLOADED' AND created_at < $2 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING storage_key`,
      [workspaceId, before, limit],
    )
  ).rows.map((row) => row.storage_key);
