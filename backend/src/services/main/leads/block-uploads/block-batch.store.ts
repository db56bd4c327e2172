import type { WorkspaceId } from '@skein/contracts/ids';
import type { BlockOutcome } from '@skein/contracts/main/block-uploads.contract';
import type { SqlClient } from '#platform/db/database';
import { addEntries } from '#lifecycle/lifecycle.api';
import type { BlockEntry } from '../block-list/block-entry';
import type { LeftOutRow } from './block-uploads.store';

interface UploadOfEntries {
  id: number;
  clientScope: number;
  reason: string | null;
  createdBy: number | null;
  at: Date;
}

const keyOf = (entry: BlockEntry) => `${entry.kind}:${entry.value}`;

/**
 * Puts entries on the list for an upload and says of each what came of it, in their order. Each stands once in `entries`. Entries that this
 * upload brought, or found there, in an earlier batch are duplicates inside the file.
 */
export async function insertUploadEntries(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  upload: UploadOfEntries,
  entries: readonly BlockEntry[],
): Promise<BlockOutcome[]> {
  if (entries.length === 0) return [];
  // In one order, so that two uploads at once never wait for each other in a circle.
  const sorted = [...entries].sort((one, other) => (one.value < other.value ? -1 : one.value > other.value ? 1 : 0));
  const added = await addEntries(
    workspaceId,
    sql,
    { entries: sorted, clientScope: upload.clientScope, source: 'upload', by: upload.createdBy },
    async (missing) => (await insertMissing(workspaceId, sql, upload, missing)).rows,
  );
  const fresh = new Set(added.map(keyOf));
  const others = entries.filter((entry) => !fresh.has(keyOf(entry)));
  const seen =
    others.length === 0
      ? []
      : (
          await sql.query<BlockEntry>(
            `
              select g.kind, g.value
              from unnest($3::text[], $4::text[]) as g(kind, value)
              where exists (
                  select
                  from suppression s
                  where s.workspace_id = $1
                    and s.kind = g.kind
                    and s.value = g.value
                    and s.client_scope = $5
                    and s.upload_id = $2
                )
                or exists (
                  select
                  from block_upload_row r
                  where r.workspace_id = $1
                    and r.value = g.value
                    and r.upload_id = $2
                    and r.outcome = 'ALREADY_THERE'
                )
            `,
            [
              workspaceId,
              upload.id,
              others.map((entry) => entry.kind),
              others.map((entry) => entry.value),
              upload.clientScope,
            ],
          )
        ).rows;
  const twice = new Set(seen.map(keyOf));
  return entries.map((entry) =>
    fresh.has(keyOf(entry)) ? 'ADDED' : twice.has(keyOf(entry)) ? 'DUPLICATE_IN_FILE' : 'ALREADY_THERE',
  );
}

const insertMissing = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  upload: UploadOfEntries,
  entries: readonly BlockEntry[],
) =>
  sql.query<BlockEntry>(
    `
      insert into suppression (
        workspace_id, kind, value, client_scope, source, reason, upload_id, created_by, created_at
      )
      select $1, g.kind, g.value, $4, 'upload', $5, $6, $7, $8
      from unnest($2::text[], $3::text[]) as g(kind, value)
      on conflict (workspace_id, kind, value, client_scope)
      do nothing
      returning kind, value
    `,
    [
      workspaceId,
      entries.map((entry) => entry.kind),
      entries.map((entry) => entry.value),
      upload.clientScope,
      upload.reason,
      upload.id,
      upload.createdBy,
      upload.at,
    ],
  );

export async function insertLeftOut(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: number,
  rows: readonly LeftOutRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `
      insert into block_upload_row (workspace_id, upload_id, row_number, outcome, reason, value)
      select $1, $2, g.*
      from unnest($3::int[], $4::text[], $5::text[], $6::text[]) as g
    `,
    [
      workspaceId,
      uploadId,
      rows.map((row) => row.row_number),
      rows.map((row) => row.outcome),
      rows.map((row) => row.reason),
      rows.map((row) => row.value),
    ],
  );
}

/** Adds to the effects of an upload, and notes behind which row the leads are stopped. */
export async function addBlockEffects(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: number,
  effects: { leads: number; emails: number; appliedTo: number | null },
): Promise<void> {
  await sql.query(
    `
      update block_upload
      set leads_blocked = leads_blocked + $3, emails_cancelled = emails_cancelled + $4,
        rows_applied = greatest(rows_applied, $5)
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, uploadId, effects.leads, effects.emails, effects.appliedTo],
  );
}
