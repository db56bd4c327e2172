import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';

export interface ConnectionRow {
  id: number;
  workspace_id: WorkspaceId;
  kind: 'HUBSPOT' | 'SLACK' | 'CLAY' | 'LEADMAGIC';
  method: 'OAUTH' | 'KEY';
  account: string;
  external_id: string | null;
  credentials_sealed: Buffer;
  hint: string | null;
  is_sandbox: boolean;
  state: 'CONNECTED' | 'FAILING' | 'PAUSED';
  settings: Record<string, unknown>;
  error_code: string | null;
  error_text: string | null;
  failing_since: Date | null;
  last_sync_at: Date | null;
  connected_by: number | null;
  created_at: Date;
}

/** The connection of a workspace with this id; the loops ask without a person. */
export const findConnection = (db: Database, workspaceId: WorkspaceId, id: number): Promise<ConnectionRow | null> =>
  db.tenantSql(
    workspaceId,
    async (sql) =>
      (
        await sql.query<ConnectionRow>('select * from integration where workspace_id = $1 and id = $2', [
          workspaceId,
          id,
        ])
      ).rows[0] ?? null,
  );

/** The workspace's connection to a product; null without one. */
export const findConnectionOf = (db: Database, workspaceId: WorkspaceId, kind: string): Promise<ConnectionRow | null> =>
  db.tenantSql(
    workspaceId,
    async (sql) =>
      (
        await sql.query<ConnectionRow>('select * from integration where workspace_id = $1 and kind = $2', [
          workspaceId,
          kind,
        ])
      ).rows[0] ?? null,
  );

/** Something went through. A paused connection stays paused. */
export const markWorking = (db: Database, workspaceId: WorkspaceId, id: number, at: Date): Promise<void> =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query(
      `
        update integration
        set state = case when state = 'FAILING' then 'CONNECTED' else state end, error_code = null, error_text = null,
          failing_since = null, last_sync_at = $3::timestamptz
        where workspace_id = $1
          and id = $2
          and (state = 'FAILING' or last_sync_at is null or last_sync_at < $3::timestamptz - interval '1 second')
      `,
      [workspaceId, id, at],
    );
  });

/** Nothing goes through until a person acts. @returns whether that is new */
export const markFailing = (
  db: Database,
  workspaceId: WorkspaceId,
  id: number,
  error: { code: string; text: string; at: Date },
): Promise<boolean> =>
  db.tenantSql(workspaceId, async (sql) => {
    const { rowCount } = await sql.query(
      `
        update integration
        set state = 'FAILING', error_code = $3::text, error_text = $4, failing_since = coalesce(failing_since, $5::timestamptz)
        where workspace_id = $1 and id = $2 and state <> 'PAUSED' and (state <> 'FAILING' or error_code is distinct from $3::text)
      `,
      [workspaceId, id, error.code.slice(0, 100), error.text.slice(0, 500), error.at],
    );
    return rowCount === 1;
  });

/** Renewed credentials of a connection. */
export const writeCredentials = (db: Database, workspaceId: WorkspaceId, id: number, sealed: Buffer): Promise<void> =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query(
      'update integration set credentials_sealed = $3, updated_at = now() where workspace_id = $1 and id = $2',
      [workspaceId, id, sealed],
    );
  });
