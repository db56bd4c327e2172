import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '../db/database';

export interface IdempotencyEntry {
  key: string;
  method: string;
  path: string;
  requestHash: string;
}
export type Claim = { state: 'new' } | { state: 'running' } | { state: 'other' } | { state: 'done'; sealed: Buffer };

/** How long an answer is kept, and after which time a request that never ended counts as lost; real hours and minutes. */
const keptHours = 24;
const lostMinutes = 5;

/** Takes a key for a request, or says what became of the request that has it. Keys that are older than a day are forgotten. */
export const claimKey = (db: Database, workspaceId: WorkspaceId, entry: IdempotencyEntry): Promise<Claim> =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query(
      `
        delete from idempotency_key
        where workspace_id = $1
          and (
            created_at < now() - make_interval(hours => $2)
              or (key = $3 and status is null and created_at < now() - make_interval(mins => $4))
          )
      `,
      [workspaceId, keptHours, entry.key, lostMinutes],
    );
    const { rowCount } = await sql.query(
      `
        insert into idempotency_key (workspace_id, key, method, path, request_hash)
        values ($1, $2, $3, $4, $5)
        on conflict (workspace_id, key)
        do nothing
      `,
      [workspaceId, entry.key, entry.method, entry.path, entry.requestHash],
    );
    if (rowCount === 1) return { state: 'new' };
    const {
      rows: [known],
    } = await sql.query<{
      method: string;
      path: string;
      request_hash: string;
      status: number | null;
      body_sealed: Buffer | null;
    }>(
      'select method, path, request_hash, status, body_sealed from idempotency_key where workspace_id = $1 and key = $2',
      [workspaceId, entry.key],
    );
    if (!known) return { state: 'running' };
    if (known.method !== entry.method || known.path !== entry.path || known.request_hash !== entry.requestHash)
      return { state: 'other' };
    return known.body_sealed === null ? { state: 'running' } : { state: 'done', sealed: known.body_sealed };
  });

/** The sealed answer of a key's request. */
interface AnswerToKeep {
  key: string;
  status: number;
  sealed: Buffer;
}

export const keepAnswer = (
  db: Database,
  workspaceId: WorkspaceId,
  { key, status, sealed }: AnswerToKeep,
): Promise<void> =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query('update idempotency_key set status = $3, body_sealed = $4 where workspace_id = $1 and key = $2', [
      workspaceId,
      key,
      status,
      sealed,
    ]);
  });

/** A request that failed changed nothing and may be sent again under the same key. */
export const releaseKey = (db: Database, workspaceId: WorkspaceId, key: string): Promise<void> =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query('delete from idempotency_key where workspace_id = $1 and key = $2 and status is null', [
      workspaceId,
      key,
    ]);
  });

/** Forgets the answers of all workspaces that are older than a day. */
export const forgetAnswers = (db: Database): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query('delete from idempotency_key where created_at < now() - make_interval(hours => $1)', [keptHours]);
  });
